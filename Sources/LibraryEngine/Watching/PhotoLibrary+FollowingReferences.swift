import Catalog
import Foundation
import Originals
import PhotoModel

/// Referenced files that are moved, go, and come back, as a watch sees it.
extension PhotoLibrary {
    /// What is written where a referenced file is gone: a mark that goes when the file is back.
    package static let missingMark = "its file is gone from its folder"

    /// Whether a resource's file is at a path and looks as it did when its bytes were compared last.
    func refers(to path: BytePath, _ file: WatchedFile) throws -> Bool {
        try catalog.read { reader in
            let here = try reader.references(at: path)
            return !here.isEmpty
                && here.allSatisfy { resource in
                    guard let facts = resource.facts, resource.damage != Self.missingMark else { return false }
                    return resource.size == file.size && facts.inode == Int64(bitPattern: file.inode) && facts.modified == file.modified
                }
        }
    }

    /// Has references follow files that were moved. They are not read now: what looks different since is compared when it is opened next.
    /// - Parameter watched: the folder that they are in now.
    /// - Returns: how many files were referred to.
    func followReferences(_ moved: [(from: BytePath, to: BytePath)], in watched: WatchedFolder) throws -> Int {
        try catalog.write(author: "watch") { writer in
            var count = 0
            // All are read before any is written: one may have got the name that another had.
            let referring = try moved.map { pair in try writer.references(at: pair.from) }
            for (resources, pair) in zip(referring, moved) {
                for resource in resources { try writer.follow(resource, to: pair.to, in: watched) }
                if !resources.isEmpty { count += 1 }
            }
            return count
        }
    }

    /// Marks what refers to files that are gone. Nothing is removed.
    /// - Returns: how many files were referred to.
    func markReferencesMissing(_ gone: [BytePath]) throws -> Int {
        try catalog.write(author: "watch") { writer in
            var count = 0
            for path in gone where Self.isNothing(at: path) {
                let resources = try writer.references(at: path).filter { $0.damage == nil }
                for resource in resources { try writer.mark(Self.missingMark, resource) }
                if !resources.isEmpty { count += 1 }
            }
            return count
        }
    }

    /// Whether a referenced file is not where it was: nothing is there, or what looks different, as another that got its name.
    private func hasLeft(_ resource: ResourceRecord) throws -> Bool {
        guard let facts = resource.facts, let there = try? FileSignature(path: path(of: resource)) else { return try isMissing(resource) }
        return resource.size != there.size || facts.inode != Int64(bitPattern: there.inode) || facts.modified != there.modifiedNanoseconds
    }

    /// Whether there is nothing at a path; not where nobody can tell.
    private static func isNothing(at path: BytePath) -> Bool {
        do throws(OriginalsError) {
            _ = try FileSignature(path: path)
            return false
        } catch {
            return error.code == .missing
        }
    }

    /// Files whose content the library knew: where what refers to it has lost its file, that is found again.
    /// - Parameters:
    ///   - files: with the asset that has the content.
    ///   - watched: the folder that they are in.
    /// - Returns: how many were.
    func noteReferencesBack(_ files: [(path: BytePath, asset: UUID)], in watched: WatchedFolder) throws -> Int {
        var count = 0
        for (path, uuid) in files {
            guard let source = try? SourceFile(opening: path) else { continue }
            let lost = try catalog.read { reader in
                guard let asset = try reader.asset(uuid: uuid) else { return [ResourceRecord]() }
                return try reader.resources(assetID: asset.id).filter { resource in
                    guard !resource.isEmbedded, case .referenced = resource.location, resource.size == source.signature.size else { return false }
                    return try resource.damage == Self.missingMark || hasLeft(resource)
                }
            }
            guard !lost.isEmpty, let digest = try source.file.digest(while: source.signature) else { continue }
            let found = lost.filter { $0.sha256 == Data(digest) }
            guard !found.isEmpty else { continue }
            try catalog.write(author: "watch") { writer in
                for resource in found { try writer.follow(resource, to: path, in: watched, facts: FileFacts(lasting: source.signature)) }
            }
            count += 1
        }
        return count
    }
}

extension CatalogReader {
    /// What refers to a file by an absolute path, through whatever folder it was imported from. What is embedded in it follows it by itself.
    func references(at path: BytePath) throws -> [ResourceRecord] {
        try referenceRoots().flatMap { root in
            try path.relative(to: BytePath(root.path)).map { try resources(rootID: root.id, path: $0.text).filter { !$0.isEmbedded } } ?? []
        }
    }
}

extension CatalogWriter {
    /// Says where the file of a resource is now, and that it is there.
    /// - Parameter facts: of a file that was read and found to be it; `nil` leaves the old ones, and it is read when it is opened.
    fileprivate func follow(_ resource: ResourceRecord, to path: BytePath, in watched: WatchedFolder, facts: FileFacts? = nil) throws {
        var roots = try referenceRoots()
        if let uuid = watched.marker, !roots.contains(where: { $0.uuid == uuid }) {
            // Nothing was imported from there yet.
            _ = try addReferenceRoot(ReferenceRootRecord(uuid: uuid, path: watched.path))
            roots = try referenceRoots()
        }
        guard case .referenced(let before, _, let modified) = resource.location else { return }
        // In its own folder before any other.
        let root = roots.filter { path.relative(to: BytePath($0.path)) != nil }.min { ($0.id == before ? 0 : 1, $0.id) < ($1.id == before ? 0 : 1, $1.id) }
        guard let root, let relative = path.relative(to: BytePath(root.path)) else { return }
        try update(resourceID: resource.id) { record in
            record.location = .referenced(rootID: root.id, path: relative.text, modified: modified)
            if let facts { record.facts = facts }
            if record.damage == PhotoLibrary.missingMark { record.damage = nil }
        }
        // Another file of it may be what is shown, and still be gone.
        guard let asset = try asset(id: resource.assetID), asset.damage == PhotoLibrary.missingMark else { return }
        let shown = try resources(assetID: asset.id).current(of: asset)
        if shown?.damage != PhotoLibrary.missingMark { try update(assetID: asset.id) { $0.damage = nil } }
    }

    fileprivate func mark(_ reason: String, _ resource: ResourceRecord) throws {
        try update(resourceID: resource.id) { $0.damage = reason }
        guard let asset = try asset(id: resource.assetID), asset.damage == nil else { return }
        if resource.id == (try resources(assetID: asset.id)).current(of: asset)?.id { try update(assetID: asset.id) { $0.damage = reason } }
    }
}
