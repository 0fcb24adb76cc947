#!/usr/bin/env bash
# Finds the reverse proxies of the tests, or unpacks Debian's packages of them into
# .venv/proxies: nothing is installed, since an installed one would begin to serve at once.
# Where neither can be done it says so, and the tests behind that proxy are left out.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/apt.sh
root=$PWD/.venv/proxies

unpack() {
  local packages package
  # With the libraries that it needs and this machine has not.
  packages=$(apt-get install -s --no-install-recommends "$1" 2>/dev/null | awk '/^Inst / { print $2 }')
  [ -n "$packages" ] || return 1
  mkdir -p "$root/packages"
  # shellcheck disable=SC2086 - a word for each package
  (cd "$root/packages" && apt-get download -qq $packages >&2 2>/dev/null) || return 1
  for package in "$root/packages"/*.deb; do
    dpkg-deb -x "$package" "$root" && rm "$package" || return 1
  done
}

for name in nginx haproxy caddy; do
  found=$(PATH=$root/usr/sbin:$root/usr/bin:$PATH:/usr/sbin command -v "$name" || true)
  if [ -z "$found" ]; then
    apt_lists >&2 && unpack "$name" || true
    found=$(PATH=$root/usr/sbin:$root/usr/bin command -v "$name" || true)
  fi
  echo "${found:-proxies.sh: no $name here and it could not be fetched; tests behind it are left out}"
done
