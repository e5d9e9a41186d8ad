import Foundation
import Glibc
import Photos

/// Keeps a draft in a file, which several processes may use at once: each change reads what is there, and replaces the file whole or not at all.
public struct DraftStore: Sendable {
    /// Where the draft is kept. Beside it, with `.lock` behind its name, lies an empty file that keeps processes apart.
    public let file: URL
    /// The limit of a draft that is made new, and of a plain list.
    public let limit: Int

    /// - Parameters:
    ///   - file: where the draft is kept; its folder must be there.
    ///   - limit: of a draft that is made new, and of a plain list; one that has its own keeps it.
    public init(file: URL, limit: Int = Draft.usualLimit) { (self.file, self.limit) = (file, limit) }

    /// The draft as it is now; an empty one where there is no file. Texts that name no asset are in ``Draft/unreadable``.
    /// - Throws: a ``DraftError`` where the file can't be read or is no draft.
    public func load() throws -> Draft {
        let data: Data
        do { data = try Data(contentsOf: file) } catch CocoaError.fileReadNoSuchFile { return Draft(limit: limit) } catch {
            throw DraftError(.cannotRead, "\(file.path) can't be read. Check its permissions.", error)
        }
        // A list as older versions have saved it says no limit of its own.
        if let texts = try? JSONDecoder().decode([String].self, from: data) { return Draft(saved: texts, limit: limit) }
        do { return try JSONDecoder().decode(Draft.self, from: data) } catch {
            throw DraftError(.damaged, "\(file.path) is no draft. Move it away, and a new one is begun.", error)
        }
    }

    /// Changes the draft; other processes wait meanwhile. Nothing is written where the closure throws, or changes nothing.
    /// - Returns: what the closure returns.
    /// - Throws: what the closure throws; a ``DraftError`` as ``load()``, and where the file can't be written.
    @discardableResult
    public func update<Value>(_ change: (inout Draft) throws -> Value) throws -> Value {
        try withLock {
            let before = try load()
            var draft = before
            let value = try change(&draft)
            if draft != before || !FileManager.default.fileExists(atPath: file.path) { try write(draft) }
            return value
        }
    }

    /// The draft's assets as they are now, in its order. What was deleted leaves the draft, and so do texts that name no asset. Those that were saved beyond the
    /// limit take the places of what was deleted; the others of them leave it too.
    ///
    /// Hidden assets are in it as any other. An application that may not see the whole library can't tell an asset that was deleted from one that it was not
    /// given: both are told as unavailable, and stay, and so does what is beyond the limit.
    /// - Parameter library: where to look. Default `nil`: the shared library.
    /// - Throws: a ``DraftError``; a `PHPhotosError` where the library can't be used, and then the draft stays as it is.
    public func restore(in library: PHPhotoLibrary? = nil) throws -> RestoredDraft {
        let library = library ?? .shared()
        return try update { draft in
            if let reason = library.unavailabilityReason { throw reason }
            let saved = draft.assets + draft.beyondLimit, result = PHAsset.fetchAssets(of: saved, in: library)
            let seesAll = library.authorizationStatus(for: .readWrite) == .authorized
            // Without access nothing is found, which is no error of the draft's.
            if seesAll, let error = result.error { throw error }
            var found: [AssetReference: PhotoAsset] = [:]
            for index in 0..<result.count {
                let asset = PhotoAsset(result[index])
                found[asset.reference] = asset
            }
            let deleted = seesAll ? saved.filter { found[$0] == nil } : []
            draft.drop(deleted)
            let restored = RestoredDraft(
                assets: draft.assets.compactMap { found[$0] }, deleted: deleted, unavailable: draft.assets.filter { found[$0] == nil },
                unreadable: draft.unreadable, beyondLimit: draft.beyondLimit)
            draft.forgetUnreadable()
            if seesAll { draft.forgetBeyondLimit() }
            return restored
        }
    }

    /// Removes the draft, as after it was sent. Without effect where there is none.
    public func clear() throws {
        try withLock {
            do { try FileManager.default.removeItem(at: file) } catch CocoaError.fileNoSuchFile {} catch {
                throw DraftError(.cannotWrite, "\(file.path) can't be removed. Check the folder's permissions.", error)
            }
        }
    }

    private func write(_ draft: Draft) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        do { try encoder.encode(draft).write(to: file, options: .atomic) } catch {
            throw DraftError(.cannotWrite, "\(file.path) can't be written. Check that the folder exists, has room, and that you may write in it.", error)
        }
    }

    private func withLock<Value>(_ body: () throws -> Value) throws -> Value {
        let path = file.path + ".lock", descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw DraftError(.cannotWrite, "\(path) can't be made (\(String(cString: strerror(errno)))). Check that the folder exists and that you may write in it.")
        }
        defer { close(descriptor) }
        while flock(descriptor, LOCK_EX) != 0 {
            guard errno == EINTR else { throw DraftError(.cannotWrite, "\(path) can't be locked (\(String(cString: strerror(errno)))).") }
        }
        return try body()
    }
}

/// A draft's assets, and what has become of the others.
public struct RestoredDraft: Sendable {
    /// Those that are there, in the draft's order.
    public let assets: [PhotoAsset]
    /// Those that were deleted, in the draft's order; they are in the draft no more.
    public let deleted: [AssetReference]
    /// Those that the application may not see, or that were deleted; they are in the draft still. Empty for an application that sees the whole library.
    public let unavailable: [AssetReference]
    /// Texts of what was saved that name no asset, as they stood there; they are in the draft no more.
    public let unreadable: [String]
    /// Those that there was no place for, in the order in which they were saved; they are in the draft no more where the application sees the whole library.
    public let beyondLimit: [AssetReference]
}

/// Why a draft could not be read or written. The description names the file and the remedy.
public struct DraftError: LocalizedError, CustomStringConvertible {
    /// What went wrong.
    public enum Code: Sendable, Hashable {
        /// The file is there and can't be read.
        case cannotRead
        /// The file or its lock can't be written, or the folder is missing.
        case cannotWrite
        /// The file holds something else than a draft.
        case damaged
    }

    /// What went wrong.
    public let code: Code
    /// What went wrong and what to do, for a person.
    public let description: String
    /// What the system said; `nil` where it said nothing.
    public let cause: (any Error)?

    init(_ code: Code, _ description: String, _ cause: (any Error)? = nil) { (self.code, self.description, self.cause) = (code, description, cause) }

    /// The same as ``description``.
    public var errorDescription: String? { description }
}
