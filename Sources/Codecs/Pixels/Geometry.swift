import Pixels

/// A render request worked out for one picture: which stored pixels to take, and at what size.
struct Geometry: Equatable {
    /// Stored pixels to show, before turning.
    var window: Window
    /// Size of the result before turning.
    var size: PixelSize
    var turn: OrientationTransform
    /// The size the whole picture, as stored, must at least be decoded at.
    var wanted: PixelSize

    /// - Parameter size: Full size as stored.
    init(_ request: RenderRequest, size full: PixelSize, turn: OrientationTransform) throws(CodecError) {
        let upright = turn.apply(full)
        let crop = try Self.pixels(request.crop, of: upright)
        let shown = PixelSize(width: Int(crop.width), height: Int(crop.height))
        let result = try Self.size(of: shown, target: request.target, mode: request.mode)
        self.turn = turn
        self.size = turn.apply(result)
        window = Self.stored(crop, upright: upright, turn: turn)
        func scaled(_ whole: Int, _ part: Double, _ result: Int) -> Int {
            min(whole, Int((Double(whole) / part * Double(result)).rounded(.up)))
        }
        wanted = PixelSize(
            width: scaled(full.width, window.width, self.size.width), height: scaled(full.height, window.height, self.size.height))
    }

    /// Neither cropped nor resized nor turned.
    func showsAllAsStored(of full: PixelSize) -> Bool {
        turn == .none && size == full && window == Window(x: 0, y: 0, width: Double(full.width), height: Double(full.height))
    }

    /// The window for a picture that was decoded at another size.
    func window(in decoded: PixelSize, of full: PixelSize) -> Window {
        let x = Double(decoded.width) / Double(full.width), y = Double(decoded.height) / Double(full.height)
        return Window(x: window.x * x, y: window.y * y, width: window.width * x, height: window.height * y)
    }

    /// Fitted into or covering the target, never enlarged; one side is exactly the target's.
    static func size(of shown: PixelSize, target: PixelSize?, mode: ScaleMode) throws(CodecError) -> PixelSize {
        guard let target else { return shown }
        guard target.width > 0, target.height > 0 else {
            throw CodecError(.invalidRequest, "A size of \(target.width) × \(target.height) pixels cannot be made; both must be at least 1.")
        }
        let x = Double(target.width) / Double(shown.width), y = Double(target.height) / Double(shown.height)
        let byWidth = mode == .fit ? x <= y : x >= y
        let scale = byWidth ? x : y
        guard scale < 1 else { return shown }
        return byWidth
            ? PixelSize(width: target.width, height: max(1, Int((Double(shown.height) * x).rounded())))
            : PixelSize(width: max(1, Int((Double(shown.width) * y).rounded())), height: target.height)
    }

    private static func pixels(_ crop: UnitRect?, of size: PixelSize) throws(CodecError) -> Window {
        let (width, height) = (Double(size.width), Double(size.height))
        guard let crop else { return Window(x: 0, y: 0, width: width, height: height) }
        let numbers = [crop.x, crop.y, crop.width, crop.height]
        guard numbers.allSatisfy(\.isFinite), crop.width > 0, crop.height > 0, crop.x < 1, crop.y < 1, crop.x + crop.width > 0, crop.y + crop.height > 0
        else { throw CodecError(.invalidRequest, "The crop rectangle does not lie in the picture; use unit coordinates from 0 to 1.") }
        func edges(_ origin: Double, _ extent: Double, _ pixels: Double) -> (Double, Double) {
            let low = min((max(origin, 0) * pixels).rounded(), pixels - 1)
            return (low, max(1, (min(origin + extent, 1) * pixels).rounded() - low))
        }
        let (x, w) = edges(crop.x, crop.width, width), (y, h) = edges(crop.y, crop.height, height)
        return Window(x: x, y: y, width: w, height: h)
    }

    /// An upright window in stored coordinates.
    private static func stored(_ window: Window, upright: PixelSize, turn: OrientationTransform) -> Window {
        let (width, height) = turn.transposes ? (Double(upright.height), Double(upright.width)) : (Double(upright.width), Double(upright.height))
        var stored = turn.transposes ? Window(x: window.y, y: window.x, width: window.height, height: window.width) : window
        if turn.mirrorsColumns { stored.x = width - stored.x - stored.width }
        if turn.mirrorsRows { stored.y = height - stored.y - stored.height }
        return stored
    }
}
