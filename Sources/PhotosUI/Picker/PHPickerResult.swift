import Foundation
import Photos

/// Something that was picked. <https://developer.apple.com/documentation/photosui/phpickerresult>
public struct PHPickerResult: Equatable, Hashable, Sendable {
    /// Loads what was picked. Of what was preselected and stayed so it has nothing to load.
    public let itemProvider: NSItemProvider
    private let identifier: String?

    package init(itemProvider: NSItemProvider, assetIdentifier: String?) { (self.itemProvider, identifier) = (itemProvider, assetIdentifier) }

    /// The asset's local identifier; `nil` where the picker's configuration was made without a library.
    public var assetIdentifier: String? { identifier }
}
