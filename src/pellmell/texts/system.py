"""What an operating system says is wrong, in the languages of the catalogues."""

import errno
from typing import Final

from pellmell.texts.faults import said
from pellmell.texts.icu import Value

KNOWN: Final = {
    errno.EACCES: "system.denied",
    errno.EADDRINUSE: "system.address-in-use",
    errno.EBUSY: "system.busy",
    errno.EEXIST: "system.exists",
    errno.EINVAL: "system.invalid",
    errno.EIO: "system.input-output",
    errno.EISDIR: "system.is-directory",
    errno.ELOOP: "system.links",
    errno.EMFILE: "system.open-files",
    errno.ENAMETOOLONG: "system.name-too-long",
    errno.ENOENT: "system.no-such-file",
    errno.ENOSPC: "system.full",
    errno.ENOTDIR: "system.not-a-directory",
    errno.EPERM: "system.not-permitted",
    errno.EROFS: "system.read-only",
}
"""What happens to files and addresses; what else may be is quoted as the system says it."""


def reason_of(error: Exception) -> Value:
    """Why something failed, in one line."""
    if isinstance(error, UnicodeError):
        return said("system.not-text")
    if not isinstance(error, OSError):
        return " ".join(str(error).split())
    key = None if error.errno is None else KNOWN.get(error.errno)
    if key is None:
        return " ".join((error.strerror or str(error)).split())
    return said(key)
