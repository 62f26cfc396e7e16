#!/bin/sh
# Sees to it that there is a Chromium for the tests of the page. Where it cannot be installed, the tests say so.
set -e
for name in chromium chromium-browser google-chrome; do
    if command -v "$name" >/dev/null; then exit 0; fi
done
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    echo "Installing Chromium for the tests of the page ..."
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium >/dev/null
else
    echo "There is no Chromium: the tests of the page need one. On Debian: apt-get install chromium" >&2
fi
