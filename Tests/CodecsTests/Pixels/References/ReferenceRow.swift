/// One picture of `Reference`, what has to be seen of it, and how far off it may be.
struct ReferenceRow: Sendable, CustomStringConvertible {
    var file: String
    var format: String
    var what: String
    var scene = ReferenceScene()
    var space = ReferenceSpace.sRGB
    /// 16 asks for as many, and they must be there.
    var bits = 8
    /// Bits a component that the file's numbers are rounded to before anything is made of them.
    var fileBits = 16
    /// Of pictures for bright screens, and how bright the screen is that is asked for.
    var curve: ReferenceSpace.Curve?
    var headroom = 1.0
    /// Asks for the picture's own colours, which must then come with their profile.
    var keeps = false
    var width = 64, height = 48
    /// In levels of 255, over all components of all pixels.
    var mean: Double, most: Double

    var description: String { file + (bits == 16 ? ", 16 bits" : "") + (keeps ? ", own colours" : "") + (headroom == 1 ? "" : ", headroom \(headroom)") }

    init(_ file: String, _ format: String, _ what: String, _ accuracy: Accuracy) { self.init(file, format, what, .colours, accuracy) }

    init(_ file: String, _ format: String, _ what: String, _ scene: ReferenceScene.Subject, _ accuracy: Accuracy) {
        (self.file, self.format, self.what) = (file, format, what)
        self.scene.subject = scene
        (mean, most) = accuracy.levels
    }

    enum Accuracy {
        /// What is stored is what is seen, but for rounding in the file.
        case exact
        /// 16 bits a component, of which none is lost.
        case deep
        /// Colours computed anew in 16 bits.
        case deepConverted
        /// Colours computed anew in 8 bits.
        case converted
        /// Luma and chroma, rounded to 8 bits each.
        case coded
        /// Chroma of half or a quarter of the resolution.
        case halved, quartered
        case within(Double, Double)

        var levels: (Double, Double) {
            switch self {
            case .exact: (0.3, 0.6)
            case .deep: (0.003, 0.003)
            case .deepConverted: (0.05, 0.8)
            case .converted: (0.4, 1.6)
            case .coded: (0.8, 4)
            case .halved: (1.6, 9)
            case .quartered: (2.5, 12)
            case .within(let mean, let most): (mean, most)
            }
        }
    }

    func with(_ change: (inout ReferenceRow) -> Void) -> ReferenceRow {
        var row = self
        change(&row)
        return row
    }

    func of(_ space: ReferenceSpace, fileBits: Int = 16) -> ReferenceRow { with { ($0.space, $0.fileBits) = (space, fileBits) } }
    func bright(_ curve: ReferenceSpace.Curve, _ space: ReferenceSpace = .bt2020) -> ReferenceRow {
        with { ($0.curve, $0.space, $0.scene.scale) = (curve, space, curve == .perceptual ? 0.75 : 1) }
    }

    /// In 16 bits, as everything that is for bright screens.
    func shown(headroom: Double, _ accuracy: Accuracy) -> ReferenceRow { deep(accuracy).with { ($0.headroom, $0.keeps) = (headroom, true) } }
    func deep(_ accuracy: Accuracy = .deep) -> ReferenceRow { with { ($0.bits, $0.mean, $0.most) = (16, accuracy.levels.0, accuracy.levels.1) } }
    func kept(_ accuracy: Accuracy) -> ReferenceRow { with { ($0.keeps, $0.mean, $0.most) = (true, accuracy.levels.0, accuracy.levels.1) } }
}
