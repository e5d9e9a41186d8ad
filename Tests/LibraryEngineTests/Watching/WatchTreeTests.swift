import Foundation
import Originals
import Testing

@testable import LibraryEngine

/// What a watch makes of what it sees, in small worlds: nothing is on a disk.
@Suite("What a watch knows") struct WatchTreeTests {
    @Test func linesAreReadAsTheyWereWritten() {
        let file = WatchedFile(inode: .max, size: 12, modified: -3, changed: 9_999_999_999_999)
        let lines: [WatchLine] = [
            .known(BytePath("/a b/c\nd\\n"), file, isTaken: true), .known(BytePath(bytes: [0x2F, 0xFF, 0x20, 0x5C]), file, isTaken: false), .gone(BytePath("/ x ")),
            .mount(BytePath("/m"), true), .mount(BytePath("/m"), false), .catalogue(CatalogueMoment(position: 7, recovery: nil)),
            .catalogue(CatalogueMoment(position: 7, recovery: "A record 2024")),
        ]
        for line in lines {
            let text = Array(line.checked.utf8)
            #expect(text.last == UInt8(ascii: "\n") && text.count { $0 == UInt8(ascii: "\n") } == 1)
            #expect(WatchLine(checked: text.dropLast()) == line)
            for index in 0..<(text.count - 1) {
                var torn = Array(text.dropLast())
                torn[index] ^= 4
                #expect(WatchLine(checked: torn) == nil)
            }
        }
        #expect(WatchLine(checked: []) == nil && WatchLine(checked: Array("00000000 ".utf8)) == nil)
    }

    @Test func whatIsAheadOfTheCatalogueIsNotBelieved() {
        let now = CatalogueMoment(position: 5, recovery: nil)
        #expect(!CatalogueMoment(position: 5, recovery: nil).isAhead(of: now))
        #expect(CatalogueMoment(position: 6, recovery: nil).isAhead(of: now))
        #expect(CatalogueMoment(position: 1, recovery: "x").isAhead(of: now))
        #expect(now.isAhead(of: CatalogueMoment(position: 9, recovery: "x")))
    }

    @Test func triesAreFartherAndFartherApart() {
        let times = WatchTimes()
        #expect((1...12).map { times.pause($0) } == [10, 20, 40, 80, 160, 320, 640, 1_280, 2_560, 3_600, 3_600, 3_600])
        #expect(times.pause(0) == 10 && times.pause(.max) == 3_600)
    }

    @Test(arguments: [("a.jpg", true), ("A.HEIC", true), ("a.mov", true), ("a.xmp", true), ("a.aae", true), ("a.txt", false), ("a", false), ("a.zip", false)])
    func namesTellWhatMayBeAPartOfAPicture(_ name: String, _ isPart: Bool) { #expect(FolderListing.isPart(BytePath(name)) == isPart) }

    // MARK: What comes and goes

    private let root = BytePath("/w"), disk = BytePath("/w/disk"), sub = BytePath("/w/disk/sub")

    private func file(_ inode: UInt64) -> WatchedFile { WatchedFile(inode: inode, size: 5, modified: 0, changed: 0) }

    private func listing(_ device: UInt64, _ inode: UInt64, _ files: [BytePath: WatchedFile] = [:], _ folders: [BytePath: FolderIdentity] = [:]) -> FolderListing {
        FolderListing(identity: FolderIdentity(device: device, inode: inode), modified: 0, files: files, folders: folders)
    }

    @Test func nothingIsGoneInFoldersOfADiskThatIsGone() {
        let name = BytePath("a.jpg"), mounted = FolderIdentity(device: 2, inode: 1), own = FolderIdentity(device: 2, inode: 2)
        var tree = WatchTree(root: root, times: WatchTimes())
        let first = tree.note(listing(1, 1, [:], [BytePath("disk"): mounted]), of: root, at: 100)
        let second = tree.note(listing(2, 1, [:], [BytePath("sub"): own]), of: disk, at: 100)
        _ = tree.note(listing(2, 2, [name: file(7)]), of: sub, at: 100)
        tree.finish(sub.appending(name), .taken)
        #expect(first == [disk] && second == [sub] && tree.disk(of: sub) == disk)
        // What is left is an empty folder.
        _ = tree.note(listing(1, 9), of: disk, at: 200)
        tree.noteGone(sub, at: 200)
        #expect(!tree.hasVanished && tree.fileCount == 1 && tree.children(of: disk).isEmpty && tree.disk(of: sub) == nil)
        // It is back, and all that is on it is looked at.
        let back = tree.note(listing(2, 1, [:], [BytePath("sub"): own]), of: disk, at: 300)
        _ = tree.note(listing(2, 2, [name: file(7)]), of: sub, at: 300)
        #expect(back == [sub] && tree.waitingCount == 0)
        tree.noteGone(sub, at: 300)
        #expect(tree.hasVanished)
    }

    @Test func aNameThatIsTakenAgainIsNotGone() {
        let name = BytePath("a.jpg"), times = WatchTimes()
        var tree = WatchTree(root: root, times: times)
        _ = tree.note(listing(1, 1, [name: file(7), BytePath("b.jpg"): file(8)]), of: root, at: 100)
        for name in ["a.jpg", "b.jpg"] { tree.finish(root.appending(name), .taken) }
        _ = tree.note(listing(1, 1), of: root, at: 200)
        _ = tree.note(listing(1, 1, [name: file(9)]), of: root, at: 201)
        let early = tree.resolveVanished(at: 202)
        #expect(early.gone.isEmpty && early.moved.isEmpty && tree.hasVanished)
        let late = tree.resolveVanished(at: 200 + times.gone)
        #expect(late.gone == [root.appending("b.jpg")] && late.moved.isEmpty && tree.hasVanished)
        tree.follow(late)
        #expect(!tree.hasVanished && tree.waitingCount == 1)
    }

    @Test func whatWasMovedIsAwaitedUntilTheLibraryFollows() {
        let from = root.appending("a.jpg"), to = root.appending("b.jpg")
        var tree = WatchTree(root: root, times: WatchTimes())
        _ = tree.note(listing(1, 1, [BytePath("a.jpg"): file(7)]), of: root, at: 100)
        tree.finish(from, .taken)
        _ = tree.note(listing(1, 1, [BytePath("b.jpg"): file(7)]), of: root, at: 200)
        _ = tree.drainLines()
        for time in [200.0, 201, 300] {
            let outcome = tree.resolveVanished(at: time)
            #expect(outcome.moved.map { $0.from } == [from] && outcome.moved.map { $0.to } == [to] && outcome.gone.isEmpty)
        }
        tree.follow(tree.resolveVanished(at: 300))
        #expect(!tree.hasVanished && tree.waitingCount == 0)
        let lines = tree.drainLines()
        #expect(lines == [.gone(from), .known(to, file(7), isTaken: true)])
    }

    @Test func whatCantBeLookedAtIsNotGone() {
        let name = BytePath("a.jpg"), own = FolderIdentity(device: 1, inode: 2)
        var tree = WatchTree(root: root, times: WatchTimes())
        _ = tree.note(listing(1, 1, [name: file(7)], [BytePath("sub"): own]), of: root, at: 100)
        tree.finish(root.appending(name), .taken)
        let unknown: Set<BytePath> = [name, BytePath("sub")]
        _ = tree.note(FolderListing(identity: FolderIdentity(device: 1, inode: 1), modified: 0, unknown: unknown), of: root, at: 200)
        #expect(!tree.hasVanished && tree.fileCount == 1 && tree.children(of: root) == [root.appending("sub")])
        #expect(tree.needsListing(root, FolderIdentity(device: 1, inode: 1), modified: 0))
        _ = tree.note(listing(1, 1), of: root, at: 300)
        #expect(tree.hasVanished && tree.fileCount == 0 && tree.children(of: root).isEmpty)
    }

    @Test func nothingIsAwaitedOnADiskThatIsGone() {
        let mounted = FolderIdentity(device: 2, inode: 1)
        var tree = WatchTree(root: root, times: WatchTimes())
        _ = tree.note(listing(1, 1, [:], [BytePath("disk"): mounted]), of: root, at: 100)
        _ = tree.note(listing(2, 1, [BytePath("a.jpg"): file(7)]), of: disk, at: 100)
        #expect(tree.due == 100 && tree.waitingCount == 1)
        // Its folder goes with it.
        _ = tree.note(listing(1, 1), of: root, at: 200)
        #expect(tree.due == nil && tree.waitingCount == 0 && tree.fileCount == 1 && tree.needsListing(disk, mounted, modified: 0))
        let back = tree.note(listing(1, 1, [:], [BytePath("disk"): mounted]), of: root, at: 300)
        #expect(back == [disk])
        _ = tree.note(listing(2, 1, [BytePath("a.jpg"): file(7)]), of: disk, at: 300)
        #expect(tree.due != nil && tree.waitingCount == 1)
    }

    @Test func whatIsTriedAgainWaitsForItsOtherHalf() {
        let picture = BytePath("IMG_1.jpg"), raw = BytePath("IMG_1.rw2")
        var tree = WatchTree(root: root, times: WatchTimes())
        _ = tree.note(listing(1, 1, [picture: file(7)]), of: root, at: 100)
        tree.finish(root.appending(picture), .later(until: 110, attempts: 1))
        _ = tree.note(listing(1, 1, [picture: file(7), raw: file(8)]), of: root, at: 120)
        let groups = tree.takeReady(at: 120, limit: 10) { $0.lastComponent == raw }
        #expect(groups.isEmpty && tree.attempts(of: root.appending(picture)) == 1)
        #expect((tree.due ?? 0) > 120)
    }

    @Test func thatAFileWasClosedIsForgottenWhereNobodyMetIt() {
        let times = WatchTimes(), young = WatchedFile(inode: 7, size: 5, modified: 100_000_000_000, changed: 100_000_000_000)
        for isForgotten in [false, true] {
            var tree = WatchTree(root: root, times: times)
            tree.noteClosed(root.appending("a.jpg"), at: 100)
            if isForgotten { tree.forgetClosings() }
            _ = tree.note(listing(1, 1, [BytePath("a.jpg"): young]), of: root, at: 100)
            #expect(tree.due == 100 + (isForgotten ? times.quiet : times.closed))
        }
    }
}
