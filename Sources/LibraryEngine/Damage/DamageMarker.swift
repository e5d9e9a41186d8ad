import Catalog
import Dispatch
import Foundation
import Imaging
import PhotoModel
import Pixels
import Synchronization

/// Marks files as damaged that requests for pictures, or for the files themselves, found to be so.
///
/// Reading must not wait for writing: what is noticed is written a second later, all of it in one transaction, and let go where the catalogue can't be
/// written then. The next request that fails notices it again. The same damage is told in the same words, so that observers hear of it once.
package final class DamageMarker: Sendable {
    private struct DamagedVersion: Hashable {
        let assetID: Int64
        let uuid: UUID
        let version: ImageRequest.Version
    }

    private let catalog: Catalog
    private let log: @Sendable (LogLevel, String) -> Void
    private struct DamagedFile: Hashable {
        let resourceID: Int64
        let sha256: Data
    }

    private struct Notes {
        var versions: [DamagedVersion: String] = [:]
        var files: Set<DamagedFile> = []
        /// By asset: what somebody's request made of what an import had left for later.
        var made: [Int64: MadeDerivatives] = [:]
        /// By asset: what was made and could not be kept.
        var unkept: [Int64: MadeDerivatives] = [:]

        var isEmpty: Bool { versions.isEmpty && files.isEmpty && made.isEmpty && unkept.isEmpty }
    }

    private let notes = Mutex(Notes())
    private let queue = DispatchQueue(label: "photos.damage", qos: .utility)

    init(_ catalog: Catalog, log: @escaping @Sendable (LogLevel, String) -> Void) { (self.catalog, self.log) = (catalog, log) }

    /// Returns at once.
    func note(_ fault: ImageFault) {
        guard let damage = Self.damage(fault.error) else { return }
        add { $0.versions[DamagedVersion(assetID: fault.assetID, uuid: fault.uuid, version: fault.version)] = damage }
    }

    /// The same of pictures that were made because somebody asked for them: an import may have left them for later, and with them the look at the pixels.
    func note(_ made: MadeDerivatives) {
        // What could not be kept is made again when there is room, and the store and other machines hear of it then.
        guard made.unkept == nil else { return add { $0.unkept[made.assetID] = made } }
        guard (try? catalog.read { try $0.pictureToMake(assetID: made.assetID) }) != nil else { return }
        add { $0.made[made.assetID] = made }
    }

    /// Whether an asset's pictures were made a moment ago, and that is about to be written.
    func hasNoted(_ asset: AssetRecord) -> Bool {
        notes.withLock { $0.made[asset.id].map { $0.uuid == asset.uuid && $0.revision == asset.revision } ?? false }
    }

    /// The same of a file that has other bytes than it came in with. Returns at once.
    func note(otherBytesOf resource: ResourceRecord) { add { $0.files.insert(DamagedFile(resourceID: resource.id, sha256: resource.sha256)) } }

    private func add(_ change: (inout Notes) -> Void) {
        guard !catalog.options.readOnly else { return }
        let isFirst = notes.withLock { notes in
            defer { change(&notes) }
            return notes.isEmpty
        }
        if isFirst { queue.asyncAfter(deadline: .now() + 1) { [weak self] in self?.write() } }
    }

    /// Writes now what has been noticed so far.
    package func flush() { queue.sync { write() } }

    /// What the decoder said names sizes, signals and times, which differ from one try to the next.
    /// - Returns: `nil` where the file is not to blame.
    static func damage(_ error: CodecError) -> String? {
        switch error.code {
        case .timedOut: "it takes too long to decode"
        case .workerFailed: "it makes the decoder fail"
        case .damaged: "nothing of it can be decoded"
        default: nil
        }
    }

    private func write() {
        let noted = notes.withLock { notes in
            defer { notes = Notes() }
            return notes
        }
        guard !noted.isEmpty else { return }
        do {
            try catalog.write(author: "damage") { writer in
                for (version, reason) in noted.versions { try mark(version, reason, writer) }
                for file in noted.files { try mark(file, writer) }
                for made in noted.unkept.values { try leaveForLater(made, writer) }
                for (id, made) in noted.made { try writer.finishPicture(of: id, uuid: made.uuid, revision: made.revision, damage: made.damage) }
            }
        } catch {
            log(.info, "Could not note which files are damaged: \(error)")
        }
    }

    /// As an import leaves pictures for later.
    private func leaveForLater(_ made: MadeDerivatives, _ writer: CatalogWriter) throws {
        guard let asset = try writer.asset(id: made.assetID), asset.uuid == made.uuid, asset.revision == made.revision else { return }
        // What could not be made then can be now.
        guard try writer.pictureToMake(assetID: asset.id) == nil else { return try writer.retryPicture(assetID: asset.id) }
        try writer.insert(PictureToMake(assetID: asset.id, date: asset.creationDate ?? asset.addedDate))
    }

    /// What an import or another request has said before stays.
    private func mark(_ version: DamagedVersion, _ reason: String, _ writer: CatalogWriter) throws {
        guard let asset = try writer.asset(id: version.assetID), asset.uuid == version.uuid else { return }
        let resources = try writer.resources(assetID: asset.id)
        guard let resource = resources.showing(version.version, of: asset) else { return }
        try mark(resource, reason, of: asset, resources, writer)
    }

    private func mark(_ file: DamagedFile, _ writer: CatalogWriter) throws {
        guard let resource = try writer.resource(id: file.resourceID), resource.sha256 == file.sha256, let asset = try writer.asset(id: resource.assetID) else { return }
        try mark(resource, "its content is not the one that was imported", of: asset, writer.resources(assetID: asset.id), writer)
    }

    private func mark(_ resource: ResourceRecord, _ reason: String, of asset: AssetRecord, _ resources: [ResourceRecord], _ writer: CatalogWriter) throws {
        if resource.damage == nil { try writer.update(resourceID: resource.id) { $0.damage = reason } }
        if asset.damage == nil, resource.id == resources.current(of: asset)?.id { try writer.update(assetID: asset.id) { $0.damage = reason } }
    }
}
