#!/bin/sh
# Sees to it that there is a Chromium for the tests of the page: the one without a window by preference, which does the
# same with half of the processor's time. Where none can be installed, the tests say so.
set -e
. "$(dirname "$0")/debian.sh"
SHELL_ONLY=chromium-headless-shell
WHOLE="chromium chromium-browser google-chrome"

found() {
    for name in "$@"; do
        if command -v "$name" >/dev/null; then return 0; fi
    done
    return 1
}

if found $SHELL_ONLY; then exit 0; fi
if is_debian_root; then
    echo "Installing Chromium for the tests of the page ..."
    update
    if install $SHELL_ONLY || found $WHOLE || install chromium; then exit 0; fi
fi
if ! found $WHOLE; then
    echo "There is no Chromium: the tests of the page need one. On Debian: apt-get install chromium-headless-shell" >&2
fi
