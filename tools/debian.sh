# For the scripts beside it, which read it: installs Debian's packages as root. One script at a time: `make test` runs
# them beside each other, and apt-get does not wait for another.
DIRECTORY=$(dirname "$0")

is_debian_root() {
    [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null
}

update() {
    flock "$DIRECTORY" apt-get update -qq || true
}

install() {
    DEBIAN_FRONTEND=noninteractive flock "$DIRECTORY" \
        apt-get install -y -qq --no-install-recommends "$@" >/dev/null 2>&1
}
