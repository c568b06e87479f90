# SPDX-License-Identifier: MIT
"""Put gdb on Fivebyte in QEMU, stopped before its first instruction.

Where a QEMU started with scripts/boot --gdb waits already, gdb takes that one: so the shell
is on one terminal and gdb on another. Else one is started here, whose console is only shown.
"""

import argparse
import pathlib
import signal
import socket
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
import boot  # noqa: E402
import machine  # noqa: E402


def parse_arguments(argv):
    parser = argparse.ArgumentParser(
        prog="scripts/debug", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter,
        usage="scripts/debug [scripts/boot's options] [-- gdb's arguments]",
        epilog="In gdb: break vfs_read, continue, bt, Ctrl-C, and kill, which ends QEMU.")
    cut = argv.index("--") if "--" in argv else len(argv)
    parser.parse_known_args(argv[:cut])     # for --help
    return argv[:cut], argv[cut + 1:]


def port_is_taken():
    """Whether a QEMU waits. Asked without connecting, which would be taken for gdb's."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", machine.gdb_port()))
        except OSError:
            return True
    return False


def begin_gdb():
    """In the child: what it would inherit here is wrong for gdb."""
    boot.die_with_parent()
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def main(argv):
    boot_options, gdb_words = parse_arguments(argv)
    qemu = None
    if not port_is_taken():
        # In a session of its own: Ctrl-C is for gdb.
        qemu = subprocess.Popen([sys.executable, HERE / "boot.py", "--gdb", *boot_options],
                                stdin=subprocess.DEVNULL, start_new_session=True, preexec_fn=boot.die_with_parent)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    words = ["gdb", "-q", "-x", str(HERE / "debug.gdb"), "-x", str(HERE / "gdb_unwind.py"),
             "-ex", f"target remote 127.0.0.1:{machine.gdb_port()}", *gdb_words, str(machine.BUILD / "fivebyte.elf")]
    try:
        return subprocess.run(words, preexec_fn=begin_gdb).returncode
    finally:
        if qemu:
            qemu.terminate()
            qemu.wait()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
