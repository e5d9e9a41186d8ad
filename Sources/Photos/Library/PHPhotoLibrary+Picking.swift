import Foundation
import LibraryEngine
import PhotoModel
import Pixels
import Query

// What a picker needs: it shows a person the whole library, and gives the program what was picked.

extension PHPhotoLibrary {
    /// The same library without an application's limits. What it gives never leaves a picker.
    /// - Throws: a `PHPhotosError` that says why there is no library.
    package func ofOwner() throws -> PHPhotoLibrary {
        do { return PHPhotoLibrary(session: try session.ofOwner()) } catch { throw PHPhotosError(error) }
    }

    /// Those among assets that a picker shows: not hidden, not in Recently Deleted, and as the predicate says.
    /// - Throws: a `PHPhotosError`.
    package func pickable(_ identifiers: [UUID], where predicate: Query.Predicate?) throws -> Set<UUID> {
        guard !identifiers.isEmpty else { return [] }
        do {
            return try session.gate().read { reader in
                let shown = Query.Predicate.comparison(Comparison(.key(KeyReference("hidden")), .equal, .value(.bool(false))))
                let query = AssetQuery(scope: .identifiers(identifiers), predicate: .and([shown] + [predicate].compactMap { $0 }))
                return Set(try reader.uuids(assetIDs: reader.assetIDs(query)).compactMap { $0 })
            }
        } catch {
            throw PHPhotosError(error)
        }
    }
}

extension PHPhotoLibrary {
    /// Whether the library has any of these assets, or had it until it was deleted or hidden.
    /// - Throws: a `PHPhotosError`.
    package func knows(anyOf identifiers: [UUID]) throws -> Bool {
        do {
            return try session.gate().read { reader in try identifiers.contains { try reader.assetID(uuid: $0) != nil } }
        } catch {
            throw PHPhotosError(error)
        }
    }
}

extension PHAsset {
    /// What the program may be told of the file that shows the asset now; `nil` where there is none.
    package var shownFile: PHAssetResource? {
        guard let found = try? sourceLibrary().assetNow(record), let shown = found.resources.current(of: found.asset) else { return nil }
        return PHAssetResource(shown, of: self)
    }

    /// The movie of a Live Photo as it plays now; `nil` for everything else.
    package var shownMovie: PHAssetResource? {
        guard mediaSubtypes.contains(.photoLive), let found = try? sourceLibrary().assetNow(record) else { return nil }
        return found.resources.pairedMovie(.current).flatMap { PHAssetResource($0, of: self) }
    }

    /// Makes a copy of this asset's file that says less. Waits for the disk and a worker.
    /// - Parameters:
    ///   - file: a copy of a picture or a movie of the asset.
    ///   - target: gets the copy; nothing may be there.
    ///   - isWanted: asked now and then, with how much is done, from 0 to 1.
    /// - Throws: a `PHPhotosError`: `.requestNotSupportedForAsset` for a file out of which nothing can be taken; `CancellationError`.
    package func copy(_ file: URL, to target: URL, keepsPlace: Bool, keepsWords: Bool, isWanted: @escaping (Double) -> Bool) throws {
        let name = file.lastPathComponent
        do {
            let library = try sourceLibrary(), (now, resources) = try library.assetNow(record)
            let input = try FileHandle(forReadingFrom: file)
            defer { try? input.close() }
            let source = MediaSource(descriptor: input.fileDescriptor, name: name)
            guard mediaType == .video else {
                var metadata = library.writtenMetadata(now, resources)
                if !keepsPlace { metadata.place = nil }
                if !keepsWords { (metadata.title, metadata.caption, metadata.keywords) = (nil, nil, []) }
                return try Data(library.decoder.write(metadata, into: source)).write(to: target, options: .withoutOverwriting)
            }
            guard FileManager.default.createFile(atPath: target.path, contents: nil, attributes: [.posixPermissions: 0o600]) else {
                throw LibraryError(.cannotWrite, "\(target.path) could not be made. Make room.")
            }
            let output = try FileHandle(forWritingTo: target)
            defer { try? output.close() }
            var request = TranscodeRequest()
            (request.picture, request.sound, request.container) = (.copy, .copy, target.pathExtension.lowercased() == "mp4" ? .mp4 : .quickTime)
            (request.keepsPlace, request.keepsWords) = (keepsPlace, keepsWords)
            request.state(library.writtenMetadata(now, resources), unlike: try library.decoder.facts(of: source.descriptor, named: name))
            let film = FilmFile(output.fileDescriptor, wants: isWanted)
            do { try library.decoder.transcode(source, request, to: film) } catch {
                guard let failure = film.failure else { throw error }
                throw LibraryError(.cannotWrite, "A copy of “\(name)” could not be written: \(String(cString: strerror(failure))). Make room.")
            }
        } catch let error as CodecError where error.code == .cancelled {
            throw CancellationError()
        } catch let error as CodecError where error.code == .unsupported {
            throw PHPhotosError(.requestNotSupportedForAsset, "Nothing can be taken out of “\(name)”: \(error.message) Load it as a JPEG.", cause: error)
        } catch {
            throw PHPhotosError(error)
        }
    }
}

extension PHLivePhoto {
    /// The same of its files alone: they tell of no asset. `nil` where not both are on this machine.
    package var ofFiles: PHLivePhoto? {
        let files = resources.compactMap(\.file)
        return files.count == 2 ? PHLivePhoto(size: size, resources: files.map { PHAssetResource($0) }) : nil
    }
}
