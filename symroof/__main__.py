"""``python -m symroof``, and what the installed command runs: whoever stops it, even while it loads, gets one line."""


def main() -> None:
    """Run the command line; Ctrl-C ends it with exit code 130."""
    try:
        from symroof.cli import main as command

        command(prog_name="symroof")
    except KeyboardInterrupt:
        import os

        os.write(2, b"symroof: interrupted\n")
        os._exit(130)


if __name__ == "__main__":
    main()
