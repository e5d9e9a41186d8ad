import Foundation
import Photos
import Picking

extension PHPickerSession {
    /// What a picker is asked to show. Addition.
    public struct Request: Sendable, Hashable {
        /// What picking is for.
        public enum Purpose: Sendable, Hashable {
            /// The program gets what is picked.
            case picking
            /// What is picked is what the program may see from then on.
            case limitedLibrary
        }

        /// Default ``Purpose/picking``.
        public var purpose = Purpose.picking
        /// What the person is asked for. Default `nil`: nothing but to pick.
        public var title: String?
        /// Default `nil`: everything.
        public var filter: PHPickerFilter?
        /// 0 is no limit.
        public var selectionLimit = 0
        /// With numbers.
        public var isOrdered = false
        /// The program hears of every change.
        public var isContinuous = false
        /// What is picked from the start, as it was asked for.
        public var preselectedIdentifiers: [String] = []
        /// In which form the items are given.
        public var representation = PHPickerConfiguration.AssetRepresentationMode.automatic
        /// How large the picker is.
        public var mode = PHPickerMode.default
        /// What the person does not find.
        public var disabledCapabilities: PHPickerCapabilities = []
        /// Edges up to which pictures go.
        public var edgesWithoutContentMargins: NSDirectionalRectEdge = []
        /// What is searched for at first.
        public var searchText: PHPickerSearchText?

        /// Everything may be picked.
        public init() {}

        init(_ configuration: PHPickerConfiguration) {
            (filter, selectionLimit) = (configuration.filter, max(0, configuration.selectionLimit))
            (isOrdered, isContinuous) = (configuration.selection.isOrdered, configuration.selection.isContinuous)
            if configuration.library != nil, configuration.selectionLimit != 1 { preselectedIdentifiers = configuration.preselectedAssetIdentifiers }
            (representation, mode) = (configuration.preferredAssetRepresentationMode, configuration.mode)
            (disabledCapabilities, searchText) = (configuration.disabledCapabilities, configuration.searchText)
            edgesWithoutContentMargins = configuration.edgesWithoutContentMargins
        }
    }

    /// What a program asks of an open picker. Addition.
    public enum Command: Sendable, Hashable {
        /// Another limit, 0 for none.
        case limit(Int)
        /// Another search.
        case search(PHPickerSearchText)
        /// Other edges up to which pictures go.
        case edges(NSDirectionalRectEdge)
        /// These are no longer picked.
        case deselected([String])
        /// This is now behind that, or in front of all.
        case moved(String, after: String?)
        /// Back to where it opened.
        case scrollToInitialPosition
        /// Fewer and larger pictures.
        case zoomIn
        /// More and smaller pictures.
        case zoomOut
    }

    /// Where a picker stands. Addition.
    public enum State: Sendable, Hashable {
        /// The person picks.
        case open
        /// The person is done.
        case confirmed
        /// The person wants nothing.
        case cancelled
        /// The program took it away.
        case closed
        /// It could not be shown.
        case failed
    }

    /// Why something was not picked. Addition.
    public enum Refusal: Sendable, Hashable {
        /// So many are picked already, and no more may be.
        case limit(Int)
        /// The library does not have it, it is hidden, or the filter leaves it out.
        case notShown
    }
}
