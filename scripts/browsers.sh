#!/usr/bin/env bash
# Finds Firefox and WebKitGTK for the browser tests, or installs them from Debian's packages.
# Where neither can be done it says so, and their tests are left out.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/apt.sh

# A name of what has to run, and the package that has it.
need() {
  command -v "$1" >/dev/null || from_apt "$2" || true
  command -v "$1" || echo "browsers.sh: no $1 here and it could not be installed; tests with $3 are left out" >&2
}

need "${FIREFOX:-firefox-esr}" firefox-esr Firefox
need "${WEBKIT_DRIVER:-WebKitWebDriver}" webkit2gtk-driver WebKit
need Xvfb xvfb WebKit
