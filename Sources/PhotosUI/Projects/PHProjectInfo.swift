import Foundation
import Photos

/// What a program that makes projects gets to begin with: pictures in sections. <https://developer.apple.com/documentation/photosui/phprojectinfo>
///
/// Immutable. Whoever makes one sets its properties at once, which is an addition: Apple's are made by Photos alone.
open class PHProjectInfo: NSObject, NSSecureCoding, @unchecked Sendable {
    // Guarded by being immutable.

    /// Out of what a project was made. <https://developer.apple.com/documentation/photosui/phprojectinfo/creationsource-swift.enum>
    public enum CreationSource: Int, Sendable {
        /// Not said.
        case undefined = 0
        /// Pictures that somebody chose.
        case userSelection = 1
        /// An album.
        case album = 2
        /// A memory.
        case memory = 3
        /// A moment.
        case moment = 4
        /// Another project.
        case project = 20
        /// A book.
        case projectBook = 21
        /// A calendar.
        case projectCalendar = 22
        /// A card.
        case projectCard = 23
        /// An order of prints.
        case projectPrintOrder = 24
        /// A slideshow.
        case projectSlideshow = 25
        /// Another program's project.
        case projectExtension = 26
    }

    private let source: CreationSource
    private let type: PHProjectType
    private let parts: [PHProjectSection]
    private let hasBrand: Bool
    private let hasNumbers: Bool
    private let product: String?
    private let theme: String?

    /// Of nothing: for test doubles.
    public override convenience init() { self.init(creationSource: .undefined, projectType: .undefined, sections: []) }

    /// Addition.
    public init(
        creationSource: CreationSource, projectType: PHProjectType, sections: [PHProjectSection], brandingEnabled: Bool = true, pageNumbersEnabled: Bool = true,
        productIdentifier: String? = nil, themeIdentifier: String? = nil
    ) {
        (source, type, parts, hasBrand, hasNumbers) = (creationSource, projectType, sections, brandingEnabled, pageNumbersEnabled)
        (product, theme) = (productIdentifier, themeIdentifier)
    }

    /// Out of what it was made.
    open var creationSource: CreationSource { source }
    /// What it is to become.
    open var projectType: PHProjectType { type }
    /// Its pictures and texts, in order.
    open var sections: [PHProjectSection] { parts }
    /// Whether the maker's mark is on it.
    open var brandingEnabled: Bool { hasBrand }
    /// Whether its pages have numbers.
    open var pageNumbersEnabled: Bool { hasNumbers }
    /// Which product it was; `nil` where it was none.
    open var productIdentifier: String? { product }
    /// Which theme it had; `nil` where it had none.
    open var themeIdentifier: String? { theme }

    /// `true`: archives can be read where secure coding is required.
    open class var supportsSecureCoding: Bool { true }

    /// Everything.
    open func encode(with coder: NSCoder) {
        coder.encode(source.rawValue, forKey: "creationSource")
        coder.encode(text: type.rawValue, forKey: "projectType")
        coder.encode(list: parts, forKey: "sections")
        coder.encode(hasBrand, forKey: "brandingEnabled")
        coder.encode(hasNumbers, forKey: "pageNumbersEnabled")
        coder.encode(text: product, forKey: "productIdentifier")
        coder.encode(text: theme, forKey: "themeIdentifier")
    }

    /// `nil` for an archive of something else.
    public required init?(coder: NSCoder) {
        guard let source = coder.decodeCase(CreationSource.self, forKey: "creationSource"), let type = coder.decodeText(forKey: "projectType"),
            let parts = coder.decodeList(of: [PHProjectSection.self], forKey: "sections")
        else { return nil }
        (self.source, self.type, self.parts) = (source, PHProjectType(type), parts)
        (hasBrand, hasNumbers) = (coder.decodeBool(forKey: "brandingEnabled"), coder.decodeBool(forKey: "pageNumbersEnabled"))
        (product, theme) = (coder.decodeText(forKey: "productIdentifier"), coder.decodeText(forKey: "themeIdentifier"))
    }
}

/// A part of a project, with several suggestions for what it holds. <https://developer.apple.com/documentation/photosui/phprojectsection>
open class PHProjectSection: NSObject, NSSecureCoding, @unchecked Sendable {
    // Guarded by being immutable.

    /// What a section is for. <https://developer.apple.com/documentation/photosui/phprojectsection/sectiontype-swift.enum>
    public enum SectionType: Int, Sendable {
        /// Not said.
        case undefined = 0
        /// It comes first, and stands for the whole.
        case cover = 1
        /// The pictures.
        case content = 2
        /// Something beside these.
        case auxiliary = 3
    }

    private let contents: [PHProjectSectionContent]
    private let type: SectionType
    private let name: String

    /// Of nothing: for test doubles.
    public override convenience init() { self.init(sectionType: .undefined, title: "", sectionContents: []) }

    /// Addition.
    public init(sectionType: SectionType, title: String, sectionContents: [PHProjectSectionContent]) { (type, name, contents) = (sectionType, title, sectionContents) }

    /// Suggestions for what it holds, the one with the fewest pictures first.
    open var sectionContents: [PHProjectSectionContent] { contents }
    /// What it is for.
    open var sectionType: SectionType { type }
    /// Empty where it has none.
    open var title: String { name }

    /// `true`: archives can be read where secure coding is required.
    open class var supportsSecureCoding: Bool { true }

    /// Everything.
    open func encode(with coder: NSCoder) {
        coder.encode(list: contents, forKey: "sectionContents")
        coder.encode(type.rawValue, forKey: "sectionType")
        coder.encode(text: name, forKey: "title")
    }

    /// `nil` for an archive of something else.
    public required init?(coder: NSCoder) {
        guard let type = coder.decodeCase(SectionType.self, forKey: "sectionType"), let name = coder.decodeText(forKey: "title"),
            let contents = coder.decodeList(of: [PHProjectSectionContent.self], forKey: "sectionContents")
        else { return nil }
        (self.type, self.name, self.contents) = (type, name, contents)
    }
}

/// What a section may hold: pictures and texts laid out on a grid. <https://developer.apple.com/documentation/photosui/phprojectsectioncontent>
open class PHProjectSectionContent: NSObject, NSSecureCoding, @unchecked Sendable {
    // Guarded by being immutable.
    private let parts: [PHProjectElement]
    private let columns: Int
    private let ratio: Double

    /// Of nothing: for test doubles.
    public override convenience init() { self.init(elements: [], numberOfColumns: 0, aspectRatio: 1) }

    /// Addition.
    public init(elements: [PHProjectElement], numberOfColumns: Int, aspectRatio: Double) { (parts, columns, ratio) = (elements, numberOfColumns, aspectRatio) }

    /// Pictures and texts, in order.
    open var elements: [PHProjectElement] { parts }
    /// Of the grid in which elements are placed.
    open var numberOfColumns: Int { columns }
    /// Width by height of the grid.
    open var aspectRatio: Double { ratio }
    /// Of all pictures, in order, each once.
    open var cloudAssetIdentifiers: [PHCloudIdentifier] {
        var known: Set<PHCloudIdentifier> = []
        return parts.compactMap { ($0 as? PHProjectAssetElement)?.cloudAssetIdentifier }.filter { known.insert($0).inserted }
    }

    /// `true`: archives can be read where secure coding is required.
    open class var supportsSecureCoding: Bool { true }

    /// Everything.
    open func encode(with coder: NSCoder) {
        coder.encode(list: parts, forKey: "elements")
        coder.encode(columns, forKey: "numberOfColumns")
        coder.encode(ratio, forKey: "aspectRatio")
    }

    /// `nil` for an archive of something else.
    public required init?(coder: NSCoder) {
        guard coder.containsValue(forKey: "aspectRatio"), let parts = coder.decodeList(of: PHProjectElement.kinds, forKey: "elements") else { return nil }
        (self.parts, columns, ratio) = (parts, coder.decodeInteger(forKey: "numberOfColumns"), coder.decodeDouble(forKey: "aspectRatio"))
    }
}
