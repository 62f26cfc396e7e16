"""Open files: each connection is one, and the system lets a process have only so many."""

import logging
import sys

MORE = "raise the limit (`ulimit -n`, or `LimitNOFILE=` of systemd), or lower --sockets"

log = logging.getLogger(__name__)


def most_open_files() -> int | None:
    """None where there is no such limit."""
    if sys.platform == "win32":
        return None
    import resource

    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return None if soft == resource.RLIM_INFINITY else soft


def allow_open_files(wanted: int) -> None:
    """Raises the limit as far as it is needed and may be, and says what it falls short by."""
    if sys.platform == "win32":
        return
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    if most < wanted:
        log.warning("only %d files may be open at once, and all connections could need %d: %s", most, wanted, MORE)
