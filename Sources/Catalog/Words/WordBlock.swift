import Foundation

/// The words of 256 assets whose row ids follow each other, as one row of the catalogue has them. Numbers are little-endian:
///
///     257 × UInt32   where the texts of each asset begin, counted from the first text; none are of no asset
///     256 × UInt8    which of the cameras below an asset has
///     UInt32         bytes of the cameras
///     cameras        maker, model and lens of each that the 256 have, in the order in which they come
///     texts
///
/// A row depends on its assets only, not on what was there before.
struct WordBlock {
    static let shift: Int64 = 8
    static let size = 1 << Int(shift)
    private static let camerasAt = 4 * (size + 1)
    private static let headSize = camerasAt + size + 4

    private let bytes: UnsafeRawBufferPointer
    /// Where the texts begin.
    private let start: Int
    /// Each camera's names.
    let cameras: [Slice<UnsafeRawBufferPointer>]

    /// - Parameter bytes: stay where they are as long as the block is used.
    /// - Returns: `nil` where they contradict themselves.
    init?(_ bytes: UnsafeRawBufferPointer) {
        guard bytes.count >= Self.headSize else { return nil }
        let length = Int(UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: Self.headSize - 4, as: UInt32.self)))
        guard length <= bytes.count - Self.headSize else { return nil }
        (self.bytes, start) = (bytes, Self.headSize + length)
        var cameras: [Slice<UnsafeRawBufferPointer>] = [], rest = bytes[Self.headSize..<start], names = 0, first = rest.startIndex
        while let end = rest.firstIndex(of: AssetWords.nameEnd) {
            rest = rest[(end + 1)...]
            names += 1
            guard names.isMultiple(of: 3) else { continue }
            cameras.append(bytes[first...end])
            first = end + 1
        }
        guard rest.isEmpty, names.isMultiple(of: 3) else { return nil }
        self.cameras = cameras
        guard offset(0) == 0, offset(Self.size) == bytes.count - start else { return nil }
        for slot in 0..<Self.size {
            let length = offset(slot + 1) - offset(slot)
            guard length == 0 || length > 0 && camera(slot) < cameras.count else { return nil }
        }
    }

    /// Where the texts of the asset in a slot begin in `texts`; that of the slot behind the last is their end.
    func offset(_ slot: Int) -> Int { Int(UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: 4 * slot, as: UInt32.self))) }

    func camera(_ slot: Int) -> Int { Int(bytes[Self.camerasAt + slot]) }

    func hasAsset(_ slot: Int) -> Bool { offset(slot) < offset(slot + 1) }

    var texts: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: bytes[start...]) }

    // MARK: Making one

    /// The words of each slot.
    var slots: [AssetWords?] {
        (0..<Self.size).map { slot in
            guard hasAsset(slot) else { return nil }
            return AssetWords(texts: Array(texts[offset(slot)..<offset(slot + 1)]), camera: Array(cameras[camera(slot)]))
        }
    }

    /// - Returns: `nil` where no slot has an asset: there is no row then.
    static func bytes(of slots: [AssetWords?]) -> Data? {
        guard slots.contains(where: { $0 != nil }) else { return nil }
        var offsets = Data(capacity: camerasAt), chosen = [UInt8](repeating: 0, count: size), texts: [UInt8] = [], cameras: [UInt8] = []
        var known: [[UInt8]: UInt8] = [:]
        func add(_ number: Int, to data: inout Data) { withUnsafeBytes(of: UInt32(truncatingIfNeeded: number).littleEndian) { data.append(contentsOf: $0) } }
        for (slot, words) in slots.enumerated() {
            add(texts.count, to: &offsets)
            guard let words else { continue }
            texts += words.texts
            if let camera = known[words.camera] {
                chosen[slot] = camera
            } else {
                chosen[slot] = UInt8(known.count)
                known[words.camera] = chosen[slot]
                cameras += words.camera
            }
        }
        add(texts.count, to: &offsets)
        var data = offsets
        data.append(contentsOf: chosen)
        add(cameras.count, to: &data)
        data.append(contentsOf: cameras)
        data.append(contentsOf: texts)
        return data
    }
}
