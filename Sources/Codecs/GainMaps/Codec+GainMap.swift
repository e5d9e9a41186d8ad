import Adjustments
import Metadata
import Pixels

/// A picture and what is shown of it, for its gain map to follow.
struct ShownPicture {
    /// As stored.
    let size: PixelSize
    /// What the file asks for.
    let turn: OrientationTransform
    let request: RenderRequest
    /// In pixels, as rendered.
    let result: PixelSize
}

extension Codec {
    /// Longest side in pixels of a map that goes with a picture: those of phones have a quarter or half of their picture's.
    static let longestSide = 2048
    /// Bytes of such a map at most; what has more is reduced.
    static let mostMapBytes = 2 << 20

    /// The gain map of a picture, its own or one that follows from its brightness; `nil` where there is none or it can't be decoded.
    func gainMap(_ bytes: UnsafeRawBufferPointer, _ facts: MediaFacts, _ reader: any PictureReader) -> GainMapPicture? {
        guard facts.kind == .image, reader.bright == nil, let found = FoundGainMap.find(bytes, uniformType: facts.uniformType, limits: limits) else { return nil }
        return try? GainMapPicture(found, in: bytes, limits: limits)
    }

    /// The map as a file behind the picture has it.
    /// - Parameter longestSide: in pixels.
    func encoded(_ map: GainMapPicture, _ shown: ShownPicture, longestSide: Int = Self.longestSide) throws(CodecError) -> [UInt8] {
        var side = longestSide
        while true {
            let bytes = try values(of: map, shown, longestSide: side).encoded()
            if bytes.count <= Self.mostMapBytes { return bytes }
            side /= 2
        }
    }

    /// The values that belong to what is shown, in about the map's own resolution, and no larger than the picture.
    func values(of map: GainMapPicture, _ shown: ShownPicture, longestSide: Int = Int(UInt16.max)) throws(CodecError) -> GainMapValues {
        var adjustments = shown.request.adjustments ?? PhotoAdjustments(showing: shown.request.crop)
        let ours = OrientationTransform(orientation: adjustments.orientation)
        let turn = shown.turn.followed(by: ours), frame = turn.apply(shown.size)
        let mapTurn = map.turn(shown.turn, isStated: shown.request.orientation != nil).followed(by: ours), mapFrame = mapTurn.apply(map.reader.size)
        if !adjustments.isWarped { adjustments.crop = adjustments.crop.alignedToPixels(of: frame) }
        let geometry = ResultGeometry(adjustments, frameWidth: frame.width, frameHeight: frame.height)
        let longest = Double(max(shown.result.width, shown.result.height))
        let ratio = min(1, Double(mapFrame.width) / Double(frame.width), Double(longestSide) / longest)
        func scaled(_ side: Int, _ scale: Double) -> Int { max(1, Int((Double(side) * scale).rounded())) }
        let size = PixelSize(width: scaled(shown.result.width, ratio), height: scaled(shown.result.height, ratio))

        var request = RenderRequest()
        (request.orientation, request.mode, request.allowsEmbeddedPreview) = (mapTurn.orientation, .fill, false)
        let whole = Double(size.width) / Double(geometry.width)
        request.target = PixelSize(width: scaled(frame.width, whole), height: scaled(frame.height, whole))
        let memory = PixelMemory()
        let layout = try render(map.reader, MediaFacts(kind: .image, uniformType: ""), request) { count throws(CodecError) in try memory.allocate(count) }
        if let damage = layout.damage { throw CodecError(.damaged, "The gain map is damaged.", cause: damage) }
        map.adapt(memory.bytes)
        guard adjustments.isWarped || adjustments.crop != .all || layout.width != size.width || layout.height != size.height else {
            return GainMapValues(size: size, map.parameters, memory)
        }
        return GainMapValues(size: size, map.parameters, try AdjustedPicture((layout, memory)).projected(geometry, to: size).pixels)
    }
}

extension PhotoAdjustments {
    /// Only a part of a picture.
    fileprivate init(showing part: UnitRect?) {
        self.init()
        guard let part else { return }
        let (x, y) = (min(max(part.x, 0), 1), min(max(part.y, 0), 1))
        crop = Crop(x: x, y: y, width: min(max(part.x + part.width, 0), 1) - x, height: min(max(part.y + part.height, 0), 1) - y)
    }
}

extension PhotoAdjustments.Crop {
    /// The same part as is cut from the picture itself, whose edges lie between pixels.
    fileprivate func alignedToPixels(of size: PixelSize) -> Self {
        func edges(_ origin: Double, _ extent: Double, _ pixels: Int) -> (Double, Double) {
            let whole = Double(pixels), low = min((origin * whole).rounded(), whole - 1)
            return (low / whole, max(1, (min(origin + extent, 1) * whole).rounded() - low) / whole)
        }
        let (x, width) = edges(x, width, size.width), (y, height) = edges(y, height, size.height)
        return Self(x: x, y: y, width: width, height: height)
    }
}
