import Metadata
import Pixels

/// A gain map as a picture of its own, decoded in part and at any size like others.
struct GainMapPicture {
    enum Placement: Equatable {
        /// As its picture does.
        case asPicture
        /// It asks for a turn itself.
        case turned(OrientationTransform)
        /// It was made of what the picture shows.
        case upright
    }

    /// What gives the values: without a profile, since they are no colours.
    let reader: any PictureReader
    /// How it lies in its file.
    let placement: Placement
    let parameters: GainMapParameters
    private let curve: [UInt8]?

    /// `bytes` are the picture's file, and must outlive this.
    init(_ found: FoundGainMap, in bytes: UnsafeRawBufferPointer, limits: DecodingLimits) throws(CodecError) {
        (parameters, curve) = (found.parameters, found.curve)
        switch found.place {
        case .jpeg(let range):
            guard let map = try JPEGReader(UnsafeRawBufferPointer(rebasing: bytes[range]), limits: limits) else {
                throw CodecError(.unsupported, "The gain map's colours are stored in an uncommon way.")
            }
            (reader, placement) = (ValueReader(map), .asPicture)
        case .heif(let id):
            let map = try HeifReader(item: id, of: bytes, limits: limits)
            (reader, placement) = (ValueReader(map), map.isPlacedByItself ? .turned(map.containerTurn ?? .none) : .asPicture)
        }
    }

    /// Of values that are logarithms already, and of an upright picture.
    init(_ reader: any PictureReader, _ parameters: GainMapParameters) {
        (self.reader, placement, self.parameters, curve) = (reader, .upright, parameters, nil)
    }

    /// - Parameters:
    ///   - picture: how the picture itself is turned.
    ///   - isStated: whether somebody says so instead of its file.
    func turn(_ picture: OrientationTransform, isStated: Bool) -> OrientationTransform {
        switch placement {
        case .asPicture: picture
        case .turned(let turn): isStated ? picture : turn
        case .upright: .none
        }
    }

    /// Brings decoded values to those that the parameters are right for.
    func adapt(_ values: UnsafeMutableRawBufferPointer) {
        guard let curve else { return }
        for at in values.indices where at & 3 != 3 { values[at] = curve[Int(values[at])] }
    }
}

/// A picture whose values are taken as they are.
private struct ValueReader: PictureReader {
    let base: any PictureReader

    init(_ base: any PictureReader) { self.base = base }

    var size: PixelSize { base.size }
    var profile: ColorProfile? { nil }
    func decode(covering wanted: PixelSize) throws(CodecError) -> DecodedPicture { try base.decode(covering: wanted) }
}

/// The part of a gain map that belongs to what is shown, upright, as `R G B A` of 8 bits.
struct GainMapValues {
    let size: PixelSize
    let parameters: GainMapParameters
    private let memory: PixelMemory

    init(size: PixelSize, _ parameters: GainMapParameters, _ memory: PixelMemory) { (self.size, self.parameters, self.memory) = (size, parameters, memory) }

    func withValues<Result, Failure: Error>(_ body: (UnsafeRawBufferPointer) throws(Failure) -> Result) throws(Failure) -> Result {
        defer { withExtendedLifetime(memory) {} }
        return try body(UnsafeRawBufferPointer(memory.bytes))
    }

    /// Whether one value stands for all three colours everywhere.
    var isGrey: Bool {
        withValues { values in
            parameters.channels.count == 1 && stride(from: 0, to: size.width * size.height * 4, by: 4).allSatisfy { values[$0] == values[$0 + 1] && values[$0] == values[$0 + 2] }
        }
    }

    private static let quality = 90

    /// A JPEG that says what it is.
    func encoded() throws(CodecError) -> [UInt8] {
        let jpeg: EncodedImage
        if isGrey {
            let plane = try Plane(width: size.width, height: size.height)
            withValues { values in
                for y in 0..<size.height {
                    let row = plane.row(y), from = y * size.width * 4
                    for x in 0..<size.width { row[x] = values[from &+ x &* 4] }
                }
            }
            jpeg = try JPEGWriter.write(PlanarImage(luma: plane), quality: Self.quality)
        } else {
            jpeg = try withValues { (values) throws(CodecError) in
                guard let base = values.baseAddress else { throw CodecError(.damaged, "The gain map has no values.") }
                return try JPEGWriter.write(
                    rgba: base.assumingMemoryBound(to: UInt8.self), size: size, bytesPerRow: size.width * 4, quality: Self.quality, profile: nil)
            }
        }
        return UltraHDRFile.map(jpeg.bytes, parameters)
    }
}
