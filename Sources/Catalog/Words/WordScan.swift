import Columns
import Foundation
import Glibc
import Query

/// One pass over the words of all assets, for several requests.
struct WordScan {
    private struct Probe {
        let probe: WordProbe
        var rows = RowSet()
    }

    private struct Cameras {
        let condition: Condition
        var rows = RowSet()
    }

    private var probes: [Probe] = []
    private var cameras: [Cameras] = []
    /// Which of the camera requests a camera fulfils, by its names: every block repeats them.
    private var known: [[UInt8]: [Bool]] = [:]
    private let budget: QueryBudget

    init(_ requests: [WordRequest], _ budget: QueryBudget) {
        self.budget = budget
        for request in requests {
            switch request {
            case .texts(let probe): probes.append(Probe(probe: probe))
            case .cameras(let condition): cameras.append(Cameras(condition: condition))
            }
        }
    }

    /// What was found for each request.
    var found: [WordRequest: RowSet] {
        let texts = probes.map { (WordRequest.texts($0.probe), $0.rows) }, names = cameras.map { (WordRequest.cameras($0.condition), $0.rows) }
        return Dictionary(texts + names, uniquingKeysWith: { first, _ in first })
    }

    /// What a block costs of a query's budget, in its units of about a microsecond.
    var blockWork: Int { 2 + 2 * probes.count + cameras.count }

    /// - Parameter first: the row id of the block's first slot.
    mutating func look(through block: WordBlock, first: Int64) throws(QueryError) {
        for index in probes.indices { Self.look(for: probes[index].probe, in: block, first, &probes[index].rows) }
        guard !cameras.isEmpty else { return }
        var fulfilled: [[Bool]] = []
        for camera in block.cameras { fulfilled.append(try fulfils(camera)) }
        for index in cameras.indices where fulfilled.contains(where: { $0[index] }) {
            for slot in 0..<WordBlock.size where block.hasAsset(slot) && fulfilled[block.camera(slot)][index] { cameras[index].rows.insert(first + Int64(slot)) }
        }
    }

    private mutating func fulfils(_ camera: Slice<UnsafeRawBufferPointer>) throws(QueryError) -> [Bool] {
        let bytes = Array(camera)
        if let known = known[bytes] { return known }
        let names = bytes.split(separator: AssetWords.nameEnd, omittingEmptySubsequences: false).prefix(3).map { name -> QueryValue in
            name.first == AssetWords.noName ? .null : .string(String(decoding: name, as: UTF8.self))
        }
        var fulfilled: [Bool] = []
        for request in cameras {
            fulfilled.append(try request.condition.matches({ key in WordRequest.cameraKeys[key].map { names[$0] } ?? .null }, budget))
        }
        known[bytes] = fulfilled
        return fulfilled
    }

    private static func look(for probe: WordProbe, in block: WordBlock, _ first: Int64, _ rows: inout RowSet) {
        forEachHit(of: probe, in: block) { slot, _ in
            rows.insert(first + Int64(slot))
            return true
        }
    }

    /// - Parameter body: gets the slot of the asset and where in the texts the bytes stand. Returns true where the asset's other texts don't matter any more.
    @inline(__always)
    static func forEachHit(of probe: WordProbe, in block: WordBlock, _ body: (_ slot: Int, _ index: Int) -> Bool) {
        let texts = block.texts
        guard let start = texts.baseAddress, texts.count >= probe.bytes.count else { return }
        let text = start.assumingMemoryBound(to: UInt8.self)
        probe.bytes.withUnsafeBufferPointer { bytes in
            guard let needle = bytes.baseAddress else { return }
            var position = 0, slot = 0
            let last = texts.count - bytes.count
            while position <= last, let hit = memchr(text + position, Int32(needle[0]), last - position + 1) {
                let index = UnsafeRawPointer(hit) - UnsafeRawPointer(text)
                position = index + 1
                guard memcmp(text + index, needle, bytes.count) == 0 else { continue }
                while block.offset(slot + 1) <= index { slot += 1 }
                guard probe.accepts(index, in: text, from: block.offset(slot), through: block.offset(slot + 1)) else { continue }
                if body(slot, index) { position = block.offset(slot + 1) }
            }
        }
    }
}

extension WordProbe {
    /// Whether its bytes, which stand at `index`, stand in the right text, and at the right end of it.
    /// - Parameters:
    ///   - start: of the asset's texts.
    ///   - end: of them.
    @inline(__always)
    fileprivate func accepts(_ index: Int, in text: UnsafePointer<UInt8>, from start: Int, through end: Int) -> Bool {
        var before = index - 1
        while before >= start, text[before] < AssetWords.firstTag { before -= 1 }
        guard before >= start, tags >> UInt16(text[before] - AssetWords.firstTag) & 1 != 0 else { return false }
        let begins = before == index - 1
        func ends() -> Bool { index + bytes.count >= end || text[index + bytes.count] >= AssetWords.firstTag }
        switch relation {
        case .contains: return true
        case .beginsWith: return begins
        case .endsWith: return ends()
        case .equals: return begins && ends()
        }
    }
}
