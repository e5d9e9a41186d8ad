import CoreGraphics
import Foundation
import LibraryEngine
import Photos
import PhotosTesting
import Testing
import UniformTypeIdentifiers

/// A copy of options has each of them, and no other's: each is set by itself, so that no two can stand for each other.
@Suite struct OptionCopyTests {
    private func expectCopies<Options: NSObject & NSCopying>(
        _ make: () -> Options, _ changes: [(Options) -> Void], _ location: SourceLocation = #_sourceLocation
    ) throws {
        let plain = Self.values(make())
        for (number, change) in changes.enumerated() {
            let options = make()
            change(options)
            let copy = try #require(options.copy() as? Options)
            #expect(Self.values(options) != plain, "change \(number) changes nothing", sourceLocation: location)
            #expect(Self.values(copy) == Self.values(options), "change \(number)", sourceLocation: location)
            // And from then on it goes its own way.
            #expect(copy !== options, sourceLocation: location)
        }
    }

    private static func values(_ options: Any) -> [String] {
        Mirror(reflecting: options).children.map { child in
            // Of a handler or an object it counts which one it is, or at least whether there is one.
            let value = Mirror(reflecting: child.value)
            return "\(child.label ?? ""): " + (value.displayStyle == .optional && "\(child.value)".contains("Function") ? "a handler" : "\(child.value)")
        }
    }

    @Test func ofFetches() throws {
        let fixture = try TemporaryLibrary()
        let library = PHPhotoLibrary(session: LibrarySession(fixture.library))
        try expectCopies(
            PHFetchOptions.init,
            [
                { $0.predicate = NSPredicate(format: "favorite == YES") }, { $0.sortDescriptors = [NSSortDescriptor(key: "creationDate", ascending: false)] },
                { $0.includeHiddenAssets = true }, { $0.includeAllBurstAssets = true }, { $0.includeAssetSourceTypes = .typeCloudShared }, { $0.fetchLimit = 3 },
                { $0.wantsIncrementalChangeDetails = false }, { $0.prefetchAssetExtendedMetadata = true }, { $0.photoLibrary = library },
            ])
    }

    @Test func ofImageRequests() throws {
        try expectCopies(
            PHImageRequestOptions.init,
            [
                { $0.version = .original }, { $0.deliveryMode = .fastFormat }, { $0.resizeMode = .exact },
                { $0.normalizedCropRect = CGRect(x: 0, y: 0, width: 0.5, height: 0.25) }, { $0.isNetworkAccessAllowed = true }, { $0.isSynchronous = true },
                { $0.progressHandler = { _, _, _, _ in } }, { $0.allowSecondaryDegradedImage = true }, { $0.preferHDR = true }, { $0.targetHDRHeadroom = 2.5 },
                { $0.keepsWideGamut = true }, { $0.keepsDeepColor = true },
            ])
    }

    @Test func ofLivePhotosAndVideos() throws {
        try expectCopies(
            PHLivePhotoRequestOptions.init,
            [
                { $0.version = .original }, { $0.deliveryMode = .highQualityFormat }, { $0.isNetworkAccessAllowed = true }, { $0.preferHDR = true },
                { $0.progressHandler = { _, _, _, _ in } },
            ])
        try expectCopies(
            PHVideoRequestOptions.init,
            [
                { $0.version = .original }, { $0.deliveryMode = .fastFormat }, { $0.isNetworkAccessAllowed = true }, { $0.progressHandler = { _, _, _, _ in } },
            ])
    }

    @Test func ofNewResources() throws {
        try expectCopies(
            PHAssetResourceCreationOptions.init,
            [
                { $0.originalFilename = "a.jpg" }, { $0.contentType = .jpeg }, { $0.shouldMoveFile = true },
            ])
    }
}
