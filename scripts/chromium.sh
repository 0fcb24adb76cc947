#!/usr/bin/env bash
# Finds a Chromium for the browser tests, or installs one; prints its path and leaves it
# in .venv/chromium-path, where the tests read it. CHROMIUM=/path/to/it names one.
set -euo pipefail
cd "$(dirname "$0")/.."
note=.venv/chromium-path
. scripts/apt.sh

works() {
  [ -n "$1" ] && "$1" --version >/dev/null 2>&1
}

found() {
  local candidate
  for candidate in "${CHROMIUM:-}" chromium chromium-browser google-chrome google-chrome-stable \
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome" \
    "/Applications/Chromium.app/Contents/MacOS/Chromium"; do
    candidate=$(command -v -- "${candidate:-nothing-named}" || true)
    # Ubuntu's `chromium` may be a stub that only says where to get one, so ask it.
    if works "$candidate"; then
      printf '%s\n' "$candidate"
      return 0
    fi
  done
  return 1
}

playwrights() {
  .venv/bin/python -c '
from playwright.sync_api import sync_playwright
with sync_playwright() as playwright:
    print(playwright.chromium.executable_path)'
}

if [ -n "${CHROMIUM:-}" ] && ! works "$(command -v -- "$CHROMIUM" || true)"; then
  echo "chromium.sh: CHROMIUM=$CHROMIUM does not run; name a Chromium or leave it out" >&2
  exit 1
fi

path=$(found || true)
if [ -z "$path" ]; then
  own=$(playwrights)
  if works "$own"; then path=$own; fi
fi
if [ -z "$path" ] && from_apt chromium; then
  path=$(found || true)
fi
if [ -z "$path" ]; then
  .venv/bin/python -m playwright install chromium >&2 || true
  path=$own
fi
if ! works "$path"; then
  echo "chromium.sh: no Chromium here and none could be installed; CHROMIUM=/path names one" >&2
  exit 1
fi
printf '%s\n' "$path" | tee "$note"
