/// How large a picker is. <https://developer.apple.com/documentation/photosui/phpickermode>
public struct PHPickerMode: Equatable, Hashable, Sendable {
    private enum Mode: Sendable { case `default`, compact }
    private let mode: Mode

    /// Rows of pictures that scroll down.
    public static let `default` = PHPickerMode(mode: .default)
    /// One row that scrolls sideways.
    public static var compact: PHPickerMode { PHPickerMode(mode: .compact) }
}

/// What a person can do in a picker. <https://developer.apple.com/documentation/photosui/phpickercapabilities>
public struct PHPickerCapabilities: OptionSet, Sendable, Hashable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Searching.
    public static var search: PHPickerCapabilities { PHPickerCapabilities(rawValue: 1 << 0) }
    /// The tray of what is picked.
    public static var stagingArea: PHPickerCapabilities { PHPickerCapabilities(rawValue: 1 << 1) }
    /// Going from album to album.
    public static var collectionNavigation: PHPickerCapabilities { PHPickerCapabilities(rawValue: 1 << 2) }
    /// Confirming and cancelling.
    public static var selectionActions: PHPickerCapabilities { PHPickerCapabilities(rawValue: 1 << 3) }
    /// Warnings of sensitive pictures. No picker here has any.
    public static var sensitivityAnalysisIntervention: PHPickerCapabilities { PHPickerCapabilities(rawValue: 1 << 4) }
}

/// What picked items do not say. <https://developer.apple.com/documentation/photosui/phpickermetadataoptions>
public struct PHPickerMetadataOptions: OptionSet, Sendable, Hashable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Where they were taken.
    public static var removeLocation: PHPickerMetadataOptions { PHPickerMetadataOptions(rawValue: 1 << 0) }
    /// What somebody wrote of them: titles, captions and keywords.
    public static var removeCaptions: PHPickerMetadataOptions { PHPickerMetadataOptions(rawValue: 1 << 1) }
}

/// What is searched for in a picker. <https://developer.apple.com/documentation/photosui/phpickersearchtext>
public struct PHPickerSearchText: Equatable, Hashable, Sendable {
    /// As the person would type it. Addition.
    public let string: String

    /// A search for words.
    public init(_ string: String) { self.string = string }
}
