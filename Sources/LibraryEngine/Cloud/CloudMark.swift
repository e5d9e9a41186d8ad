import Cloud
import Foundation

/// The object that says whose store it is: the library's `library.json`.
enum CloudMark {
    static let key = LibraryManifest.fileName
    private static let limit = 1 << 20

    /// - Throws: a `CloudError`; a `LibraryError` for what is no manifest.
    static func read(_ store: any CloudStore) async throws -> LibraryManifest? {
        let bytes: [UInt8]
        do throws(CloudError) { bytes = try await store.bytes(of: key, limit: limit).bytes } catch {
            guard error.code == .objectMissing else { throw error }
            return nil
        }
        guard let manifest = LibraryManifest(text: String(decoding: bytes, as: UTF8.self)) else {
            throw LibraryError(.damaged, "\(key) in \(store.name) is no mark of a library. Look what has replaced it, and put the library's own there.")
        }
        guard manifest.format <= LibraryManifest.currentFormat else {
            throw LibraryError(
                .tooNew, "The library in \(store.name) has format \(manifest.format), and this version reads up to \(LibraryManifest.currentFormat). Update OpenPhotoKit.")
        }
        return manifest
    }

    /// Whether a store is this library's. One that is empty becomes it where `claims` says so.
    static func check(_ store: any CloudStore, _ uuid: UUID, claims: LibraryManifest?) async throws {
        let name = store.name.capitalizedSentence
        if let found = try await read(store) {
            guard found.uuid == uuid else {
                throw LibraryError(.invalid, "\(name) holds another library (\(found.uuid.uuidString)), and this one is \(uuid.uuidString). Choose another bucket or folder.")
            }
            return
        }
        guard let claims else {
            throw LibraryError(.invalid, "\(name) does not say whose it is any more: \(key) is gone. Run 'photos cloud configure' again, if it is the right one.")
        }
        // What holds other things is not taken.
        guard try await store.list(prefix: "", after: nil, limit: 1).objects.isEmpty else {
            throw LibraryError(.invalid, "\(name) holds other things already. Choose an empty bucket or folder, or a prefix of its own, as in s3://bucket/photos.")
        }
        let mark = try Array(claims.encoded())
        do throws(CloudError) { _ = try await store.put(key, mark, condition: .ifAbsent) } catch {
            // Somebody else was faster.
            guard error.code == .preconditionFailed else { throw error }
            try await check(store, uuid, claims: nil)
        }
    }
}
