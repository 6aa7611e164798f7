"""``python -m symroof``, and what the installed command runs: whoever stops it, even while it loads, gets one line."""


def main() -> None:
    """Run the command line; Ctrl-C ends it with exit code 130."""
    import gc
    import sys

    gc.set_threshold(100_000, 20, 20)  # a command makes a few thousand lasting objects while it loads, and no rubbish
    try:
        from symroof.commands.plain import answered

        if not answered(sys.argv[1:]):
            from symroof.cli import main as command

            command(prog_name="symroof")
    except KeyboardInterrupt:
        _interrupted(b"symroof: interrupted\n")
    except RuntimeError as e:  # Python 3.11 wraps what comes while a class names its attributes
        if isinstance(e.__cause__, KeyboardInterrupt):
            _interrupted(b"symroof: interrupted\n")
        raise
    except SystemExit as e:
        if e.code == 130:
            _interrupted(b"")
        raise


def _interrupted(message: bytes) -> None:
    """Leave at once: Python would end by the signal where it came while code was made, as inside a dataclass."""
    import os
    import sys

    try:
        sys.stdout.flush()
        sys.stderr.flush()
        os.write(2, message)
    except (OSError, ValueError):  # nobody reads any more
        pass
    os._exit(130)


if __name__ == "__main__":
    main()
