/// Why something is no adjustments of a photo.
public struct AdjustmentError: Error, Sendable, Equatable, CustomStringConvertible {
    /// Stable code; more may be added.
    public struct Code: Sendable, Equatable, CustomStringConvertible {
        private enum Value: String { case unreadable, otherFormat, otherVersion, unknownField, outOfRange, tooLarge }
        private let value: Value

        /// The data is no JSON object with values of the right kinds.
        public static let unreadable = Code(value: .unreadable)
        /// The data is of another format.
        public static let otherFormat = Code(value: .otherFormat)
        /// The data is of a version that can't be read.
        public static let otherVersion = Code(value: .otherVersion)
        /// The data asks for something that is not known, and would be left out.
        public static let unknownField = Code(value: .unknownField)
        /// A number is not finite or outside its range.
        public static let outOfRange = Code(value: .outOfRange)
        /// The data has more bytes than adjustments can have.
        public static let tooLarge = Code(value: .tooLarge)

        /// Its name.
        public var description: String { value.rawValue }
    }

    /// Which kind of error it is.
    public let code: Code
    /// What is wrong, and what to do next.
    public let message: String

    init(_ code: Code, _ message: String) { (self.code, self.message) = (code, message) }

    /// What is no data of this kind at all.
    package static func unreadable(_ message: String) -> AdjustmentError { AdjustmentError(.unreadable, message) }

    /// An XMP packet that says nothing of what is still to be done to a picture.
    package static var noEdit: AdjustmentError { AdjustmentError(.unreadable, "The packet says no edit that is still to be made.") }

    /// The message.
    public var description: String { message }
}

extension PhotoAdjustments {
    /// - Throws: `.outOfRange` for a number that is none or outside its range, and for a crop that does not lie in the picture.
    public func validate() throws(AdjustmentError) {
        for parameter in AdjustmentParameter.allCases {
            let value = self[parameter], range = parameter.range
            guard value.isFinite, range.contains(value) else {
                throw AdjustmentError(.outOfRange, "\(parameter.rawValue) is \(value), and must be from \(range.lowerBound) to \(range.upperBound).")
            }
        }
        guard [0, 90, 180, 270].contains(rotation) else { throw AdjustmentError(.outOfRange, "rotation is \(rotation), and must be 0, 90, 180 or 270.") }
        if let keyFrame, !(0...86_400).contains(keyFrame) {
            throw AdjustmentError(.outOfRange, "keyFrame is \(keyFrame), and must be a moment of the movie, in seconds from its beginning.")
        }
        let numbers = [crop.x, crop.y, crop.width, crop.height]
        guard numbers.allSatisfy(\.isFinite), crop.x >= 0, crop.y >= 0, crop.width > 0, crop.height > 0, crop.x + crop.width <= 1 + 1e-6,
            crop.y + crop.height <= 1 + 1e-6
        else {
            throw AdjustmentError(
                .outOfRange,
                "The crop (x \(crop.x), y \(crop.y), width \(crop.width), height \(crop.height)) does not lie in the picture. Give fractions from 0 to 1 of its width and height."
            )
        }
    }
}
