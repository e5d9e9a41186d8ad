import Foundation
import Importing
import Originals
import PhotoModel

/// A folder in which good copies of originals may lie, looked at when the first is wanted.
struct RepairCopies {
    let folder: BytePath?
    private var filesBySize: [Int64: [BytePath]]?

    init(_ folder: URL?) { self.folder = folder.map { BytePath($0.path) } }

    mutating func files(ofSize size: Int64) -> [BytePath] {
        guard let folder else { return [] }
        var files = filesBySize ?? [:]
        if filesBySize == nil { PhotoLibrary.walk(folder, &files) }
        filesBySize = files
        return files[size] ?? []
    }
}

extension PhotoLibrary {
    /// Puts a good copy in the place of an original that is gone or has other bytes. What lay there goes to `damaged/`.
    /// - Returns: where the copy was found; `nil` where there is none.
    func heal(_ resource: ResourceRecord, _ problem: VerifyReport.Problem, _ copies: inout RepairCopies) throws -> BytePath? {
        guard case .managed(let path) = resource.location, problem == .missing || problem == .damaged else { return nil }
        let sha256 = Array(resource.sha256)
        for copy in copies.files(ofSize: resource.size) {
            guard originals.check(referenced: copy, size: resource.size, sha256: sha256) == .sound else { continue }
            let session = try originals.beginSession()
            defer { session.finish() }
            let staged = try session.stage(SourceFile(opening: copy), mode: .copy)
            // Somebody may have written to it since it was looked at.
            guard staged.sha256 == sha256 else { continue }
            try session.flush([staged])
            let aside = originals.holds(managedPath: path) ? try originals.setAside(managedPath: path) : nil
            do { try session.publish([(staged, path)]) } catch {
                if let aside { try originals.putBack(aside, managedPath: path) }
                throw error
            }
            try session.retire()
            if resource.damage != nil { try forgetDamage(resource.assetID, resource.id) }
            return copy
        }
        return nil
    }
}
