"""``python -m deckkit``, and the console script."""

from __future__ import annotations

import sys
import time

from deckkit import daemon


def main() -> None:
    """Run a command, in the daemon where that can be; see `deckkit.daemon`."""
    if not daemon.is_for(sys.argv[1:]):
        from deckkit.cli import main as run

        run()
        return
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
    sys.exit(code)


if __name__ == "__main__":
    main()
