import Foundation
import LibraryEngine
import Testing
@testable import PhotosServer

/// The parts of the tree that need no library.
@Suite struct DAVPartsTests {
    @Test func `an address is parts, in the composed form`() {
        let cases: [(String, [String]?)] = [
            ("/dav", []), ("/dav/", []), ("/dav?x=1", []), ("/dav/a/b", ["a", "b"]), ("/dav/a/b/", ["a", "b"]), ("/dav//a", ["a"]), ("/dav/a%20b%26c", ["a b&c"]),
            ("/dav/Gru%CC%88n", ["Gr\u{FC}n"]), ("/dav/a?b/c", ["a"]), ("/davx", nil), ("/da", nil), ("/", nil), ("/x/dav/a", nil), ("/dav/%2e%2e/a", nil), ("/dav/..", nil),
            ("/dav/a%231/b%3f", ["a#1", "b?"]), ("/dav/a#1", nil),
            ("/dav/A/Icon%0D", ["A", "Icon\r"]), ("/dav/._Icon%0d", ["._Icon\r"]), ("/dav/Icon%0D%0A", nil), ("/dav/Icon%0Dx", nil), ("/dav/a%0D", nil),
            ("/dav/./a", nil), ("/dav/a%2Fb", nil), ("/dav/a%5Cb", nil), ("/dav/%00", nil), ("/dav/%0A", nil), ("/dav/%FF", nil), ("/dav/%", nil), ("/dav/%4", nil), ("dav/a", nil),
        ]
        for (address, parts) in cases {
            let path = DAVPath(uri: address)
            #expect(path?.parts.map { Array($0.unicodeScalars) } == parts?.map { Array($0.unicodeScalars) }, "\(address)")
            guard let path else { continue }
            for isFolder in [false, true] { #expect(DAVPath(uri: path.href(isFolder: isFolder)) == path, "\(address) comes back") }
        }
        let path = DAVPath(["a", "b"])
        #expect(path.isInside(DAVPath(["a"])) && path.isInside(path) && !path.isInside(DAVPath(["a", "bc"])) && !path.isInside(DAVPath(["b"])))
        #expect(path.parent == DAVPath(["a"]) && path.name == "b" && DAVPath([]).parent == DAVPath([]) && DAVPath([]).name == nil)
    }

    @Test func `dates are read as HTTP and Windows write them`() {
        let cases: [(String, Int?)] = [
            ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777), ("Fri, 14 Jul 2017 02:40:00 GMT", 1_500_000_000), ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
            ("Wed, 31 Dec 1969 23:59:59 GMT", -1), ("Thu, 29 Feb 2024 12:00:00 GMT", 1_709_208_000), ("", nil), ("yesterday", nil), ("1500000000", nil),
            ("Fri, 14 Jul 2017 02:40:00", nil), ("Fri, 14 Jul 2017 02:40:00 CET", nil), ("Fri, 31 Jun 2017 02:40:00 GMT", nil), ("Thu, 29 Feb 2023 12:00:00 GMT", nil),
            ("Fri, 14 Jul 2017 24:00:00 GMT", nil), ("Fri, 14 Jul 2017 02:60:00 GMT", nil), ("Fri, 14 Foo 2017 02:40:00 GMT", nil), ("Fri, 14 Jul 0 02:40:00 GMT", nil),
            ("Fri, 14 Jul 2017 02:40 GMT", nil),
        ]
        for (text, seconds) in cases { #expect(HTTPDate.seconds(of: text) == seconds, "\(text)") }
    }

    @Test func `the oldest goes where there is no room, and what is set again is the newest`() {
        var values = Oldest<String, Int>(most: 3)
        for (number, key) in ["a", "b", "c", "a", "d"].enumerated() { values.set(key, number) }
        #expect(values.all == [2, 3, 4] && values["b"] == nil && values["a"] == 3)
        let gone = [values.remove("a"), values.remove("a")]
        #expect(gone == [3, nil])
        for key in ["e", "f"] { values.set(key, 9) }
        #expect(values["c"] == nil && values["d"] == 4)
        let meant = values.remove(where: { key, _ in key == "d" })
        #expect(meant == [4] && values.all == [9, 9])
    }

    @Test func `the oldest go where all together cost more than they may`() {
        var values = Oldest<String, Int>(most: 100, budget: 10, cost: { $0 })
        for (key, cost) in [("a", 3), ("b", 3), ("c", 3)] { values.set(key, cost) }
        let gone = [values.set("d", 1), values.set("e", 4)]
        #expect(gone == [[], [3, 3]] && values.all == [3, 1, 4])
        let again = values.set("d", 3)
        #expect(again == [] && values.all == [3, 4, 3], "what is set again costs once")
        values.remove("c")
        let last = [values.set("f", 3), values.set("g", 10)]
        #expect(last == [[], [4, 3, 3]])
    }

    @Test func `what desktops leave is told by its name, and by the folder that it is in`() {
        for name in ["._a.jpg", "._Icon\r", "Icon\r", "ICON\u{240D}", "Icon\u{F00D}", ".com.apple.timemachine.supported", "Thumbs.db", "desktop.ini", ".Trashes", "~$a.docx"] {
            #expect(DAVClutter.isClutter(name), "\(name)")
        }
        for name in ["Icon", "Icon.jpg", "icons", "_a.jpg", "a._b.jpg", "Trash", ".a.jpg", "thumbs.jpg", "IMG_1.JPG.part"] { #expect(!DAVClutter.isClutter(name), "\(name)") }
        for parts in [["Incoming", "A", ".DS_Store"], ["Incoming", ".Trash-1000", "files", "a.jpg"], [".DS_Store"]] { #expect(DAVPath(parts).mayBeClutter, "\(parts)") }
        for parts in [["Incoming", "A", "a.jpg"], []] { #expect(!DAVPath(parts).mayBeClutter, "\(parts)") }
    }

    @Test func `what was found of files that wait stays so for one question`() {
        let seen = PutsSeen(), folder = PutFolder(path: "a")
        var looks = 0
        func look() -> Bool {
            let one = seen.entry(named: "b", in: folder) {
                looks += 1
                return nil
            }
            let all = seen.keys(in: folder) {
                looks += 1
                return []
            }
            return one == nil && all.isEmpty
        }
        let isNothing = [look(), look()], isNew = [seen.takeNew(), seen.takeNew()]
        #expect(isNothing == [true, true] && looks == 2 && isNew == [true, false])
        _ = seen.entry(named: "c", in: folder) {
            looks += 1
            return nil
        }
        let isNewer = seen.takeNew()
        #expect(looks == 3 && isNewer, "another name is another question")
        seen.reset()
        let isForgotten = look()
        #expect(looks == 5 && isForgotten)
    }

    @Test func `a lock stands by its path, its token and its time`() throws {
        let locks = DAVLocks(), path = DAVPath(["Incoming", "Gr\u{FC}n.jpg"])
        func add(_ path: DAVPath, _ token: String, _ seconds: Double = 100, at now: Double = 0) -> DAVLock? {
            locks.add(path, owner: "", isOwnerAddress: false, token: token, seconds: seconds, at: now)
        }
        #expect(add(path, "1") != nil && add(path, "2") == nil && add(DAVPath(["Incoming", "other.jpg"]), "3") != nil)
        #expect(locks.lock(of: path, at: 99)?.token == "1" && locks.lock(of: path, at: 101) == nil)
        #expect(locks.locks(inside: DAVPath(["Incoming"]), at: 0).count == 2 && locks.locks(inside: DAVPath(["Albums"]), at: 0).isEmpty)
        #expect(locks.refresh(path, token: "2", seconds: 100, at: 50) == nil && locks.refresh(path, token: "1", seconds: 10_000, at: 50)?.end == 650)
        #expect(!locks.remove(path, token: "2", at: 60) && locks.remove(path, token: "1", at: 60) && !locks.remove(path, token: "1", at: 60))
        #expect(add(path, "4", at: 60) != nil)
        locks.removeAll(inside: DAVPath(["Incoming"]))
        #expect(locks.locks(inside: DAVPath([]), at: 60).isEmpty)
    }
}
