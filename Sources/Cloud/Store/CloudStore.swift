import Synchronization

/// Where objects are kept that this machine need not hold: a bucket, a folder on another disk, either of them encrypted.
///
/// It knows keys, sizes and hashes, and nothing of photos. Any number of calls may run at once; how many do is the caller's to bound. A call whose task is
/// cancelled ends soon with `.cancelled`, and leaves nothing half done that anybody could take for whole: an object is there with all its bytes, or not.
package protocol CloudStore: Sendable {
    /// For messages, such as "the folder /mnt/disk/photos".
    var name: String { get }

    /// Keeps an object.
    ///
    /// What fails for a moment is tried again; what then has the key is the whole new object or what was there before.
    /// - Parameters:
    ///   - body: sent from first to last byte, and again from the first where an attempt failed.
    ///   - progress: told how many bytes are sent, growing, on any thread.
    /// - Throws: `.preconditionFailed` where the condition does not hold; `.sourceChanged` where the body is not what its hash says.
    func put(
        _ key: String, _ body: any UploadBody, condition: WriteCondition, progress: @escaping @Sendable (Int64) -> Void
    ) async throws(CloudError) -> ObjectFacts

    /// Passes bytes of an object on, in order, each once, in pieces of any size.
    ///
    /// A transfer that breaks off goes on where it was, if the object is still the same one. Bytes are passed on before all of them are here: compare with a
    /// hash, as `download` does, before they are believed.
    /// - Parameters:
    ///   - range: which bytes; what lies behind the end is left out. `nil` is all of them.
    ///   - etag: gives the object only if it is still this one.
    ///   - receive: takes the next bytes, on a thread that it may block. What it throws ends the call with `.receiver`.
    /// - Throws: `.objectMissing`; `.objectChanged` where it is another than `etag` says, or becomes another meanwhile.
    func get(
        _ key: String, range: Range<Int64>?, ifMatches etag: String?, receive: @escaping @Sendable (UnsafeRawBufferPointer) throws -> Void
    ) async throws(CloudError) -> ObjectFacts

    /// - Throws: `.objectMissing`.
    func head(_ key: String) async throws(CloudError) -> ObjectFacts

    /// The next objects whose keys begin with `prefix`, in an order that is the store's own and stays the same. Plain stores have that of the keys' bytes;
    /// an encrypted one does not, and says how large its objects are there, with what encryption adds.
    /// - Parameters:
    ///   - after: the key that a page ended with; `nil` begins.
    ///   - limit: how many objects at most. A page may have fewer, and more follow all the same.
    func list(prefix: String, after: String?, limit: Int) async throws(CloudError) -> ObjectPage

    /// Removes an object. One that is not there is no error.
    func delete(_ key: String) async throws(CloudError)

    /// Keeps a large object, in parts that are still there when the process ends in the middle.
    /// - Parameters:
    ///   - body: has a hash, which the whole is compared with before it gets its key.
    ///   - state: what an earlier attempt saved last; `nil` begins. One that the store has forgotten, or that is of another body, begins anew.
    ///   - save: keeps what the next attempt needs, before more is sent. What it throws ends the call with `.receiver`.
    func upload(
        _ key: String, _ body: any UploadBody, resuming state: UploadState?, save: @escaping @Sendable (UploadState) throws -> Void,
        progress: @escaping @Sendable (Int64) -> Void
    ) async throws(CloudError) -> ObjectFacts

    /// Forgets the parts of an upload that nobody will go on with. One that is not there is no error.
    func abandon(_ state: UploadState) async throws(CloudError)
}

extension CloudStore {
    package func put(_ key: String, _ bytes: [UInt8], condition: WriteCondition = .none) async throws(CloudError) -> ObjectFacts {
        try await put(key, BytesBody(bytes), condition: condition) { _ in }
    }

    /// The whole object, or a part of it, in memory. For small ones.
    /// - Parameter limit: more bytes than these are `.tooLarge`.
    package func bytes(of key: String, range: Range<Int64>? = nil, ifMatches etag: String? = nil, limit: Int) async throws(CloudError) -> (bytes: [UInt8], facts: ObjectFacts) {
        let collected = CollectedBytes(limit: limit)
        do throws(CloudError) {
            let facts = try await get(key, range: range, ifMatches: etag) { try collected.append($0) }
            return (collected.bytes, facts)
        } catch let error where error.cause is CollectedBytes.Excess {
            throw CloudError(.tooLarge, object: key, "\(key) in \(name) is larger than the \(limit) bytes it may have. Check what wrote it.")
        }
    }
}

/// What has to be true for an object to be written.
package enum WriteCondition: Sendable, Equatable {
    case none
    /// Nothing has the key. Of several who try at once, one succeeds.
    case ifAbsent
    /// The object is the one that was seen.
    case ifMatches(String)
}

/// What a store says of an object.
package struct ObjectFacts: Sendable, Equatable {
    package let key: String
    /// Bytes of the whole object.
    package let size: Int64
    /// The store's mark of this content under this key: another one for other content. Compared, and not read.
    package let etag: String
    /// SHA-256 of the content, 32 bytes, as it was said when the object was written; `nil` where the store does not keep it. Not checked.
    package let sha256: [UInt8]?
    /// Seconds since 1970 by the store's clock; `nil` where the answer did not say.
    package let modified: Double?

    package init(key: String, size: Int64, etag: String, sha256: [UInt8]? = nil, modified: Double? = nil) {
        (self.key, self.size, self.etag, self.sha256, self.modified) = (key, size, etag, sha256, modified)
    }
}

package struct ObjectPage: Sendable, Equatable {
    package let objects: [ObjectFacts]
    /// What the next page begins after; `nil` where this is the last.
    package let next: String?

    package init(objects: [ObjectFacts], next: String?) { (self.objects, self.next) = (objects, next) }
}

/// What is known of an upload in parts; kept by the caller between attempts.
package struct UploadState: Codable, Sendable, Equatable {
    package struct Part: Codable, Sendable, Equatable {
        package let size: Int64
        /// SHA-256 of what was sent, 32 bytes.
        package let sha256: [UInt8]
        /// The store's mark of the part.
        package let etag: String
    }

    package let key: String
    /// Bytes of the whole object.
    package let size: Int64
    /// The body's `uploadIdentity`.
    package let identity: [UInt8]
    /// The store's name of the upload.
    package let identifier: String
    /// Bytes of each part but the last.
    package let partSize: Int64
    /// Those that are there, from the first.
    package internal(set) var parts: [Part] = []
    /// What an encrypted store needs to go on with the same object; holds no secret.
    package internal(set) var header: [UInt8]?
    /// The upload of what an encrypted store makes of the object: one, or none.
    package internal(set) var inner: [UploadState] = []

    func isOf(_ key: String, _ body: any UploadBody) -> Bool { self.key == key && size == body.size && identity == body.uploadIdentity }
}

/// Bytes that come in pieces, from one thread after the other.
final class CollectedBytes: Sendable {
    struct Excess: Error {}

    private let limit: Int
    private let collected = Mutex<[UInt8]>([])

    init(limit: Int) { self.limit = limit }

    func append(_ piece: UnsafeRawBufferPointer) throws {
        try collected.withLock { collected in
            guard collected.count + piece.count <= limit else { throw Excess() }
            collected += piece
        }
    }

    var bytes: [UInt8] { collected.withLock { $0 } }
}
