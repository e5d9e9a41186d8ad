#!/usr/bin/python3
"""forgetful.py MOUNTPOINT: a file system in memory that remembers what was synced, and can say what a power cut would leave.

It keeps the order of everything that changed it. An image of the disk after a cut before any of these changes can then be made again and again,
each time with another fate for what was not synced yet:

- What was written to a file since its last fsync is kept, lost or torn, each page by itself, in any order; torn pages end at a sector of 512 bytes.
- The length of a file that was not synced is the synced one, the newest, or one between them; what lies between is zeros.
- Names (made, renamed, removed) last once one of their folders is synced. Until then some are kept: as a journal keeps them, up to a moment, or
  any of them, in their order.

Orders come on standard input, a line each, and are answered with a line each:

    mark            how many changes there were so far
    image N SEED TO makes the folder TO what the disk holds after a cut before change N
    fail N          from the Nth change after this one on, every change fails with EIO; 0 ends that. Answered with how many failed so far
    quit            unmounts
"""

import errno
import os
import random
import stat
import sys
import time

import pyfuse3
import trio

PAGE, SECTOR = 4096, 512


class Node:
    def __init__(self, number, mode):
        self.number, self.mode = number, mode
        self.uid, self.gid = os.getuid(), os.getgid()
        self.times = [time.time_ns()] * 3
        self.data = bytearray()
        self.target = b""
        self.names = {}
        self.parent = pyfuse3.ROOT_INODE
        self.links = 0
        self.extended = {}


class Forgetful(pyfuse3.Operations):
    supports_dot_lookup = False
    enable_writeback_cache = False
    enable_acl = False

    def __init__(self):
        super().__init__()
        self.nodes = {pyfuse3.ROOT_INODE: Node(pyfuse3.ROOT_INODE, stat.S_IFDIR | 0o755)}
        self.nodes[pyfuse3.ROOT_INODE].links = 1
        self.next = pyfuse3.ROOT_INODE + 1
        self.log = []
        self.failing_from = None
        self.failed = 0

    # What changes the disk passes here first.
    def change(self, *entry):
        if self.failing_from is not None and len(self.log) >= self.failing_from:
            self.failed += 1
            raise pyfuse3.FUSEError(errno.EIO)
        self.log.append(entry)

    def node(self, number):
        found = self.nodes.get(number)
        if found is None:
            raise pyfuse3.FUSEError(errno.ENOENT)
        return found

    def child(self, parent, name):
        number = self.node(parent).names.get(name)
        if number is None:
            raise pyfuse3.FUSEError(errno.ENOENT)
        return number

    def below(self, node):
        return sum(stat.S_ISDIR(self.nodes[number].mode) for number in node.names.values())

    def attributes(self, node):
        entry = pyfuse3.EntryAttributes()
        entry.st_ino, entry.st_mode = node.number, node.mode
        # Whoever walks folders takes from this number whether there are more below.
        entry.st_nlink = 2 + self.below(node) if stat.S_ISDIR(node.mode) else node.links
        entry.st_uid, entry.st_gid = node.uid, node.gid
        entry.st_size = len(node.target) if stat.S_ISLNK(node.mode) else len(node.data)
        entry.st_blksize, entry.st_blocks = PAGE, (len(node.data) + 511) // 512
        entry.st_atime_ns, entry.st_mtime_ns, entry.st_ctime_ns = node.times
        entry.generation = 0
        entry.entry_timeout = entry.attr_timeout = 60
        return entry

    async def getattr(self, number, ctx=None):
        return self.attributes(self.node(number))

    async def lookup(self, parent, name, ctx=None):
        if name == b".":
            return self.attributes(self.node(parent))
        if name == b"..":
            return self.attributes(self.node(self.node(parent).parent))
        return self.attributes(self.node(self.child(parent, name)))

    async def forget(self, numbers):
        pass

    async def access(self, number, mode, ctx):
        return True

    async def statfs(self, ctx):
        answer = pyfuse3.StatvfsData()
        answer.f_bsize = answer.f_frsize = PAGE
        answer.f_blocks, answer.f_bfree, answer.f_bavail = 1 << 22, 1 << 21, 1 << 21
        answer.f_files = answer.f_ffree = answer.f_favail = 1 << 20
        answer.f_namemax = 255
        return answer

    # Names

    def make(self, parent, name, mode, ctx, target=b""):
        if name in self.node(parent).names:
            raise pyfuse3.FUSEError(errno.EEXIST)
        node = Node(self.next, mode)
        node.uid, node.gid, node.target, node.parent, node.links = ctx.uid, ctx.gid, target, parent, 1
        self.change("make", node.number, mode, node.uid, node.gid, target, parent, name)
        self.next += 1
        self.nodes[node.number] = node
        self.node(parent).names[name] = node.number
        return node

    async def mkdir(self, parent, name, mode, ctx):
        return self.attributes(self.make(parent, name, stat.S_IFDIR | stat.S_IMODE(mode) & ~ctx.umask, ctx))

    async def mknod(self, parent, name, mode, rdev, ctx):
        return self.attributes(self.make(parent, name, mode & ~ctx.umask, ctx))

    async def symlink(self, parent, name, target, ctx):
        return self.attributes(self.make(parent, name, stat.S_IFLNK | 0o777, ctx, target))

    async def readlink(self, number, ctx):
        return self.node(number).target

    async def create(self, parent, name, mode, flags, ctx):
        node = self.make(parent, name, stat.S_IFREG | stat.S_IMODE(mode) & ~ctx.umask, ctx)
        return pyfuse3.FileInfo(fh=node.number, keep_cache=True), self.attributes(node)

    async def link(self, number, parent, name, ctx):
        if name in self.node(parent).names:
            raise pyfuse3.FUSEError(errno.EEXIST)
        self.change("link", number, parent, name)
        self.node(parent).names[name] = number
        self.node(number).links += 1
        return self.attributes(self.node(number))

    async def unlink(self, parent, name, ctx):
        number = self.child(parent, name)
        self.change("remove", number, parent, name)
        del self.node(parent).names[name]
        self.node(number).links -= 1

    async def rmdir(self, parent, name, ctx):
        if self.node(self.child(parent, name)).names:
            raise pyfuse3.FUSEError(errno.ENOTEMPTY)
        await self.unlink(parent, name, ctx)

    async def rename(self, parent, name, new_parent, new_name, flags, ctx):
        number, replaced = self.child(parent, name), self.node(new_parent).names.get(new_name)
        if flags & ~pyfuse3.RENAME_NOREPLACE:
            raise pyfuse3.FUSEError(errno.EINVAL)
        if replaced is not None and flags & pyfuse3.RENAME_NOREPLACE:
            raise pyfuse3.FUSEError(errno.EEXIST)
        if replaced is not None and self.node(replaced).names:
            raise pyfuse3.FUSEError(errno.ENOTEMPTY)
        if replaced == number:
            return
        self.change("rename", number, parent, name, new_parent, new_name)
        del self.node(parent).names[name]
        self.node(new_parent).names[new_name] = number
        self.node(number).parent = new_parent
        if replaced is not None:
            self.node(replaced).links -= 1

    async def opendir(self, number, ctx):
        return number

    async def readdir(self, number, start, token):
        names = sorted(self.node(number).names.items())
        for index, (name, child) in enumerate(names[start:], start):
            if not pyfuse3.readdir_reply(token, name, self.attributes(self.node(child)), index + 1):
                return

    async def fsyncdir(self, number, datasync):
        self.change("syncdir", number)

    # Bytes

    async def open(self, number, flags, ctx):
        if flags & os.O_TRUNC:
            self.resize(self.node(number), 0)
        return pyfuse3.FileInfo(fh=number, keep_cache=True)

    async def read(self, number, offset, size):
        return bytes(self.node(number).data[offset:offset + size])

    def resize(self, node, size):
        if size != len(node.data):
            self.change("resize", node.number, size)
            place(node.data, size)

    async def write(self, number, offset, data):
        node = self.node(number)
        self.change("write", number, offset, bytes(data))
        put(node.data, offset, data)
        node.times[1] = node.times[2] = time.time_ns()
        return len(data)

    async def flush(self, number):
        pass

    async def release(self, number):
        pass

    async def fsync(self, number, datasync):
        self.change("sync", number)

    async def setattr(self, number, attr, fields, fh, ctx):
        node = self.node(number)
        if fields.update_size:
            self.resize(node, attr.st_size)
        if fields.update_mode:
            self.change("mode", number, stat.S_IMODE(attr.st_mode))
            node.mode = stat.S_IFMT(node.mode) | stat.S_IMODE(attr.st_mode)
        if fields.update_uid:
            node.uid = attr.st_uid
        if fields.update_gid:
            node.gid = attr.st_gid
        if fields.update_atime:
            node.times[0] = attr.st_atime_ns
        if fields.update_mtime:
            self.change("time", number, attr.st_mtime_ns)
            node.times[1] = attr.st_mtime_ns
        node.times[2] = time.time_ns()
        return self.attributes(node)

    async def getxattr(self, number, name, ctx):
        value = self.node(number).extended.get(name)
        if value is None:
            raise pyfuse3.FUSEError(pyfuse3.ENOATTR)
        return value

    async def setxattr(self, number, name, value, ctx):
        self.node(number).extended[name] = bytes(value)

    async def listxattr(self, number, ctx):
        return list(self.node(number).extended)

    async def removexattr(self, number, name, ctx):
        self.node(number).extended.pop(name, None)


def place(data, size):
    if size < len(data):
        del data[size:]
    else:
        data.extend(bytes(size - len(data)))


def put(data, offset, piece):
    if offset > len(data):
        place(data, offset)
    data[offset:offset + len(piece)] = piece


def folders(entry):
    """The folders whose syncing makes a change of names last."""
    kind = entry[0]
    return {"make": entry[6:7], "link": entry[2:3], "remove": entry[2:3], "rename": (entry[2], entry[4]) if kind == "rename" else ()}[kind]


NAMES = ("make", "link", "remove", "rename")


class Cut:
    """What is left of a disk whose power went before change `end`."""

    def __init__(self, log, end, seed):
        self.random = random.Random(seed)
        log = log[:end]
        self.keep_names(log)
        self.keep_bytes(log)

    def keep_names(self, log):
        pending, lasting = [], set()
        for index, entry in enumerate(log):
            if entry[0] in NAMES:
                pending.append(index)
            elif entry[0] == "syncdir":
                synced = [other for other in pending if entry[1] in folders(log[other])]
                lasting.update(synced)
                pending = [other for other in pending if other not in lasting]
        fate = self.random.random()
        if fate < 0.2:
            kept = set()
        elif fate < 0.6:
            kept = set(pending[:self.random.randint(0, len(pending))])
        else:
            kept = {other for other in pending if self.random.random() < 0.5}
        self.names, self.facts = {pyfuse3.ROOT_INODE: {}}, {}
        for index, entry in enumerate(log):
            kind = entry[0]
            if kind == "make":
                # What a node is comes with its name.
                self.facts[entry[1]] = list(entry[2:6])
                if stat.S_ISDIR(entry[2]):
                    self.names.setdefault(entry[1], {})
            if kind not in NAMES or index not in lasting and index not in kept:
                continue
            if kind == "make":
                self.names[entry[6]][entry[7]] = entry[1]
            elif kind == "link":
                self.names[entry[2]][entry[3]] = entry[1]
            elif kind == "remove":
                if self.names[entry[2]].get(entry[3]) == entry[1]:
                    del self.names[entry[2]][entry[3]]
            elif kind == "rename":
                # Its old name may have been lost, and then only the new one is there.
                if self.names[entry[2]].get(entry[3]) == entry[1]:
                    del self.names[entry[2]][entry[3]]
                self.names[entry[4]][entry[5]] = entry[1]

    def keep_bytes(self, log):
        self.bytes, self.modes, self.times = {}, {}, {}
        durable, live, pending = {}, {}, {}
        for entry in log:
            kind, number = entry[0], entry[1]
            if kind == "write":
                put(live.setdefault(number, bytearray()), entry[2], entry[3])
                pending.setdefault(number, []).append(entry)
            elif kind == "resize":
                place(live.setdefault(number, bytearray()), entry[2])
                pending.setdefault(number, []).append(entry)
            elif kind == "sync":
                if number in live:
                    durable[number] = bytes(live[number])
                    pending.pop(number, None)
            elif kind == "mode":
                self.modes[number] = entry[2]
            elif kind == "time":
                self.times[number] = entry[2]
        for number in live:
            self.bytes[number] = self.fate(durable.get(number, b""), pending.get(number, []), len(live[number]))

    def fate(self, durable, pending, newest):
        data = bytearray(durable)
        if not pending:
            return data
        # All of it lost or kept is the likeliest, and between them anything is possible.
        mood = self.random.random()
        for entry in pending:
            if entry[0] == "resize":
                if mood > 0.25 and self.random.random() < 0.7:
                    place(data, entry[2])
                continue
            offset, piece = entry[2], entry[3]
            at = 0
            while at < len(piece):
                size = min(PAGE - (offset + at) % PAGE, len(piece) - at)
                chance = self.random.random()
                if mood < 0.25 or mood < 0.85 and chance < 0.4:
                    kept = 0
                elif mood < 0.85 and chance < 0.6:
                    # A sector is whole or not there.
                    start = (offset + at) % SECTOR
                    cuts = [cut for cut in range(SECTOR - start, size, SECTOR)]
                    kept = self.random.choice(cuts) if cuts else size
                else:
                    kept = size
                if kept:
                    put(data, offset + at, piece[at:at + kept])
                at += size
        if mood >= 0.25 and mood < 0.85 and len(data) < newest and self.random.random() < 0.3:
            place(data, self.random.randint(len(data), newest))
        return data

    def write(self, to):
        made = {}

        def walk(number, folder):
            os.makedirs(folder, exist_ok=True)
            for name, child in self.names[number].items():
                path = os.path.join(folder, os.fsdecode(name))
                mode, uid, gid, target = self.facts[child]
                if stat.S_ISDIR(mode):
                    walk(child, path)
                    os.chmod(path, self.modes.get(child, stat.S_IMODE(mode)))
                elif stat.S_ISLNK(mode):
                    os.symlink(target, os.fsencode(path))
                elif child in made:
                    os.link(made[child], path)
                else:
                    with open(path, "wb") as file:
                        file.write(self.bytes.get(child, b""))
                    os.chmod(path, self.modes.get(child, stat.S_IMODE(mode)))
                    if child in self.times:
                        os.utime(path, ns=(self.times[child], self.times[child]))
                    made[child] = path

        walk(pyfuse3.ROOT_INODE, to)


def answer(disk, line):
    words = line.split(" ", 3)
    if words[0] == "mark":
        return str(len(disk.log))
    if words[0] == "image":
        Cut(disk.log, int(words[1]), int(words[2])).write(words[3])
        return "made"
    if words[0] == "fail":
        count, failed = int(words[1]), disk.failed
        disk.failing_from, disk.failed = (len(disk.log) + count - 1 if count else None), 0
        return str(failed)
    return "unknown"


async def listen(disk):
    orders = trio.lowlevel.FdStream(os.dup(0))
    rest = b""
    while True:
        piece = await orders.receive_some(65536)
        rest += piece
        while b"\n" in rest:
            line, rest = rest.split(b"\n", 1)
            line = line.decode()
            if line == "quit":
                piece = b""
                break
            # Others must be able to use the disk meanwhile only between two orders.
            print(answer(disk, line), flush=True)
        if not piece:
            pyfuse3.terminate()
            return


async def main():
    disk = Forgetful()
    options = set(pyfuse3.default_options) | {"fsname=forgetful", "default_permissions"}
    pyfuse3.init(disk, sys.argv[1], options)
    print("mounted", flush=True)
    try:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(listen, disk)
            await pyfuse3.main()
            nursery.cancel_scope.cancel()
    finally:
        pyfuse3.close(unmount=True)


trio.run(main)
