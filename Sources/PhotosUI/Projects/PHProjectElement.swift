import Foundation
import Photos

/// A picture, a text or an entry of a journal in a project. <https://developer.apple.com/documentation/photosui/phprojectelement>
open class PHProjectElement: NSObject, NSSecureCoding, @unchecked Sendable {
    // Guarded by being immutable, as in its subclasses.
    private let importance: Double
    private let place: CGRect

    /// Everything that an archive may hold in the place of one.
    static var kinds: [PHProjectElement.Type] { [PHProjectElement.self, PHProjectAssetElement.self, PHProjectTextElement.self, PHProjectJournalEntryElement.self] }

    /// Of nothing: for test doubles.
    public override convenience init() { self.init(weight: 0.5, placement: .zero) }

    /// Addition.
    public init(weight: Double, placement: CGRect) { (importance, place) = (weight, placement) }

    /// How important it is, from 0 to 1; 0.5 for what nothing is known of.
    open var weight: Double { importance }
    /// Where it is on its content's grid, in columns.
    open var placement: CGRect { place }

    /// `true`: archives can be read where secure coding is required.
    open class var supportsSecureCoding: Bool { true }

    /// Everything.
    open func encode(with coder: NSCoder) {
        coder.encode(importance, forKey: "weight")
        coder.encode(rectangle: place, forKey: "placement")
    }

    /// `nil` for an archive of something else.
    public required init?(coder: NSCoder) {
        guard let place = coder.decodeRectangle(forKey: "placement") else { return nil }
        (importance, self.place) = (coder.decodeDouble(forKey: "weight"), place)
    }
}

/// A picture in a project. <https://developer.apple.com/documentation/photosui/phprojectassetelement>
open class PHProjectAssetElement: PHProjectElement, @unchecked Sendable {
    private let identifier: PHCloudIdentifier
    private let words: String
    private let crop: CGRect
    private let regions: [PHProjectRegionOfInterest]
    private let isFlipped: (horizontally: Bool, vertically: Bool)

    /// Addition.
    public init(
        cloudAssetIdentifier: PHCloudIdentifier, annotation: String = "", cropRect: CGRect = CGRect(x: 0, y: 0, width: 1, height: 1),
        regionsOfInterest: [PHProjectRegionOfInterest] = [], horizontallyFlipped: Bool = false, verticallyFlipped: Bool = false, weight: Double = 0.5,
        placement: CGRect = .zero
    ) {
        (identifier, words, crop, regions) = (cloudAssetIdentifier, annotation, cropRect, regionsOfInterest)
        isFlipped = (horizontallyFlipped, verticallyFlipped)
        super.init(weight: weight, placement: placement)
    }

    /// Names the picture in every library that holds it.
    open var cloudAssetIdentifier: PHCloudIdentifier { identifier }
    /// What is written with it; empty where nothing is.
    open var annotation: String { words }
    /// Which part is shown, in unit coordinates.
    open var cropRect: CGRect { crop }
    /// What should be seen of it.
    open var regionsOfInterest: [PHProjectRegionOfInterest] { regions }
    /// Whether left and right are exchanged.
    open var horizontallyFlipped: Bool { isFlipped.horizontally }
    /// Whether top and bottom are exchanged.
    open var verticallyFlipped: Bool { isFlipped.vertically }

    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encode(identifier, forKey: "cloudAssetIdentifier")
        coder.encode(text: words, forKey: "annotation")
        coder.encode(rectangle: crop, forKey: "cropRect")
        coder.encode(list: regions, forKey: "regionsOfInterest")
        coder.encode(isFlipped.horizontally, forKey: "horizontallyFlipped")
        coder.encode(isFlipped.vertically, forKey: "verticallyFlipped")
    }

    /// `nil` for an archive of something else.
    public required init?(coder: NSCoder) {
        guard let identifier = coder.decodeOptional(PHCloudIdentifier.self, forKey: "cloudAssetIdentifier"), let words = coder.decodeText(forKey: "annotation"),
            let crop = coder.decodeRectangle(forKey: "cropRect"), let regions = coder.decodeList(of: [PHProjectRegionOfInterest.self], forKey: "regionsOfInterest")
        else { return nil }
        (self.identifier, self.words, self.crop, self.regions) = (identifier, words, crop, regions)
        isFlipped = (coder.decodeBool(forKey: "horizontallyFlipped"), coder.decodeBool(forKey: "verticallyFlipped"))
        super.init(coder: coder)
    }
}

/// A text in a project. <https://developer.apple.com/documentation/photosui/phprojecttextelement>
open class PHProjectTextElement: PHProjectElement, @unchecked Sendable {
    /// What a text is for. <https://developer.apple.com/documentation/photosui/phprojecttextelement/elementtype>
    public enum ElementType: Int, Sendable {
        /// Reading.
        case body = 0
        /// A title.
        case title = 1
        /// A second title.
        case subtitle = 2
    }

    private let words: String
    private let attributed: NSAttributedString?
    private let type: ElementType

    /// Addition.
    public init(text: String, attributedText: NSAttributedString? = nil, textElementType: ElementType = .body, weight: Double = 0.5, placement: CGRect = .zero) {
        (words, attributed, type) = (text, attributedText, textElementType)
        super.init(weight: weight, placement: placement)
    }

    /// The words.
    open var text: String { words }
    /// The words with attributes; `nil` where they have none. Archives keep none.
    open var attributedText: NSAttributedString? { attributed }
    /// What it is for.
    open var textElementType: ElementType { type }

    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encode(text: words, forKey: "text")
        coder.encode(type.rawValue, forKey: "textElementType")
    }

    /// `nil` for an archive of something else.
    public required init?(coder: NSCoder) {
        guard let words = coder.decodeText(forKey: "text"), let type = coder.decodeCase(ElementType.self, forKey: "textElementType") else { return nil }
        (self.words, attributed, self.type) = (words, nil, type)
        super.init(coder: coder)
    }
}

/// An entry of a journal in a project: a date with a picture or a text. <https://developer.apple.com/documentation/photosui/phprojectjournalentryelement>
open class PHProjectJournalEntryElement: PHProjectElement, @unchecked Sendable {
    private let day: Date
    private let picture: PHProjectAssetElement?
    private let words: PHProjectTextElement?

    /// Addition.
    public init(date: Date, assetElement: PHProjectAssetElement? = nil, textElement: PHProjectTextElement? = nil, weight: Double = 0.5, placement: CGRect = .zero) {
        (day, picture, words) = (date, assetElement, textElement)
        super.init(weight: weight, placement: placement)
    }

    /// Of which day it is.
    open var date: Date { day }
    /// Its picture; `nil` without one.
    open var assetElement: PHProjectAssetElement? { picture }
    /// Its text; `nil` without one.
    open var textElement: PHProjectTextElement? { words }

    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encode(day.timeIntervalSinceReferenceDate, forKey: "date")
        if let picture { coder.encode(picture, forKey: "assetElement") }
        if let words { coder.encode(words, forKey: "textElement") }
    }

    /// `nil` for an archive of something else.
    public required init?(coder: NSCoder) {
        guard coder.containsValue(forKey: "date") else { return nil }
        day = Date(timeIntervalSinceReferenceDate: coder.decodeDouble(forKey: "date"))
        picture = coder.decodeOptional(PHProjectAssetElement.self, forKey: "assetElement")
        words = coder.decodeOptional(PHProjectTextElement.self, forKey: "textElement")
        super.init(coder: coder)
    }
}

/// A part of a picture that should be seen. <https://developer.apple.com/documentation/photosui/phprojectregionofinterest>
open class PHProjectRegionOfInterest: NSObject, NSSecureCoding, @unchecked Sendable {
    // Guarded by being immutable.

    /// Names what is seen in it: the same name means the same person or thing. <https://developer.apple.com/documentation/photosui/phprojectregionofinterest/identifier-swift.struct>
    public struct Identifier: Hashable, Equatable, RawRepresentable, Sendable {
        public let rawValue: String
        /// The identifier of a name.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// The identifier of a name.
        public init(_ rawValue: String) { self.rawValue = rawValue }
    }

    private let place: CGRect
    private let importance: Double
    private let sharpness: Double
    private let name: Identifier

    /// Of nothing: for test doubles.
    public override convenience init() { self.init(rect: .zero, identifier: Identifier("")) }

    /// Addition.
    public init(rect: CGRect, weight: Double = 0.5, quality: Double = 0.5, identifier: Identifier) { (place, importance, sharpness, name) = (rect, weight, quality, identifier) }

    /// Where it is, in unit coordinates.
    open var rect: CGRect { place }
    /// How important it is, from 0 to 1.
    open var weight: Double { importance }
    /// How well it can be seen, from 0 to 1.
    open var quality: Double { sharpness }
    /// What is seen in it.
    open var identifier: Identifier { name }

    /// `true`: archives can be read where secure coding is required.
    open class var supportsSecureCoding: Bool { true }

    /// Everything.
    open func encode(with coder: NSCoder) {
        coder.encode(rectangle: place, forKey: "rect")
        coder.encode(importance, forKey: "weight")
        coder.encode(sharpness, forKey: "quality")
        coder.encode(text: name.rawValue, forKey: "identifier")
    }

    /// `nil` for an archive of something else.
    public required init?(coder: NSCoder) {
        guard let place = coder.decodeRectangle(forKey: "rect"), let name = coder.decodeText(forKey: "identifier") else { return nil }
        (self.place, self.name) = (place, Identifier(name))
        (importance, sharpness) = (coder.decodeDouble(forKey: "weight"), coder.decodeDouble(forKey: "quality"))
    }
}
