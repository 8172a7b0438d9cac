"""``python -m deckkit``, and the console script."""

from __future__ import annotations

import gc
import sys
import time

from deckkit import daemon
from deckkit.errors import ExitCode


def main() -> None:
    """Run the command line, in the daemon where that can be; see `deckkit.daemon`."""
    try:
        if daemon.is_for(sys.argv[1:]):
            sys.exit(_in_daemon())
        from deckkit.cli import main as run

        run()
    except KeyboardInterrupt:  # before, or after, what answers to it
        sys.exit(ExitCode.INTERRUPTED)
    finally:
        gc.freeze()  # else the collector looks through everything before the process ends


def _in_daemon() -> int:
    """The exit code of a command that the daemon ran, or that ran here and left a daemon behind."""
    from deckkit.daemon.identity import identity

    started, own = time.time(), identity()
    from deckkit.daemon import client

    code = client.run(sys.argv[1:], own)
    if code is None:
        from deckkit.cli import main as run
        from deckkit.daemon import server
        from deckkit.game import data_folders

        code = server.run_to_end(run)
        if code in server.GOOD:
            server.stay(own, started, run, data_folders)
    return code


if __name__ == "__main__":
    main()
