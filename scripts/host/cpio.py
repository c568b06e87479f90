# SPDX-License-Identifier: MIT
"""Writes cpio archives in the "newc" form (cpio(5)), the kernel's initrd.

The same names and contents always give the same bytes: no time, owner or inode
of the host gets in.
"""

S_IFDIR, S_IFREG, S_IFLNK = 0o040000, 0o100000, 0o120000


def entry(name, mode, data, inode):
    """One archive member, header, name and data each padded to 4 bytes."""
    raw = name.encode() + b"\0"
    fields = [inode, mode, 0, 0, 1, 0, len(data), 0, 0, 0, 0, len(raw), 0]
    head = b"070701" + b"".join(b"%08X" % field for field in fields)
    return pad(head + raw) + pad(data)


def pad(data):
    return data + b"\0" * (-len(data) % 4)


def archive(files):
    """files: {name: bytes}; folders in the names are made. Return: the archive's bytes."""
    folders = {"/".join(name.split("/")[:depth])
               for name in files for depth in range(1, name.count("/") + 1)}
    members = [(name, S_IFDIR | 0o755, b"") for name in folders]
    members += [(name, S_IFREG | 0o644, data) for name, data in files.items()]
    out = b"".join(entry(name, mode, data, inode)
                   for inode, (name, mode, data) in enumerate(sorted(members), 1))
    return out + entry("TRAILER!!!", 0, b"", 0)


def append(base, files):
    """base, an archive made here, with more files: the trailer moves to the end."""
    end = base.rfind(b"070701", 0, base.rfind(b"TRAILER!!!"))
    return base[:max(end, 0)] + archive(files)
