import Foundation
import Synchronization

/// The row and revision of assets that were asked for lately, so that the catalogue isn't asked for each picture of a page.
///
/// A fixed number of slots (8 MB), in sets of sixteen: each asset has a set, and loses its slot there when more than fifteen others of the set were asked
/// for since. What is known may be a commit old: a stored thumbnail carries the asset and revision it was made of, so nobody gets another picture than the
/// address says. It says nothing of who may see the asset: that is asked of the session, each time.
final class AssetAddresses: Sendable {
    struct Address: Equatable {
        var id: Int64
        var revision: Int64
    }

    private struct Slot {
        var high: UInt64 = 0
        var low: UInt64 = 0
        var address = Address(id: 0, revision: 0)
    }

    /// A page may be scrolled through again and again; a hundred thousand photos have their slots.
    private static let slots = 1 << 18, ways = 16
    private let table = Mutex<[Slot]>([])

    func address(high: UInt64, low: UInt64) -> Address? {
        table.withLock { table in
            guard !table.isEmpty else { return nil }
            let first = Self.first(high, low)
            for index in first..<first + Self.ways where table[index].low == low && table[index].high == high && table[index].address.id > 0 {
                return table[index].address
            }
            return nil
        }
    }

    func note(_ uuid: UUID, id: Int64, revision: Int64) {
        let (high, low) = uuid.halves, slot = Slot(high: high, low: low, address: Address(id: id, revision: revision))
        table.withLock { table in
            if table.isEmpty { table = [Slot](repeating: Slot(), count: Self.slots) }
            let first = Self.first(high, low), last = first + Self.ways - 1
            // The latest stands first; the one that was noted longest ago makes way.
            var index = (first..<last).first { table[$0].low == low && table[$0].high == high } ?? last
            while index > first {
                table[index] = table[index - 1]
                index -= 1
            }
            table[first] = slot
        }
    }

    func forget() { table.withLock { $0 = [] } }

    private static func first(_ high: UInt64, _ low: UInt64) -> Int {
        (Int(truncatingIfNeeded: ((high ^ low) &* 0x9E37_79B9_7F4A_7C15) >> 44) & (slots / ways - 1)) * ways
    }
}

extension UUID {
    /// Both halves, the first byte highest.
    var halves: (high: UInt64, low: UInt64) {
        withUnsafeBytes(of: uuid) { (UInt64(bigEndian: $0.loadUnaligned(as: UInt64.self)), UInt64(bigEndian: $0.loadUnaligned(fromByteOffset: 8, as: UInt64.self))) }
    }

    init(high: UInt64, low: UInt64) {
        self = withUnsafeBytes(of: (high.bigEndian, low.bigEndian)) { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }
}
