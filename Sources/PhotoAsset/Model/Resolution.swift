import Foundation
import Photos

/// What reading an asset's files has shown.
public struct Resolution: Sendable, Hashable {
    /// SHA-1 of the original, 20 bytes.
    public let sha1: Data
    /// Why the picture or film can't be shown, or not all of it, for a person; `nil` for a sound one.
    public let damage: String?

    /// Whether the original or its edit is damaged: bytes that are not the ones that came in, pixels that are missing, or another size than the library's.
    public var isDamaged: Bool { damage != nil }
}

extension PhotoAsset {
    /// Posted on the main queue when ``resolve(allowsNetworkAccess:)`` has found out all there is; the object is the asset. Its name is `asset.model.resolved`.
    public static let resolvedNotification = Notification.Name("asset.model.resolved")

    /// Whether all that takes reading the files is known.
    public var isResolved: Bool { state.withLock { $0.resolution != nil } }

    /// Whether the asset is damaged, as far as is known: what an import or a request has found before, and all once it is resolved.
    public var isDamaged: Bool { phAsset.damage != nil || state.withLock { $0.resolution?.isDamaged ?? false } }

    /// Finds out in the background what takes reading the files. ``resolvedNotification`` tells when it is done; where it fails nothing is told, and it may be
    /// tried again.
    public func resolveInBackground(allowsNetworkAccess: Bool = true) {
        Task(priority: .utility) { try? await resolve(allowsNetworkAccess: allowsNetworkAccess) }
    }

    /// Finds out what takes reading the files, once: whoever asks meanwhile waits for the same answer. The whole picture is decoded, in a worker; of a film the
    /// first one. What nothing here can decode is not damaged for that.
    /// - Parameter allowsNetworkAccess: whether files in the cloud are downloaded. Default true.
    /// - Throws: a `PHPhotosError` where the files can't be had: `.networkAccessRequired`, `.missingResource`. A damaged file is an answer, and no error.
    @discardableResult
    public nonisolated(nonsending) func resolve(allowsNetworkAccess: Bool = true) async throws -> Resolution {
        let (known, running) = state.withLock { state in
            if let known = state.resolution { return (known as Resolution?, nil as Task<Resolution, any Error>?) }
            if let running = state.resolving { return (nil, running) }
            let task = Task(priority: .utility) { try await self.read(allowsNetworkAccess) }
            state.resolving = task
            return (nil, task)
        }
        if let known { return known }
        guard let running else { throw CancellationError() }
        do {
            let resolution = try await running.value
            let isFirst = state.withLock { state in
                defer { (state.resolution, state.sha1, state.resolving) = (resolution, resolution.sha1, nil) }
                return state.resolution == nil
            }
            if isFirst { DispatchQueue.main.async { NotificationCenter.default.post(name: Self.resolvedNotification, object: self) } }
            return resolution
        } catch {
            state.withLock { if $0.resolving == running { $0.resolving = nil } }
            throw error
        }
    }

    private func read(_ allowsNetworkAccess: Bool) async throws -> Resolution {
        let original = try requireOriginal(), download = Download(self)
        defer { download.end() }
        let sha1: Data
        do {
            sha1 = try await PHAssetResourceManager.default().computeSHA1(of: original, options: resourceOptions(allowsNetworkAccess, download))
        } catch let error as PHPhotosError where error.code == .invalidResource {
            // What came in had this one, where the library knows it.
            return Resolution(sha1: original.sha1 ?? Data(), damage: error.localizedDescription)
        } catch {
            if allowsNetworkAccess { download.fail(error) }
            throw error
        }
        return Resolution(sha1: sha1, damage: try await damage(allowsNetworkAccess) ?? phAsset.damage ?? pairedMovieDamage)
    }

    /// What was noticed of a Live Photo's movie when it came in, such as that its end is missing. To the library it is the movie's, and not the asset's.
    private var pairedMovieDamage: String? {
        resources.lazy.filter { [.pairedVideo, .fullSizePairedVideo].contains($0.type) }.compactMap(\.damage).first
    }

    /// Looks at what the asset shows: all pixels of a picture, the bytes and the first picture of a film.
    private func damage(_ allowsNetworkAccess: Bool) async throws -> String? {
        do {
            switch mediaType {
            case .image: return try await pictureDamage(allowsNetworkAccess)
            case .video: return try await filmDamage(allowsNetworkAccess)
            case .audio, .unknown: return nil
            }
        } catch let error as PHPhotosError where error.code == .invalidResource {
            return error.isForWantOfDecoder ? nil : error.localizedDescription
        }
    }

    /// An edit's film is compared byte for byte, as the original was: nobody decodes all of a film.
    private func filmDamage(_ allowsNetworkAccess: Bool) async throws -> String? {
        if let edited = resources.first(where: { $0.type == .fullSizeVideo }) {
            let download = Download(self)
            defer { download.end() }
            do {
                _ = try await PHAssetResourceManager.default().computeSHA1(of: edited, options: resourceOptions(allowsNetworkAccess, download))
            } catch {
                // A damaged file came in whole; that is told as the film's damage.
                if allowsNetworkAccess { download.fail(error) }
                throw error
            }
        }
        // Reads what the file says of its tracks, and fails where none of them is to be seen.
        _ = try await video(allowsNetworkAccess: allowsNetworkAccess)
        return try await pictureDamage(allowsNetworkAccess)
    }

    private func pictureDamage(_ allowsNetworkAccess: Bool) async throws -> String? {
        let options = PHImageRequestOptions(), download = Download(self)
        defer { download.end() }
        (options.resizeMode, options.deliveryMode, options.isNetworkAccessAllowed) = (.none, .highQualityFormat, allowsNetworkAccess)
        options.progressHandler = download.following()
        let pictures = AssetsManager.shared.cachingManager.images(
            for: phAsset, targetSize: PHImageManagerMaximumSize, contentMode: .default, options: options)
        for try await picture in pictures where !picture.isDegraded {
            if let damage = picture.damage { return damage }
            guard picture.image.size != dimensions else { continue }
            let (real, said) = (picture.image.size, dimensions)
            return "\(filename) has \(Int(real.width)) × \(Int(real.height)) pixels, and the library has noted \(Int(said.width)) × \(Int(said.height))."
        }
        return nil
    }
}
