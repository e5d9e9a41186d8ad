import FoundationEssentials
import Glibc

/// An edit as Apple's Photos wrote it into XMP until iOS 8: what AssetsLibrary's `AdjustmentXMP` holds, and `CIFilter` reads and writes.
///
/// The picture as it is stored is moved by `affine` and then cut to `crop`, both in pixels from the bottom left; the result is stored as the picture is, so
/// that the same orientation turns it upright. Docs/Adjustments.md says what each property becomes.
package struct AdjustmentSettings: Sendable, Equatable {
    package struct Rectangle: Sendable, Equatable {
        package var x: Double
        package var y: Double
        package var width: Double
        package var height: Double
    }

    /// As a `CGAffineTransform`: x' = a·x + c·y + x0, y' = b·x + d·y + y0.
    var affine: AffineMap?
    package var crop: Rectangle?
    /// From -1 to 1; brightens what is dark.
    package var shadows: Double?
    /// From 0 to 1, where 1 changes nothing and less darkens what is bright.
    package var highlights: Double?
    /// From -1 to 1.
    package var vibrance: Double?
    /// The edit in this project's own format, which says all of it.
    package var own: String?

    /// Name space of Apple's properties, whose usual prefix is `aas`.
    package static let space = "http://ns.apple.com/adjustment-settings/1.0/"
    /// Name space of the property that holds the edit in this project's format.
    package static let ownSpace = "http://openphotokit.org/adjustments/1.0/"
}

// MARK: - Reading

extension AdjustmentSettings {
    /// What a reader of XMP found under `Xmp.aas.`, `Xmp.opk.` and `Xmp.crs.AlreadyApplied`, keys without `Xmp.`.
    /// - Returns: `nil` where there is no edit that is still to be made.
    /// - Throws: `.unreadable` for what is no number, and for half a transform; `.unknownField` for an edit that has no counterpart here.
    package init?(properties: [String: String]) throws(AdjustmentError) {
        if properties["crs.AlreadyApplied"]?.lowercased() == "true" { return nil }
        own = properties["opk.Adjustments"]
        if own != nil { return }
        var found: [String: Double] = [:], others: [String] = []
        for (key, text) in properties.sorted(by: { $0.key < $1.key }) where key.hasPrefix("aas.") {
            let name = String(key.dropFirst(4))
            guard let number = Double(text), number.isFinite, abs(number) < 1e6 else {
                if Self.names.contains(name) { throw AdjustmentError(.unreadable, "\(key) is “\(text.prefix(100))”, and must be a number.") }
                others.append(name)
                continue
            }
            found[name] = number
        }
        others += Self.enhancements(found)
        guard others.isEmpty else {
            throw AdjustmentError(
                .unknownField,
                "The edit has \(others.prefix(10).joined(separator: ", ")), for which there is nothing here: without it the picture would be another one. Only crop, turn, Shadows, Highlights and Vibrance are read."
            )
        }
        func four(_ names: [String], _ what: String) throws(AdjustmentError) -> [Double]? {
            let numbers = names.compactMap { found[$0] }
            guard numbers.count == names.count else {
                if numbers.isEmpty { return nil }
                throw AdjustmentError(.unreadable, "The edit has a part of \(what) only: it needs \(names.joined(separator: ", ")).")
            }
            return numbers
        }
        if let n = try four(["AffineA", "AffineB", "AffineC", "AffineD", "AffineX", "AffineY"], "a transform") {
            affine = AffineMap(xx: n[0], xy: n[2], x0: n[4], yx: n[1], yy: n[3], y0: n[5])
        }
        if let n = try four(["CropX", "CropY", "CropW", "CropH"], "a crop") { crop = Rectangle(x: n[0], y: n[1], width: n[2], height: n[3]) }
        (shadows, highlights, vibrance) = (found["Shadows"], found["Highlights"], found["Vibrance"])
        if affine == nil, crop == nil, shadows == nil, highlights == nil, vibrance == nil { return nil }
    }

    private static let names: Set = [
        "AffineA", "AffineB", "AffineC", "AffineD", "AffineX", "AffineY", "CropX", "CropY", "CropW", "CropH", "Shadows", "Highlights", "Vibrance",
    ]

    /// Those of Apple's own enhancements that change something: a tone curve that is no diagonal, and what brings faces to a colour.
    private static func enhancements(_ found: [String: Double]) -> [String] {
        var others: [String] = []
        for (name, value) in found.sorted(by: { $0.key < $1.key }) where !names.contains(name) {
            if name.hasPrefix("Curve"), name.hasSuffix("x") {
                if abs((found[name.dropLast() + "y"] ?? .infinity) - value) > 1e-3 { others.append(String(name.dropLast())) }
            } else if name.hasPrefix("Curve"), name.hasSuffix("y"), found[name.dropLast() + "x"] != nil {
                continue
            } else if name.hasPrefix("FaceBalance"), found["FaceBalanceStrength"] == 0 {
                continue
            } else {
                others.append(name)
            }
        }
        return others
    }

    /// The same edit as numbers of ours, for a picture of so many pixels as stored that its EXIF orientation turns upright.
    /// - Throws: what reading our own format throws; `.outOfRange` for a transform that leans or stretches, and for a part that does not lie in the picture.
    package func adjustments(width: Int, height: Int, orientation: Int) throws(AdjustmentError) -> PhotoAdjustments {
        if let own { return try PhotoAdjustments(data: Data(own.utf8)) }
        var adjustments = PhotoAdjustments()
        if affine != nil || crop != nil { try place(&adjustments, Double(width), Double(height), orientation) }
        if let shadows { adjustments.shadows = shadows.inMillionths }
        if let highlights { adjustments.highlights = (highlights - 1).inMillionths }
        if let vibrance { adjustments.saturation = vibrance.inMillionths }
        try adjustments.validate()
        return adjustments
    }

    private func place(_ adjustments: inout PhotoAdjustments, _ width: Double, _ height: Double, _ orientation: Int) throws(AdjustmentError) {
        guard width >= 1, height >= 1 else { throw AdjustmentError(.outOfRange, "The picture has no pixels, so nothing can be cut from it.") }
        let move = affine ?? AffineMap()
        guard abs(move.determinant) > 1e-9 else { throw AdjustmentError(.outOfRange, "The edit's transform leaves nothing of the picture.") }
        let part = crop ?? Self.bounds(of: move, width, height)
        guard part.width >= 1, part.height >= 1 else { throw AdjustmentError(.outOfRange, "The edit's crop has no pixels.") }
        // From fractions of the upright result to fractions of the upright picture.
        let pixels = AffineMap.translation(part.x, part.y).then(move.inverse)
        let stored = AffineMap.fractions(width: part.width, height: part.height).inverse.then(pixels).then(.fractions(width: width, height: height))
        let upright = AffineMap.upright(orientation), map = upright.inverse.then(stored).then(upright), isTurned = orientation >= 5
        let result = isTurned ? (part.height, part.width) : (part.width, part.height), picture = isTurned ? (height, width) : (width, height)
        adjustments.isFlipped = map.determinant < 0
        for rotation in [0, 90, 180, 270] {
            adjustments.rotation = rotation
            let turned = map.then(.upright(adjustments.orientation)), frame = rotation % 180 == 0 ? picture : (picture.1, picture.0)
            // Pixels of the frame for each pixel of the result.
            let (xx, xy) = (turned.xx * frame.0 / result.0, turned.xy * frame.0 / result.1)
            let (yx, yy) = (turned.yx * frame.1 / result.0, turned.yy * frame.1 / result.1)
            let angle = atan2(xy, xx) * 180 / .pi
            guard abs(angle) < 45.0001 else { continue }
            let scale = (xx * xx + yx * yx).squareRoot()
            guard abs(xx - yy) < 0.005 * scale, abs(xy + yx) < 0.005 * scale else {
                throw AdjustmentError(.outOfRange, "The edit leans or stretches the picture, which has no counterpart here.")
            }
            return try cut(turned, angle, frame, &adjustments)
        }
        throw AdjustmentError(.outOfRange, "The edit's transform can't be made out.")
    }

    /// What straightening and crop of ours show the same part of the frame.
    private func cut(_ map: AffineMap, _ angle: Double, _ frame: (Double, Double), _ adjustments: inout PhotoAdjustments) throws(AdjustmentError) {
        // A hundredth of a degree is half a pixel in three thousand.
        adjustments.straighten = abs(angle) < 0.01 ? 0 : min(max(angle, -45), 45).inMillionths
        let (first, last) = (map(0, 0), map(1, 1))
        var low = first, high = last
        if adjustments.straighten != 0 {
            let zoom = ResultGeometry(adjustments, frameWidth: Int(frame.0.rounded()), frameHeight: Int(frame.1.rounded())).zoom, ratio = frame.1 / frame.0
            let turn = (cos: cos(adjustments.straighten * .pi / 180), sin: sin(adjustments.straighten * .pi / 180))
            func turnedBack(_ point: (x: Double, y: Double)) -> (x: Double, y: Double) {
                let (p, q) = (2 * point.x - 1, 2 * point.y - 1)
                return (((p * turn.cos - q * ratio * turn.sin) * zoom + 1) / 2, ((q * turn.cos + p / ratio * turn.sin) * zoom + 1) / 2)
            }
            (low, high) = (turnedBack(first), turnedBack(last))
        }
        // Whoever wrote whole pixels was off by up to one at each edge.
        let slack = (x: 1.5 / frame.0, y: 1.5 / frame.1)
        guard low.x > -slack.x, low.y > -slack.y, high.x < 1 + slack.x, high.y < 1 + slack.y, high.x > low.x, high.y > low.y else {
            throw AdjustmentError(.outOfRange, "The edit shows what lies outside of the picture, or of what straightening leaves of it. Crop it anew.")
        }
        (low.x, low.y, high.x, high.y) = (max(low.x, 0), max(low.y, 0), min(high.x, 1), min(high.y, 1))
        adjustments.crop = PhotoAdjustments.Crop(x: low.x, y: low.y, width: high.x - low.x, height: high.y - low.y)
        if abs(adjustments.crop.width - 1) < 1e-6, abs(adjustments.crop.height - 1) < 1e-6 { adjustments.crop = .all }
    }

    /// Where the whole picture is after the transform.
    private static func bounds(of map: AffineMap, _ width: Double, _ height: Double) -> Rectangle {
        let corners = [map(0, 0), map(width, 0), map(0, height), map(width, height)], xs = corners.map(\.x), ys = corners.map(\.y)
        let (left, bottom) = (xs.min() ?? 0, ys.min() ?? 0)
        return Rectangle(x: left, y: bottom, width: (xs.max() ?? 0) - left, height: (ys.max() ?? 0) - bottom)
    }
}

// MARK: - Writing

extension AdjustmentSettings {
    /// An edit of ours, for a picture of so many pixels as stored that its EXIF orientation turns upright. What Apple's properties can't say the property of
    /// our own says alone.
    package init(_ adjustments: PhotoAdjustments, width: Int, height: Int, orientation: Int) {
        own = String(decoding: adjustments.data(), as: UTF8.self)
        if adjustments.shadows != 0 || adjustments.highlights < 0 {
            // Core Image takes both or none.
            (shadows, highlights) = (adjustments.shadows, 1 + min(adjustments.highlights, 0))
        }
        if adjustments.saturation != 0 { vibrance = adjustments.saturation }
        let isMoved = adjustments.isFlipped || adjustments.rotation != 0 || adjustments.straighten != 0 || adjustments.crop != .all
        // No transform of parallels leans a picture.
        guard isMoved, adjustments.perspectiveVertical == 0, adjustments.perspectiveHorizontal == 0 else { return }
        let isTurned = orientation >= 5, picture = isTurned ? (width: height, height: width) : (width: width, height: height)
        let frame = adjustments.rotation % 180 == 0 ? picture : (width: picture.height, height: picture.width)
        let geometry = ResultGeometry(adjustments, frameWidth: frame.width, frameHeight: frame.height)
        let frameWidth = Double(frame.width), frameHeight = Double(frame.height)
        var size = (width: Double(geometry.width), height: Double(geometry.height)), shown: AffineMap
        if adjustments.isWarped {
            // A turn alone does not scale: whole pixels are counted afterwards.
            size = (adjustments.crop.width * frameWidth / geometry.zoom, adjustments.crop.height * frameHeight / geometry.zoom)
            let m = geometry.matrix
            shown = AffineMap(xx: m[0], xy: m[1], x0: m[2], yx: m[3], yy: m[4], y0: m[5])
        } else {
            shown = AffineMap(
                xx: size.width / frameWidth, x0: Double(geometry.left) / frameWidth, yy: size.height / frameHeight, y0: Double(geometry.top) / frameHeight)
        }
        let upright = AffineMap.upright(orientation)
        let map = upright.then(shown).then(AffineMap.upright(adjustments.orientation).inverse).then(upright.inverse)
        let result = isTurned ? (width: size.height, height: size.width) : size
        let pixels = AffineMap.fractions(width: result.width, height: result.height).then(map)
            .then(AffineMap.fractions(width: Double(width), height: Double(height)).inverse)
        affine = pixels.inverse
        crop = Rectangle(x: 0, y: 0, width: max(1, result.width.rounded()), height: max(1, result.height.rounded()))
    }

    /// An XMP packet with these properties.
    package var packet: String {
        var lines: [String] = []
        func add(_ name: String, _ value: Double?) { if let value { lines.append("<aas:\(name)>\(Self.text(value))</aas:\(name)>") } }
        if let affine {
            add("AffineA", affine.xx); add("AffineB", affine.yx); add("AffineC", affine.xy); add("AffineD", affine.yy)
            add("AffineX", affine.x0); add("AffineY", affine.y0)
        }
        add("CropX", crop?.x); add("CropY", crop?.y); add("CropW", crop?.width); add("CropH", crop?.height)
        add("Shadows", shadows); add("Highlights", highlights); add("Vibrance", vibrance)
        if let own { lines.append("<opk:Adjustments>\(Self.escaped(own))</opk:Adjustments>") }
        let space = String(repeating: " ", count: 9)
        return """
            <x:xmpmeta xmlns:x="adobe:ns:meta/" x:xmptk="OpenPhotoKit">
               <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
                  <rdf:Description rdf:about=""
                        xmlns:aas="\(Self.space)"
                        xmlns:opk="\(Self.ownSpace)">
            \(lines.map { space + $0 }.joined(separator: "\n"))
                  </rdf:Description>
               </rdf:RDF>
            </x:xmpmeta>
            """
    }

    /// Whole numbers without a point, as other writers have them, and no noise behind the millionths.
    private static func text(_ value: Double) -> String {
        let rounded = (value * 1e9).rounded() / 1e9 + 0
        return Int(exactly: rounded).map(String.init) ?? "\(rounded)"
    }

    private static func escaped(_ text: String) -> String {
        text.reduce(into: "") { result, character in
            switch character {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            default: result.append(character)
            }
        }
    }
}
