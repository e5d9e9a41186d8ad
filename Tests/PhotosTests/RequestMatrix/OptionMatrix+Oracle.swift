/// What the table says.
extension OptionMatrix {
    /// One call of a handler, as the table has it.
    struct Expected: Sendable, CustomStringConvertible {
        enum Content: Sendable {
            case nothing, bytes(String), exactly(Size)
            /// Not smaller than the first, not larger than the second.
            case between(Size, Size)
        }

        var content: Content
        var isDegraded = false
        var isInCloud = false
        var isCancelled = false
        var error: Int?
        var place = History.Place.main

        var description: String {
            let picture =
                switch content {
                case .nothing: "nil"
                case .bytes(let name): name
                case .exactly(let size): "\(size)"
                case .between(let low, let high): "\(low)…\(high)"
                }
            return ([picture] + History.words(isDegraded, isInCloud, isCancelled, error) + [place.rawValue]).joined(separator: " ")
        }
    }

    /// How large a picture is wanted, and how large the answer is.
    struct Wanted {
        let answer: Expected.Content
        /// The size of the whole picture that the answer is made of. Never more than there is.
        let source: Size
        /// The full size is not made of derivatives.
        let isFull: Bool

        init(_ cell: Cell, of picture: Size) {
            guard cell.resize != .none, case .box(let width, let height) = cell.target else {
                (answer, source, isFull) = (.exactly(picture), picture, true)
                return
            }
            let (x, y) = (Double(width) / Double(picture.width), Double(height) / Double(picture.height))
            let factor = cell.content == .aspectFit ? min(x, y) : max(x, y), shrinking = min(1, factor)
            (source, isFull) = (picture.scaled(by: shrinking, .up), false)
            if cell.resize == .exact {
                answer = .exactly(cell.content == .aspectFit ? picture.scaled(by: factor) : Size(width: width, height: height))
            } else {
                // The whole picture, at least as large as asked for and less than twice that; thumbnails are given as they are.
                let twice = picture.scaled(by: 2 * shrinking, .up), thumbnail = picture.reduced(to: thumbnailSide)
                let most = Size(width: min(picture.width, max(twice.width, thumbnail.width)), height: min(picture.height, max(twice.height, thumbnail.height)))
                answer = .between(picture.scaled(by: shrinking, .down), most)
            }
        }

        func isMore(than derivative: Size) -> Bool { derivative.longest < source.longest }
        func isServed(by derivative: Size) -> Bool { !isFull && !isMore(than: derivative) }
    }

    /// The whole table.
    static func history(of cell: Cell, in situation: Situation) -> [Expected] {
        let wanted = Wanted(cell, of: situation.picture)
        let (thumbnail, preview) = (situation.picture.reduced(to: thumbnailSide), situation.picture.reduced(to: previewSide))
        let place = cell.isSynchronous ? History.Place.caller : .main
        let delivery = cell.isSynchronous ? .highQualityFormat : cell.delivery
        func image(_ content: Expected.Content, isDegraded: Bool = false) -> Expected { Expected(content: content, isDegraded: isDegraded, place: place) }
        func failure(_ code: Int, isInCloud: Bool = false) -> Expected { Expected(content: .nothing, isInCloud: isInCloud, error: code, place: place) }

        let canReadOriginal = situation.original == .there || (situation.original == .inCloud && cell.allowsNetwork)
        var last: Expected {
            if situation.isRemembered || canReadOriginal { return image(wanted.answer) }
            if situation.hasDerivatives, wanted.isServed(by: thumbnail) || wanted.isServed(by: preview) { return image(wanted.answer) }
            switch situation.original {
            case .missing: return failure(3303)
            case .damaged: return failure(3302)
            case .there, .inCloud: return failure(3164, isInCloud: true)
            }
        }
        // One call where a thumbnail is as good as what is asked for, or the finished picture is in memory.
        guard wanted.isMore(than: thumbnail), !situation.isRemembered else { return [last] }
        switch delivery {
        case .fastFormat:
            // The thumbnail, made where it is not at hand.
            return situation.hasDerivatives || canReadOriginal ? [image(.exactly(thumbnail), isDegraded: true)] : [last]
        case .opportunistic where situation.hasDerivatives:
            let second = cell.allowsSecondary && wanted.isMore(than: preview) ? [image(.exactly(preview), isDegraded: true)] : []
            return [image(.exactly(thumbnail), isDegraded: true)] + second + [last]
        default:
            return [last]
        }
    }
}
