import Foundation
import PhotoModel
import Support

extension CatalogWriter {
    /// Decides for an application; deciding the same again changes nothing.
    package func setAccess(_ status: AccessStatus, level: AccessLevel, of application: String) throws {
        guard status != .notDetermined else { throw invalid("Access that is not determined is no grant; revoke it instead.") }
        guard !application.isEmpty else { throw invalid("A grant of access needs the application's name, which is what PHOTOS_APP_ID is for it.") }
        guard try accessStatuses(of: application)[level] != status else { return }
        try db.run(
            """
            INSERT INTO access_grant (application, level, status, date) VALUES (?, ?, ?, ?)
            ON CONFLICT (application, level) DO UPDATE SET status = excluded.status, date = excluded.date
            """, [.text(application), SQLValue(level.rawValue), SQLValue(status.rawValue), .double(now)])
        noteAccess(of: application)
    }

    /// Forgets what was decided for an application, with its selection.
    /// - Returns: whether there was something.
    @discardableResult
    package func removeAccess(of application: String) throws -> Bool {
        let known = try !accessStatuses(of: application).isEmpty || !selectedAssetIDs(of: application).isEmpty
        guard known else { return false }
        try db.run("DELETE FROM access_grant WHERE application = ?", [.text(application)])
        try db.run("DELETE FROM access_selection WHERE application = ?", [.text(application)])
        noteAccess(of: application)
        return true
    }

    /// Adds assets to an application's selection.
    /// - Returns: those that are new in it, each once.
    /// - Throws: `.constraint` for a row that there is no asset of.
    @discardableResult
    package func extendSelection(of application: String, by assetIDs: some Sequence<Int64>) throws -> [Int64] {
        let added = try assetIDs.filter { try insertSelected($0, application) }
        if !added.isEmpty { noteAccess(of: application) }
        return added
    }

    /// Takes assets out of an application's selection. Those that are not in it are passed over.
    package func shrinkSelection(of application: String, by assetIDs: some Sequence<Int64>) throws {
        var isChanged = false
        for id in assetIDs {
            try db.run("DELETE FROM access_selection WHERE application = ? AND assetID = ?", [.text(application), .int(id)])
            isChanged = isChanged || db.changesCount > 0
        }
        if isChanged { noteAccess(of: application) }
    }

    /// Makes these assets an application's selection.
    /// - Returns: those that are new in it, each once.
    @discardableResult
    package func setSelection(of application: String, to assetIDs: some Sequence<Int64>) throws -> [Int64] {
        let wanted = Array(assetIDs)
        let kept = Set(wanted)
        try shrinkSelection(of: application, by: selectedAssetIDs(of: application).filter { !kept.contains($0) })
        return try extendSelection(of: application, by: wanted)
    }

    /// From now on this transaction sees only the application's selection, and what it adds joins it.
    package func limit(to application: String) { selection = application }

    /// What an application with limited access makes, it may see. The new asset itself is in the change log, which says enough.
    func joinSelection(assetID: Int64) throws {
        if let selection { _ = try insertSelected(assetID, selection) }
    }

    private func insertSelected(_ assetID: Int64, _ application: String) throws -> Bool {
        try db.run("INSERT INTO access_selection (application, assetID) VALUES (?, ?) ON CONFLICT DO NOTHING", [.text(application), .int(assetID)])
        return db.changesCount > 0
    }

    private func noteAccess(of application: String) {
        changes.note(.access, AccessGrant.identity(of: application), .updated, [.metadata], row: nil)
    }
}

extension AccessGrant {
    /// Stands for an application in the change log: two FNV-1a hashes of its name, the same everywhere.
    static func identity(of application: String) -> UUID {
        let halves = (application.utf8.fnv1a().bigEndian, application.utf8.fnv1a(basis: 0x6C62_272E_07BB_0142).bigEndian)
        return UUID(uuid: withUnsafeBytes(of: halves) { $0.load(as: uuid_t.self) })
    }
}
