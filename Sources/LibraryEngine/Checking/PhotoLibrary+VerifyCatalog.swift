import Catalog
import Foundation
import Originals
import Record

extension PhotoLibrary {
    func catalogFinding(_ detail: String) -> VerifyReport.Finding {
        VerifyReport.Finding(
            problem: .catalog, path: "database/catalog.sqlite", asset: nil, filename: nil,
            detail: "is damaged: \(detail.hasSuffix(".") ? String(detail.dropLast()) : detail). 'photos recover' brings back what its newest sound copy holds")
    }

    /// Pages, links between rows, counts, rows against the newest snapshot, the snapshots themselves, `library.json`.
    func checkCatalog(_ repair: Bool, _ report: inout VerifyReport) throws {
        let folder = SnapshotFolder(library: url)
        let snapshots = folder.snapshots.map { (snapshot: $0, fault: $0.fault) }
        var problems = try ownProblems()
        if repair, !problems.isEmpty, problems.allSatisfy(Self.concernsIndex) {
            try catalog.write(author: "verify") { try $0.rebuildIndexes() }
            problems = try ownProblems()
            if problems.isEmpty { report.repaired += 1 }
        }
        // A page that can't be read keeps rows from being compared, and is a finding already.
        if problems.isEmpty { problems += try problemsByCopies(snapshots.filter { $0.fault == nil }.map(\.snapshot)) }
        if problems.isEmpty {
            let counts = try readingProblems { try $0.consistencyProblems() }
            if repair, !counts.isEmpty,
                try catalog.write(
                    author: "verify",
                    { writer in
                        try writer.recount()
                        return try writer.consistencyProblems().isEmpty
                    })
            {
                report.repaired += 1
            } else {
                problems += counts
            }
        }
        report.findings += problems.prefix(100).map(catalogFinding)
        try checkManifest(repair && problems.isEmpty, problems.isEmpty, &report)
        try checkSnapshots(snapshots, repair, problems.isEmpty, &report)
    }

    /// What reading found, and what kept it from reading.
    private func readingProblems(_ body: (CatalogReader) throws -> [String]) throws -> [String] {
        do { return try catalog.read(body) } catch let error as CatalogError where error.code == .corrupt {
            return [error.cause.map { "\($0)" } ?? error.message]
        }
    }

    private func ownProblems() throws -> [String] { try readingProblems { try $0.integrityProblems() } }

    private static func concernsIndex(_ problem: String) -> Bool { problem.contains("index ") && !problem.contains("Tree") }

    private func problemsByCopies(_ snapshots: [Snapshot]) throws -> [String] {
        // The newest that is of this history tells most; one that a later recovery left behind tells nothing.
        for snapshot in snapshots {
            do {
                guard let problems = try catalog.differences(from: snapshot.file) else { continue }
                return problems.map { "compared with the snapshot \(snapshot.file.lastPathComponent), \($0)" }
            } catch let error as CatalogError where error.code == .corrupt { return [error.message] }
        }
        return []
    }

    private func checkManifest(_ repair: Bool, _ isSound: Bool, _ report: inout VerifyReport) throws {
        let file = url.appendingPathComponent(LibraryManifest.fileName)
        guard isSound, let kept = try catalog.read({ try $0.value(forKey: CatalogReader.manifestKey) }) else {
            if isSound, !catalog.options.readOnly {
                // On a full disk another day will do: what was asked for is a look.
                do { try recordManifest() } catch let error as CatalogError where error.code == .diskFull {}
            }
            return
        }
        guard (try? Data(contentsOf: file)) != Data(kept.utf8) else { return }
        if repair {
            try LibraryManifest.put(kept, at: file)
            report.repaired += 1
            return
        }
        report.findings.append(
            VerifyReport.Finding(
                problem: .manifest, path: LibraryManifest.fileName, asset: nil, filename: nil,
                detail: "is not what the catalogue keeps of it; 'photos verify --repair' puts that back"))
    }

    private func checkSnapshots(_ snapshots: [(snapshot: Snapshot, fault: String?)], _ repair: Bool, _ isSound: Bool, _ report: inout VerifyReport) throws {
        let unsound = snapshots.filter { $0.fault != nil }
        guard !unsound.isEmpty else { return }
        guard repair, isSound else {
            report.findings += unsound.map { snapshot, fault in
                VerifyReport.Finding(
                    problem: .snapshot, path: "\(SnapshotFolder.path)/\(snapshot.file.lastPathComponent)", asset: nil, filename: nil,
                    detail: "is no copy to rely on: \(fault ?? ""); 'photos verify --repair' takes a new one")
            }
            return
        }
        // Kept under another name: where all else fails, a part of it may be of use.
        for (snapshot, _) in unsound {
            for file in [snapshot.file, snapshot.sumFile] {
                try? Folder.rename(BytePath(file.path), to: BytePath(file.path + ".damaged-\(environment.makeUUID().uuidString)"))
            }
        }
        _ = try backUp()
        report.repaired += unsound.count
    }
}

extension PhotoLibrary {
    /// Thumbnails, placeholders, previews and columns against their checksums, the originals' rows and each other.
    func checkDerived(_ repair: Bool, _ report: inout VerifyReport, _ isCancelled: @escaping @Sendable () -> Bool) throws {
        var faults = derivatives.thumbnailFaults(isCancelled: isCancelled)
        var last: Int64 = 0
        while !isCancelled() {
            let page = try catalog.read { try $0.assetVersions(afterID: last, limit: 10_000) }
            guard let end = page.last else { break }
            faults += derivatives.placeholderFaults(page.map { .init(assetID: $0.id, uuid: $0.uuid, revision: $0.revision) })
            last = end.id
        }
        faults += derivatives.previewFaults(isCancelled: isCancelled)
        faults += try movieFaults(isCancelled)
        for fault in faults {
            if repair {
                derivatives.forget(fault)
                report.repaired += 1
            } else {
                report.findings.append(
                    VerifyReport.Finding(
                        problem: .derived, path: "derivatives/\(fault.path)", asset: nil, filename: nil, detail: "\(fault.detail); 'photos verify --repair' makes it again"))
            }
        }
        try checkColumns(repair, &report)
        if faults.contains(where: {
            switch $0.place {
            case .preview, .movie: false
            case .table, .thumbnail, .placeholder: true
            }
        }) {
            images.forgetPictures()
        }
    }

    /// Each thing that the record says against the catalogue. A catalogue that is damaged is no measure for it.
    func checkRecord(_ repair: Bool, _ report: inout VerifyReport, _ isCancelled: () -> Bool) throws {
        guard !catalog.options.readOnly, report.count(.catalog) == 0 else { return }
        var problems: [String]
        do { problems = try recordProblems(isCancelled: isCancelled) } catch {
            // It follows the catalogue when there is room again; everything else has been looked at.
            guard !repair, (error.cause as? RecordError)?.isForWantOfSpace == true else { throw error }
            return environment.log(.warning, "The record was not compared with the catalogue, which it could not follow: \(error.message)")
        }
        if repair, !problems.isEmpty {
            // The old one is kept beside it.
            try renewRecord()
            problems = try recordProblems(isCancelled: isCancelled)
            if problems.isEmpty { report.repaired += 1 }
        }
        report.findings += problems.map {
            VerifyReport.Finding(problem: .record, path: "record", asset: nil, filename: nil, detail: "\($0) 'photos verify --repair' makes a new one.")
        }
    }

    /// The look itself deletes a column file that is wrong, since fetches are answered from it.
    private func checkColumns(_ repair: Bool, _ report: inout VerifyReport) throws {
        guard let problem = try columnProblem(file: "the file") else { return }
        if repair, catalog.updateColumns() {
            report.repaired += 1
            return
        }
        report.findings.append(
            VerifyReport.Finding(
                problem: .derived, path: "database/assets.columns", asset: nil, filename: nil, detail: "is not what it should be: \(problem)"))
    }

    // MARK: The column file beside the catalogue, from which lists come quickly

    /// Checks, brings up to date or makes the column file now, and waits for it. Fetches do that by themselves, off to the side.
    /// - Returns: false where the library can have none: opened for reading only without one, a disk that can't be written.
    @discardableResult
    package func updateColumns() -> Bool { catalog.updateColumns() }

    /// Compares the column file with the catalogue, row by row; one that is wrong is deleted, unless the library was opened for reading only.
    /// - Returns: a line for a person; `nil` where nothing is wrong.
    package func columnProblem(file: String? = nil) throws -> String? {
        try catalog.checkColumns().problem(file: file ?? catalog.columnFile, isKept: catalog.options.readOnly)
    }
}
