import PhotoModel
import Support

/// What to overwrite in a file so that it says nowhere where it was taken. The file keeps its length, and its pictures and sounds stay byte for byte: parts of it
/// can be handed out without a look at the rest.
///
/// What may say a place is not looked for: what is known to say none stays, and all other words, notes and unknown parts go. What remains is the picture itself
/// with its size, colours, dates and camera.
package struct PlaceMask: Sendable, Equatable {
    package enum Fill: Sendable, Equatable {
        case zeros
        case spaces
        case bytes([UInt8])
    }

    package struct Part: Sendable, Equatable {
        package var range: Range<Int>
        package var fill: Fill

        package init(range: Range<Int>, fill: Fill) { (self.range, self.fill) = (range, fill) }

        fileprivate func byte(at offset: Int) -> UInt8 {
            switch fill {
            case .zeros: 0
            case .spaces: 0x20
            case .bytes(let bytes): bytes[offset - range.lowerBound]
            }
        }
    }

    /// In their order, none over another.
    package private(set) var parts: [Part] = []

    /// Samples of data tracks are parts each, unless they follow each other.
    package static let mostParts = 200_000
    /// Bytes of all `Fill.bytes` together.
    package static let mostBytes = 8 << 20

    package init() {}

    /// - Parameter parts: in any order; where several lie over each other the first counts.
    /// - Returns: `nil` for more than a mask may have, and for parts outside of a file of so many bytes.
    package init?(_ parts: [Part], count: Int) {
        guard parts.count <= Self.mostParts else { return nil }
        var bytes = 0, end = 0
        for part in parts.filter({ !$0.range.isEmpty }).sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
            guard part.range.lowerBound >= 0, part.range.upperBound <= count else { return nil }
            if case .bytes(let given) = part.fill {
                guard given.count == part.range.count else { return nil }
                bytes += given.count
            }
            guard part.range.upperBound > end else { continue }
            var part = part
            if part.range.lowerBound < end {
                if case .bytes(let given) = part.fill { part.fill = .bytes(Array(given[(end - part.range.lowerBound)...])) }
                part.range = end..<part.range.upperBound
            }
            if let last = self.parts.last, last.range.upperBound == part.range.lowerBound, last.fill == part.fill, part.fill == .zeros || part.fill == .spaces {
                self.parts[self.parts.count - 1].range = last.range.lowerBound..<part.range.upperBound
            } else {
                self.parts.append(part)
            }
            end = part.range.upperBound
        }
        guard bytes <= Self.mostBytes else { return nil }
    }

    package var isEmpty: Bool { parts.isEmpty }

    /// Overwrites what lies in these bytes.
    /// - Parameter offset: where they stand in the file.
    package func apply(to bytes: UnsafeMutableRawBufferPointer, at offset: Int) {
        let end = offset + bytes.count
        let first = parts.partitioningIndex { $0.range.upperBound > offset }
        for part in parts[first...].prefix(while: { $0.range.lowerBound < end }) {
            for index in part.range.clamped(to: offset..<end) { bytes[index - offset] = part.byte(at: index) }
        }
    }
}

/// Parts of a mask while a file is read.
struct PlaceMaskParts {
    let reader: ByteReader
    private(set) var parts: [PlaceMask.Part] = []
    /// Why the file can't be read well enough to say that it says no place.
    private(set) var isRefused = false
    /// Blocks within blocks that are being read.
    var depth = 0

    init(_ bytes: UnsafeRawBufferPointer) { reader = ByteReader(bytes) }

    var bytes: UnsafeRawBufferPointer { reader.bytes }
    var mask: PlaceMask? { isRefused ? nil : PlaceMask(parts, count: reader.count) }

    /// - Parameter isThere: false for bytes that are not looked at, since they need not be there while the mask is made.
    mutating func zero(_ range: Range<Int>, isThere: Bool = true) { add(range, .zeros, isThere: isThere) }
    mutating func blank(_ range: Range<Int>) { add(range, .spaces) }

    mutating func put(_ text: StaticString, at offset: Int) {
        put((0..<text.utf8CodeUnitCount).map { text.utf8Start[$0] }, at: offset)
    }

    mutating func put(_ bytes: [UInt8], at offset: Int) { add(offset..<offset + bytes.count, .bytes(bytes)) }

    mutating func refuse() { isRefused = true }

    private mutating func add(_ range: Range<Int>, _ fill: PlaceMask.Fill, isThere: Bool = true) {
        guard !range.isEmpty else { return }
        // What is there already, and what follows what came before, costs nothing.
        if fill == .zeros, isThere, range.count < 4_096, range.upperBound <= reader.count, range.lowerBound >= 0, bytes[range].allSatisfy({ $0 == 0 }) { return }
        if let last = parts.last, last.range.upperBound == range.lowerBound, last.fill == fill, fill == .zeros || fill == .spaces {
            parts[parts.count - 1].range = last.range.lowerBound..<range.upperBound
        } else {
            parts.append(PlaceMask.Part(range: range, fill: fill))
        }
        if parts.count > PlaceMask.mostParts { isRefused = true }
    }
}

extension PlaceMask {
    /// - Parameter type: the file's, by content.
    /// - Returns: `nil` for types that can't be told places from, and for files that can't be read.
    package init?(of bytes: UnsafeRawBufferPointer, type: String) {
        var parts = PlaceMaskParts(bytes)
        switch type {
        case UniformTypes.jpeg: parts.maskJPEG(0..<bytes.count)
        case UniformTypes.png: parts.maskPNG()
        case UniformTypes.webP: parts.maskWebP()
        case UniformTypes.gif: parts.maskGIF()
        case UniformTypes.tiff: if !parts.maskTIFF(0..<bytes.count, isFile: true) { parts.refuse() }
        case UniformTypes.bmp: break
        case UniformTypes.heic, UniformTypes.heif, UniformTypes.heics, "public.heifs", UniformTypes.avif, UniformTypes.avis, UniformTypes.mpeg4Movie, UniformTypes.quickTimeMovie,
            UniformTypes.appleMPEG4Movie, UniformTypes.threeGPP, UniformTypes.threeGPP2, UniformTypes.appleMPEG4Audio, UniformTypes.mpeg4Audio:
            parts.maskISOMedia(0..<bytes.count, 0)
        default: return nil
        }
        guard let mask = parts.mask else { return nil }
        self = mask
    }
}
