import Catalog
import Dispatch
import Foundation
import Imaging
import Synchronization

/// Marks files as damaged that requests for pictures found to be so.
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
    private let notes = Mutex<[DamagedVersion: String]>([:])
    private let queue = DispatchQueue(label: "photos.damage", qos: .utility)

    init(_ catalog: Catalog, log: @escaping @Sendable (LogLevel, String) -> Void) { (self.catalog, self.log) = (catalog, log) }

    /// Returns at once.
    func note(_ fault: ImageFault) {
        guard !catalog.options.readOnly else { return }
        let isFirst = notes.withLock { notes in
            defer { notes[DamagedVersion(assetID: fault.assetID, uuid: fault.uuid, version: fault.version)] = Self.reason(fault) }
            return notes.isEmpty
        }
        if isFirst { queue.asyncAfter(deadline: .now() + 1) { [weak self] in self?.write() } }
    }

    /// Writes now what has been noticed so far.
    package func flush() { queue.sync { write() } }

    /// What the decoder said names sizes, signals and times, which differ from one try to the next.
    private static func reason(_ fault: ImageFault) -> String {
        switch fault.error.code {
        case .timedOut: "it takes too long to decode"
        case .workerFailed: "it makes the decoder fail"
        default: "nothing of it can be decoded"
        }
    }

    private func write() {
        let noted = notes.withLock { notes in
            defer { notes = [:] }
            return notes
        }
        guard !noted.isEmpty else { return }
        do {
            try catalog.write(author: "damage") { writer in
                for (version, reason) in noted { try mark(version, reason, writer) }
            }
        } catch {
            log(.info, "Could not note which files are damaged: \(error)")
        }
    }

    /// What an import or another request has said before stays.
    private func mark(_ version: DamagedVersion, _ reason: String, _ writer: CatalogWriter) throws {
        guard let asset = try writer.asset(id: version.assetID), asset.uuid == version.uuid else { return }
        let resources = try writer.resources(assetID: asset.id)
        guard let resource = resources.showing(version.version, of: asset) else { return }
        if resource.damage == nil { try writer.update(resourceID: resource.id) { $0.damage = reason } }
        if asset.damage == nil, resource.id == resources.current(of: asset)?.id { try writer.update(assetID: asset.id) { $0.damage = reason } }
    }
}
