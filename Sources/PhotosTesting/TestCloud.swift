import Foundation
import LibraryEngine
import PhotoModel
import Photos
import Synchronization

extension TemporaryLibrary {
    /// Holds what was sent there, in memory.
    public final class TestCloud: Sendable {
        /// What a download does instead of giving what was sent.
        public enum Fault: Sendable {
            /// Waits until `release` before anything is given, or until nobody wants the file any more.
            case hold
            /// Every download fails as without a connection.
            case unreachable
            /// Has nothing under that name.
            case missing
            /// Gives other bytes than were sent.
            case corrupt
        }

        private struct State {
            var files: [Data: Data] = [:]
            var fault: Fault?
            /// Counts what was commanded.
            var command = 0
            var downloads = 0
            var parts: [Range<Int64>] = []
            var held = 0
            var partHandler: (@Sendable () -> Void)?
        }

        // Guarded by `condition`, which is locked around every use.
        private nonisolated(unsafe) var state = State()
        private let condition = NSCondition()

        init() {}

        /// What every download does from now on; `nil` gives what was sent.
        public var fault: Fault? {
            get { condition.withLock { state.fault } }
            set {
                condition.withLock {
                    state.fault = newValue
                    state.command += 1
                    condition.broadcast()
                }
            }
        }

        /// Downloads begun since the start. Each comes in at least four pieces.
        public var downloads: Int { condition.withLock { state.downloads } }

        /// The parts of files that were asked for since the start, in their order.
        public var parts: [Range<Int64>] { condition.withLock { state.parts } }

        /// Called whenever a part has been read, before it is given.
        package var whenPartIsRead: (@Sendable () -> Void)? {
            get { condition.withLock { state.partHandler } }
            set { condition.withLock { state.partHandler = newValue } }
        }

        /// Ends a `hold`.
        public func release() { fault = nil }

        /// Blocks until so many downloads are held.
        public func waitUntilHolding(_ count: Int = 1) {
            condition.withLock { while state.held < count { condition.wait() } }
        }

        /// Blocks until no download is held any more: a cancelled one ends when its cancellation has come here.
        public func waitUntilHoldingNothing() {
            condition.withLock { while state.held > 0 { condition.wait() } }
        }

        func keep(_ content: Data, sha256: Data) { condition.withLock { state.files[sha256] = content } }

        func has(_ sha256: Data) -> Bool { condition.withLock { state.files[sha256] != nil } }

        /// A part is given at once, whether downloads are held or not.
        fileprivate func part(_ sha256: Data, _ range: Range<Int64>) -> (fault: Fault?, content: Data?) {
            condition.withLock {
                state.parts.append(range)
                return (state.fault, state.files[sha256])
            }
        }

        private func begin(_ sha256: Data, until cancellation: FetchCancellation) throws -> (fault: Fault?, content: Data?) {
            cancellation.onCancel { self.condition.withLock { self.condition.broadcast() } }
            defer { cancellation.onCancel(nil) }
            return try condition.withLock {
                state.downloads += 1
                while case .hold = state.fault {
                    state.held += 1
                    condition.broadcast()
                    let command = state.command
                    while state.command == command, !cancellation.isCancelled { condition.wait() }
                    state.held -= 1
                    condition.broadcast()
                    if cancellation.isCancelled { throw CancellationError() }
                }
                return (state.fault, state.files[sha256])
            }
        }
    }

    /// Moves these files of the assets into the cloud: the catalogue says that they are there only, and their bytes are removed here. Thumbnails and
    /// previews stay.
    public func sendToCloud(_ assets: [PHAsset], _ types: [PHAssetResourceType]) throws {
        let ids = try rows(of: assets)
        let sent = try library.read { reader in
            try ids.flatMap { try reader.resources(assetID: $0) }.filter { resource in types.contains { $0.rawValue == resource.type.rawValue } }
        }
        let paths = try Set(
            sent.compactMap { resource -> String? in
                guard case .managed(let path) = resource.location else { return nil }
                if !cloud.has(resource.sha256) { cloud.keep(try Data(contentsOf: url.appendingPathComponent(path)), sha256: resource.sha256) }
                return path
            })
        if sent.contains(where: { $0.isLocal || !$0.isInCloud }) {
            try library.performChanges(author: "test") { transaction in
                for resource in sent { try transaction.update(resourceID: resource.id) { ($0.isLocal, $0.isInCloud) = (false, true) } }
            }
        }
        try library.originals.remove(managedPaths: paths.filter { library.originals.holds(managedPath: $0) })
    }

    func rows(of assets: [PHAsset]) throws -> [Int64] {
        try library.read { reader in
            try assets.compactMap { asset in try UUID(uuidString: String(asset.localIdentifier.prefix(36))).flatMap { try reader.assetID(uuid: $0) } }
        }
    }
}

extension TemporaryLibrary.TestCloud: PartedObjectStore {
    package func part(of object: StoredObject, _ range: Range<Int64>, mark: String?) async throws -> ObjectPart {
        let (fault, kept) = part(object.sha256, range)
        if case .unreachable = fault { throw ObjectStoreError(.unreachable, "The network is unreachable. Check the connection and try again.") }
        if case .corrupt = fault { throw ObjectStoreError(.changed, "It is another one.") }
        let isMissing = if case .missing = fault { true } else { false }
        guard !isMissing, let content = kept else { throw ObjectStoreError(.missing, "Restore it from a backup.") }
        whenPartIsRead?()
        let wanted = content.dropFirst(Int(range.lowerBound)).prefix(range.count)
        return ObjectPart(bytes: [UInt8](wanted), size: Int64(content.count), sha256: object.sha256, mark: "1")
    }

    package func fetch(_ object: StoredObject, until cancellation: FetchCancellation, write: (UnsafeRawBufferPointer) throws -> Void) throws {
        let (fault, kept) = try begin(object.sha256, until: cancellation)
        if case .unreachable = fault { throw ObjectStoreError(.unreachable, "The network is unreachable. Check the connection and try again.") }
        let isMissing = if case .missing = fault { true } else { false }
        guard !isMissing, var content = kept else { throw ObjectStoreError(.missing, "Restore it from a backup.") }
        if case .corrupt = fault { content[content.startIndex] ^= 0xFF }
        try content.withUnsafeBytes { bytes in
            let step = max(1, bytes.count / 4)
            for start in stride(from: 0, to: bytes.count, by: step) {
                try write(UnsafeRawBufferPointer(rebasing: bytes[start..<min(bytes.count, start + step)]))
            }
        }
    }
}
