import Foundation
import Photos

/// What a picker shows, and how much may be picked. <https://developer.apple.com/documentation/photosui/phpickerconfiguration>
public struct PHPickerConfiguration: Equatable, Hashable, Sendable {
    /// In which form picked items are given. <https://developer.apple.com/documentation/photosui/phpickerconfiguration/assetrepresentationmode-swift.enum>
    public enum AssetRepresentationMode: Sendable, Equatable, Hashable {
        /// As ``compatible``, which is the library's choice here.
        case automatic
        /// As the library has it: nothing is made.
        case current
        /// What every program can show: pictures as JPEG, PNG or GIF, movies as H.264. What the library has comes behind it.
        case compatible
    }

    /// How picking goes. <https://developer.apple.com/documentation/photosui/phpickerconfiguration/selection-swift.enum>
    public enum Selection: Sendable, Equatable, Hashable {
        /// The delegate hears of the end. The order is that of picking all the same.
        case `default`
        /// The same, with numbers on what is picked.
        case ordered
        /// The delegate hears of every change of what is picked.
        case continuous
        /// Both.
        case continuousAndOrdered

        var isContinuous: Bool { self == .continuous || self == .continuousAndOrdered }
        var isOrdered: Bool { self == .ordered || self == .continuousAndOrdered }
    }

    /// What can be changed while a picker is open. What is `nil` stays as it is.
    /// <https://developer.apple.com/documentation/photosui/phpickerconfiguration/update>
    public struct Update: Equatable, Hashable, Sendable {
        /// The most that may be picked; 0 is no limit. What is picked already stays. Default `nil`.
        public var selectionLimit: Int?
        /// Edges up to which the pictures go. Default `nil`.
        public var edgesWithoutContentMargins: NSDirectionalRectEdge?
        /// What is searched for. Default `nil`.
        public var searchText: PHPickerSearchText?

        /// Changes nothing.
        public init() {}
    }

    /// Default ``AssetRepresentationMode/automatic``.
    public var preferredAssetRepresentationMode = AssetRepresentationMode.automatic
    /// Default ``Selection/default``.
    public var selection = Selection.default
    /// The most that may be picked. 0, and every negative number, is no limit. Default 1.
    public var selectionLimit = 1
    /// Which assets are shown. Default `nil`: all.
    public var filter: PHPickerFilter?
    /// Local identifiers of what is picked from the start, in this order; unknown ones are passed over, and there may be more than the limit. Needs a configuration
    /// with a library and a limit other than 1, and is passed over otherwise. Default empty.
    public var preselectedAssetIdentifiers: [String] = []
    /// Default ``PHPickerMode/default``.
    public var mode = PHPickerMode.default
    /// What a person does not find in the picker. Default none.
    public var disabledCapabilities: PHPickerCapabilities = []
    /// Edges up to which the pictures go. Default none.
    public var edgesWithoutContentMargins: NSDirectionalRectEdge = []
    /// What items do not say. Default none: they say what their files do.
    public var metadataOptions: PHPickerMetadataOptions = []
    /// What is searched for when the picker opens. Default `nil`: nothing.
    public var searchText: PHPickerSearchText?

    /// The library that was given, whose assets' identifiers come with the results.
    let library: PHPhotoLibrary?

    /// Of the shared library. Results have no identifiers.
    public init() { library = nil }

    /// Of a library. Results have the identifiers of their assets, which an application can fetch as far as its access goes.
    public init(photoLibrary: PHPhotoLibrary) { library = photoLibrary }
}

/// ``PHPickerConfiguration/AssetRepresentationMode-swift.enum`` as Objective-C has it.
public enum PHPickerConfigurationAssetRepresentationMode: Int, Sendable {
    /// As the library chooses.
    case automatic = 0
    /// As the library has it.
    case current = 1
    /// What every program can show.
    case compatible = 2
}

/// ``PHPickerConfiguration/Selection-swift.enum`` as Objective-C has it.
public enum PHPickerConfigurationSelection: Int, Sendable {
    /// The delegate hears of the end.
    case `default` = 0
    /// With numbers.
    case ordered = 1
    /// The delegate hears of every change.
    case continuous = 2
    /// Both.
    case continuousAndOrdered = 3
}
