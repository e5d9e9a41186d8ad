import TestSupport
import Testing

@testable import Metadata

/// What of a movie is read to know what it says of itself.
@Suite struct MovieHeadTests {
    /// Reads what is wanted of a movie.
    private func read(_ movie: [UInt8]) -> (head: MovieHead, asked: [Range<Int64>]) {
        var head = MovieHead(size: Int64(movie.count)), asked: [Range<Int64>] = []
        while case .read(let range) = head.step {
            asked.append(range)
            head.take(Array(movie[Int(range.lowerBound)..<Int(range.upperBound)]))
        }
        return (head, asked)
    }

    /// Zeros where nothing was read.
    private func file(of head: MovieHead) -> [UInt8] {
        var file = [UInt8](repeating: 0, count: Int(head.size))
        for part in head.parts { file.replaceSubrange(Int(part.offset)..<Int(part.offset) + part.bytes.count, with: part.bytes) }
        return file
    }

    private func body(_ count: Int) -> [UInt8] { [UInt8](repeating: 7, count: count) }

    /// A box that says another length than it has, or one of 64 bits where that is given too.
    private func box(_ kind: String, saying length: Int, long longLength: Int? = nil, _ body: [UInt8]) -> [UInt8] {
        var box = Bytes()
        box.add32(length)
        box.add(kind)
        if let longLength { box.add64(longLength) }
        box.add(body)
        return box.bytes
    }

    private func longBox(_ kind: String, _ body: [UInt8]) -> [UInt8] { box(kind, saying: 1, long: body.count + 16, body) }

    @Test func tablesAtTheEndAreReadAndTheDataIsNot() {
        let start = Samples.fileType("isom") + Bytes.box("mdat", body(3_000_000)), movie = start + Bytes.box("moov", body(2_000_000))
        let (head, asked) = read(movie), tables = Int64(start.count)
        #expect(head.step == .done && !head.hasItems)
        #expect(asked == [0..<65_536, tables..<tables + 1_048_576, tables + 1_048_576..<Int64(movie.count)])
        #expect(head.has(0..<65_536) && head.has(tables + 5..<tables + 2_000_000) && !head.has(65_000..<65_537) && !head.has(tables - 1..<tables))
        #expect(head.parts.map(\.offset) == [0, tables] && file(of: head)[start.count...] == movie[start.count...])
    }

    @Test func tablesAtTheBeginningAreReadWithWhatIsBeforeThem() {
        let (head, asked) = read(Samples.fileType("qt  ") + Bytes.box("moov", body(1_000)) + longBox("mdat", body(200_000)))
        #expect(head.step == .done && asked == [0..<65_536])
        // The last one says nothing of its length.
        let open = Samples.fileType("qt  ") + Bytes.box("moov", body(1_000)) + box("mdat", saying: 0, body(200_000))
        #expect(read(open).head.step == .done && read(open).asked == [0..<65_536])
    }

    @Test func everythingButTheDataIsReadInWhateverOrderItStands() {
        let boxes = [
            ("moov", Bytes.box("moov", body(90_000))), ("mdat", longBox("mdat", body(150_000))), ("free", Bytes.box("free", body(70_000))),
            ("mdat", Bytes.box("mdat", body(65_500))), ("uuid", Bytes.box("uuid", body(3))),
        ]
        for order in Self.orders(of: boxes.count) {
            var movie = Samples.fileType("isom")
            for index in order { movie += boxes[index].1 }
            // What is too short for a box.
            movie += [1, 2, 3]
            let (head, asked) = read(movie), file = self.file(of: head)
            #expect(head.step == .done, "\(order)")
            #expect(zip(asked, asked.dropFirst()).allSatisfy { $0.upperBound <= $1.lowerBound } && asked.allSatisfy { !$0.isEmpty }, "\(order)")
            var start = Samples.fileType("isom").count
            for index in order {
                let (kind, box) = boxes[index], known = start..<start + (kind == "mdat" ? 8 : box.count)
                #expect(file[known] == movie[known], "\(kind) at \(start) of \(order)")
                start += box.count
            }
            #expect(file[start...] == [1, 2, 3], "\(order)")
        }
    }

    private static func orders(of count: Int) -> [[Int]] {
        guard count > 0 else { return [[]] }
        return orders(of: count - 1).flatMap { order in (0...order.count).map { index in Array(order[..<index]) + [count - 1] + Array(order[index...]) } }
    }

    @Test func boxesThatPointIntoTheDataAreTold() {
        let movie = Samples.fileType("isom") + Bytes.box("moov", body(100)) + Bytes.box("mdat", body(100_000))
        #expect(!read(movie).head.hasItems && read(movie + Bytes.box("meta", body(4))).head.hasItems)
    }

    @Test func onlyTheWholeOfOthersTells() {
        let start = Samples.fileType("isom"), movie = start + Bytes.box("moov", body(100_000))
        #expect(read(movie).head.step == .done)
        // Cut off; smaller than its own head, twice; larger than any file; no boxes.
        let impossible = [
            Array(movie.dropLast()), start + box("moov", saying: 7, []), start + box("mdat", saying: 1, long: 15, body(40)), start + box("mdat", saying: 1, long: -1, body(40)),
            Array("RIFF".utf8) + body(40),
        ]
        for file in impossible { #expect(read(file).head.step == .impossible) }
        // A box that is too large is not begun.
        let large = read(start + Bytes.box("free", body(20 << 20)))
        #expect(large.head.step == .impossible && large.asked == [0..<65_536])
        // Fragments by the dozen are given up before most of the film was read.
        var film = start
        for _ in 0..<40 { film += Bytes.box("moof", body(100)) + Bytes.box("mdat", body(1 << 20)) }
        let fragments = read(film).head
        #expect(fragments.step == .impossible && fragments.parts.reduce(0) { $0 + $1.bytes.count } <= Int(MovieHead.mostBytes))
        var other = MovieHead(size: 100)
        other.take([1])
        #expect(other.step == .impossible, "other bytes than were wanted")
        #expect(read([]).head.step == .done && read([]).asked.isEmpty)
    }

    @Test(arguments: 0..<8) func anyBytesEnd(_ seed: Int) {
        var random = SeededRandom(seed: UInt64(seed))
        let movie = Samples.fileType("qt  ") + Samples.movie() + Bytes.box("mdat", body(80_000))
        for _ in 0..<40 {
            var broken = movie
            for _ in 0..<1 + random.number(below: 8) { broken[random.number(below: min(400, broken.count))] = UInt8(random.number(below: 256)) }
            let (head, asked) = read(Array(broken.prefix(random.number(below: broken.count))))
            #expect(head.step == .done || head.step == .impossible)
            #expect(zip(asked, asked.dropFirst()).allSatisfy { $0.upperBound <= $1.lowerBound })
        }
    }
}
