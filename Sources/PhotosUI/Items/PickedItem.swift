import Foundation
import PhotoModel
import Photos

/// What can be loaded of a picked asset, and how.
struct PickedItem: Sendable {
    private let asset: PHAsset
    private let mode: PHPickerConfiguration.AssetRepresentationMode
    private let removed: PHPickerMetadataOptions

    init(_ asset: PHAsset, _ configuration: PHPickerConfiguration) {
        (self.asset, mode, removed) = (asset, configuration.preferredAssetRepresentationMode, configuration.metadataOptions)
    }

    /// A provider of the asset as it is now; what is loaded is what the library has by then.
    func provider() -> NSItemProvider {
        let provider = NSItemProvider()
        guard let file = asset.shownFile else { return provider }
        provider.suggestedName = (asset.value(forKey: "filename") as? String ?? file.originalFilename).droppingExtension
        if let movie = asset.shownMovie, removed.isEmpty { offerLivePhoto(file, movie, in: provider) }
        if file.contentType.conforms(to: .image) { offerPicture(file, in: provider) } else { offerFilm(file, in: provider) }
        return provider
    }

    private func offerLivePhoto(_ still: PHAssetResource, _ movie: PHAssetResource, in provider: NSItemProvider) {
        let name = still.originalFilename.droppingExtension
        provider.register(
            UniformTypes.livePhotoBundle,
            .made { folder, advance in
                let bundle = try folder.making(name + ".pvt")
                try await still.write(into: bundle) { advance($0 / 2) }
                try await movie.write(into: bundle) { advance(0.5 + $0 / 2) }
                return bundle
            })
        let asset = asset
        provider.register(PHLivePhoto.self) { advance in LoadedObject(try await asset.loadedLivePhoto(advance)) }
    }

    private func offerPicture(_ file: PHAssetResource, in provider: NSItemProvider) {
        let asset = asset, keepsPlace = !removed.contains(.removeLocation), name = file.originalFilename.droppingExtension, type = file.contentType
        // Of a RAW picture nothing can be taken out.
        let isGivenAsItIs = removed.isEmpty || !type.conforms(to: .rawImage)
        let jpeg: NSItemProvider.Loader = .made { folder, _ in
            let options = JPEGRepresentationOptions(includesLocation: keepsPlace, isNetworkAccessAllowed: true)
            let url = folder.appendingPathComponent(name + ".jpeg")
            try await PHImageManager.default().jpegRepresentation(for: asset, options: options).data.write(to: url)
            return url
        }
        if !type.isCommonPicture, mode != .current { provider.register(UTType.jpeg.identifier, jpeg) }
        if isGivenAsItIs { provider.register(type.identifier, .made(made(of: file) { original, _, _ in original })) }
        // Into some files nothing can be written, which only trying tells.
        if !removed.isEmpty, type != .jpeg { provider.register(UTType.jpeg.identifier, jpeg) }
        provider.register(UIImage.self) { _ in LoadedObject(try await asset.loadedImage()) }
    }

    private func offerFilm(_ file: PHAssetResource, in provider: NSItemProvider) {
        let type = file.contentType
        let isGivenAsItIs = removed.isEmpty || [.mpeg4Movie, .quickTimeMovie].contains(type)
        if type.conforms(to: .movie), mode != .current || !isGivenAsItIs {
            let container: UTType = type == .mpeg4Movie ? .mpeg4Movie : .quickTimeMovie
            provider.register(container.identifier, .made(made(of: file) { original, folder, advance in try await original.playable(from: type, in: folder, advance) }))
        }
        // What every program plays and the library has are one type then, and one of them is loaded by it.
        if isGivenAsItIs, !provider.registeredTypeIdentifiers.contains(type.identifier) { provider.register(type.identifier, .made(made(of: file) { original, _, _ in original })) }
    }

    /// A file made of the asset's own, and without what was to be left out.
    private func made(
        of file: PHAssetResource, _ change: @escaping @Sendable (_ original: URL, _ folder: URL, _ advance: @escaping NSItemProvider.Advance) async throws -> URL
    ) -> @Sendable (URL, @escaping NSItemProvider.Advance) async throws -> URL {
        let asset = asset, removed = removed
        return { folder, advance in
            let url = try await change(file.write(into: folder.making("original")) { advance($0 / 3) }, folder) { advance((1 + $0) / 3) }
            guard !removed.isEmpty else { return url }
            let less = try folder.making("less").appendingPathComponent(url.lastPathComponent)
            try await asset.copyWithout(removed, url, to: less) { advance((2 + $0) / 3) }
            return less
        }
    }
}

extension URL {
    /// A new folder in this one.
    func making(_ name: String) throws -> URL {
        let folder = appendingPathComponent(name, isDirectory: true)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        return folder
    }

    /// This movie as every program plays it: H.264 in a QuickTime movie, or in MPEG-4 where it is MPEG-4. Itself where it is that.
    fileprivate func playable(from type: UTType, in folder: URL, _ advance: @escaping NSItemProvider.Advance) async throws -> URL {
        let movie = AVURLAsset(url: self), isH264 = try await movie.isH264
        let isMPEG4 = type == .mpeg4Movie
        if isH264, isMPEG4 || type == .quickTimeMovie { return self }
        // The frames of containers that are no kin of these can't always be put into one as they are.
        let isKin =
            [.mpeg4Movie, .quickTimeMovie, .appleProtectedMPEG4Video].contains(type)
            || [UniformTypes.appleMPEG4Movie, UniformTypes.threeGPP, UniformTypes.threeGPP2].contains(type.identifier)
        let url = try folder.making("playable").appendingPathComponent(lastPathComponent.droppingExtension + (isMPEG4 ? ".mp4" : ".mov"))
        try await movie.export(to: url, as: isMPEG4 ? .mp4 : .mov, with: isH264 && isKin ? AVAssetExportPresetPassthrough : AVAssetExportPreset3840x2160, advance)
        return url
    }
}

extension UTType {
    /// What every program shows.
    fileprivate var isCommonPicture: Bool { self == .jpeg || self == .png || self == .gif }
}

extension String {
    fileprivate var droppingExtension: String {
        let stem = (self as NSString).deletingPathExtension
        return stem.isEmpty ? self : stem
    }
}
