# Sourced by the scripts that fetch browsers and proxies: packages of Debian and its kin, where one may.

as_root() {
  if [ "$(id -u)" = 0 ]; then
    "$@"
  elif command -v sudo >/dev/null && sudo -n true 2>/dev/null; then
    sudo -n "$@"
  else
    return 1
  fi
}

# What is there to be had, asked once for all; where there is no network only once in vain.
apt_lists() {
  command -v apt-get >/dev/null || return 1
  if [ -z "${apt_fresh:-}" ]; then
    if as_root apt-get update -qq >&2; then apt_fresh=yes; else apt_fresh=no; fi
  fi
  [ "$apt_fresh" = yes ]
}

from_apt() {
  apt_lists || return 1
  as_root env DEBIAN_FRONTEND=noninteractive \
    apt-get install -y -qq --no-install-recommends "$@" >&2
}
