import Foundation
import Photos

/// Stands for something that was picked, until it is loaded. <https://developer.apple.com/documentation/photosui/photospickeritem>
public struct PhotosPickerItem: Equatable, Hashable, Sendable {
    /// In which form items are given. <https://developer.apple.com/documentation/photosui/photospickeritem/encodingdisambiguationpolicy>
    public struct EncodingDisambiguationPolicy: Equatable, Hashable, Sendable {
        /// The same for a ``PHPickerConfiguration``. Addition.
        public let mode: PHPickerConfiguration.AssetRepresentationMode

        /// As ``compatible``, which is the library's choice here.
        public static let automatic = EncodingDisambiguationPolicy(mode: .automatic)
        /// As the library has it.
        public static let current = EncodingDisambiguationPolicy(mode: .current)
        /// What every program can show.
        public static let compatible = EncodingDisambiguationPolicy(mode: .compatible)
    }

    private let result: PHPickerResult

    /// An item of an asset, without content: it can be picked from the start, and loads nothing.
    public init(itemIdentifier: String) { result = PHPickerResult(itemProvider: .empty, assetIdentifier: itemIdentifier) }

    /// An item of what a ``PHPickerViewController`` gave. Addition: Apple's items come from SwiftUI's picker alone.
    public init(_ result: PHPickerResult) { self.result = result }

    /// The asset's local identifier; `nil` where the picker's configuration was made without a library.
    public var itemIdentifier: String? { result.assetIdentifier }

    /// What it can be loaded as, the best first.
    public var supportedContentTypes: [UTType] { result.itemProvider.registeredContentTypes }

    /// Makes a value of the content. Cancelling the task ends the load.
    /// - Returns: `nil` where nothing of the item's content makes such a value.
    /// - Throws: why it could not be loaded; `CancellationError`.
    public func loadTransferable<T: Transferable>(type: T.Type) async throws -> sending T? {
        let provider = result.itemProvider, (way, content) = TransferLoad.way(T.self, in: provider)
        guard let way else { return nil }
        return try await TransferLoad.value(T.self, way, content, provider) { _ in }
    }

    /// The same with a handler, which is called once, on a queue that is not the main one.
    /// - Returns: how far it has come; cancelling it ends the load, and the handler gets a `CocoaError.userCancelled`.
    @discardableResult
    public func loadTransferable<T: Transferable>(type: T.Type, completionHandler: @escaping @Sendable (Result<T?, any Error>) -> Void) -> Progress {
        let provider = result.itemProvider
        return provider.load(completionHandler) { advance in
            let (way, content) = TransferLoad.way(T.self, in: provider)
            guard let way else { return nil }
            return try await TransferLoad.value(T.self, way, content, provider, advance)
        }
    }
}

extension NSItemProvider {
    /// What is loaded of nothing; one for all, so that items without content are equal where their identifiers are.
    fileprivate static let empty = NSItemProvider()
}

/// How SwiftUI's picker goes about picking. <https://developer.apple.com/documentation/photosui/photospickerselectionbehavior>
public struct PhotosPickerSelectionBehavior: Equatable, Hashable, Sendable {
    /// The same for a ``PHPickerConfiguration``. Addition.
    public let selection: PHPickerConfiguration.Selection

    /// The program hears of the end.
    public static let `default` = PhotosPickerSelectionBehavior(selection: .default)
    /// With numbers.
    public static let ordered = PhotosPickerSelectionBehavior(selection: .ordered)
    /// The program hears of every change.
    public static let continuous = PhotosPickerSelectionBehavior(selection: .continuous)
    /// Both.
    public static let continuousAndOrdered = PhotosPickerSelectionBehavior(selection: .continuousAndOrdered)
}

/// Where SwiftUI's picker is. <https://developer.apple.com/documentation/photosui/photospickerstyle>
public struct PhotosPickerStyle: Equatable, Hashable, Sendable {
    private enum Style: Sendable { case presentation, inline, compact }
    private let style: Style

    /// In front of everything.
    public static let presentation = PhotosPickerStyle(style: .presentation)
    /// Among other content.
    public static let inline = PhotosPickerStyle(style: .inline)
    /// Among other content, in one row.
    public static let compact = PhotosPickerStyle(style: .compact)

    /// The same for a ``PHPickerConfiguration``. Addition.
    public var mode: PHPickerMode { style == .compact ? .compact : .default }
}
