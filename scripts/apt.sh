# Sourced by the scripts that install browsers: packages of Debian and its kin, where one may.

as_root() {
  if [ "$(id -u)" = 0 ]; then
    "$@"
  elif command -v sudo >/dev/null && sudo -n true 2>/dev/null; then
    sudo -n "$@"
  else
    return 1
  fi
}

from_apt() {
  command -v apt-get >/dev/null || return 1
  # Once for all that is asked for, and where there is no network only once in vain.
  if [ -z "${apt_fresh:-}" ]; then
    if as_root apt-get update -qq >&2; then apt_fresh=yes; else apt_fresh=no; fi
  fi
  [ "$apt_fresh" = yes ] || return 1
  as_root env DEBIAN_FRONTEND=noninteractive \
    apt-get install -y -qq --no-install-recommends "$@" >&2
}
