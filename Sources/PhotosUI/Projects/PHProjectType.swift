import Foundation

/// What a project is, by the name that its program gave it. <https://developer.apple.com/documentation/photosui/phprojecttype>
public struct PHProjectType: Hashable, Equatable, RawRepresentable, Sendable {
    public let rawValue: String
    /// The type of a name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// The type of a name.
    public init(_ rawValue: String) { self.rawValue = rawValue }

    /// None of those that the program has. The name is ours: Apple's value is not published.
    public static let undefined = PHProjectType("PHProjectTypeUndefined")
}

/// Which kind of thing a project makes. The names are ours: Apple's values are not published. <https://developer.apple.com/documentation/photosui/phprojectcategory>
public struct PHProjectCategory: Hashable, Equatable, RawRepresentable, Sendable {
    public let rawValue: String
    /// The category of a name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A book.
    public static let book = PHProjectCategory(rawValue: "PHProjectCategoryBook")
    /// A calendar.
    public static let calendar = PHProjectCategory(rawValue: "PHProjectCategoryCalendar")
    /// A card.
    public static let card = PHProjectCategory(rawValue: "PHProjectCategoryCard")
    /// Prints.
    public static let prints = PHProjectCategory(rawValue: "PHProjectCategoryPrints")
    /// A slideshow.
    public static let slideshow = PHProjectCategory(rawValue: "PHProjectCategorySlideshow")
    /// Something for a wall.
    public static let wallDecor = PHProjectCategory(rawValue: "PHProjectCategoryWallDecor")
    /// Something else.
    public static let other = PHProjectCategory(rawValue: "PHProjectCategoryOther")
    /// Not said.
    public static let undefined = PHProjectCategory(rawValue: "PHProjectCategoryUndefined")
}
