import Catalog
import Cloud
import Foundation
import Imaging
import Originals
import PhotoModel

extension PhotoLibrary {
    /// How this library uses a store; `nil` where it is connected to none.
    package func cloudSettings() throws -> CloudSettings? {
        do { return try cloud.settings() } catch { throw LibraryError(error) }
    }

    /// Connects the library to a store, or changes how it uses it. A store that is empty becomes this library's; another library's is refused.
    ///
    /// Where the store is another than before, all that is in the cloud has to be here first, and is uploaded anew.
    /// - Parameters:
    ///   - takesOver: whether the record in the store may be replaced that another machine has written.
    ///   - encrypts: whether a store that is empty is made one whose owner reads nothing. One that is encrypted stays so.
    ///   - secret: the passphrase that opens it from now on, or what opens it already; `nil` where this machine has its key.
    /// - Returns: the recovery key of a store that was encrypted just now: to be printed, and nowhere kept.
    /// - Throws: a `LibraryError`.
    @discardableResult
    package func configureCloud(_ settings: CloudSettings, takesOver: Bool = false, encrypts: Bool = false, secret: CloudSecret? = nil) throws -> RecoveryKey? {
        do {
            var settings = settings
            settings.address = try CloudAddress(settings.address).text
            let before = try cloud.settings()
            let isOther = before != nil && before?.address != settings.address
            if isOther { try requireNothingElsewhere("Another store can take the place of \(before?.address ?? "") when") }
            let isKnownToBe = before?.isEncrypted == true && !isOther
            let plain = try CloudAccess.open(settings.address, uuid, environment, makes: true)
            let manifest = try LibraryManifest.read(in: originals.folder)
            let (uuid, keys) = (uuid, cloud.keys)
            let (store, made) = try waiting { [self] in
                // One that was encrypted and says no more that it is has been exchanged.
                let opened =
                    isKnownToBe && secret == nil ? (store: try await keys.unlock(plain), made: nil) : try await keys.connect(plain, encrypts: encrypts || isKnownToBe, secret)
                try await CloudMark.check(opened.store, uuid, claims: manifest)
                if takesOver { try await RecordUpload.takeOver(self, opened.store) }
                return opened
            }
            settings.isEncrypted = store is EncryptedStore
            // Not before it is known to be this library's.
            if let store = store as? EncryptedStore { try keys.keep(store.rootKey) }
            if isOther { try forgetCloud() }
            try catalog.write(author: "cloud") { try $0.setCloudSettings(settings) }
            cloud.forgetStore()
            _ = try cloud.settings()
            return made
        } catch {
            throw LibraryError(cloud: error)
        }
    }

    /// Whether this library has a store elsewhere.
    package var isConnectedToStore: Bool { cloud.isConnected }

    /// Has uploads that happen by themselves wait, or go on. Asks the store for nothing.
    /// - Throws: a `LibraryError`.
    package func pauseCloud(_ isPaused: Bool) throws {
        do {
            try catalog.write(author: "cloud") { writer in
                guard var settings = try writer.cloudSettings() else { throw Self.notConnected }
                settings.isPaused = isPaused
                try writer.setCloudSettings(settings)
            }
        } catch { throw LibraryError(cloud: error) }
    }

    /// How far those of these files are that are on their way here, by the one that has the longest way to go; `nil` where none is.
    package func fetchProgress(of resources: [ResourceRecord]) -> Double? {
        let paths = Set(resources.compactMap { if case .managed(let path) = $0.location { path } else { nil } })
        return fetcher.progress(of: paths)
    }

    /// Lets go of the store. Everything has to be here; what is there stays there.
    package func disconnectCloud() throws {
        do {
            guard try cloud.settings() != nil else { return }
            try requireNothingElsewhere("The library can let go of its store when")
            try forgetCloud()
            try catalog.write(author: "cloud") { try $0.setCloudSettings(nil) }
            _ = try cloud.settings()
        } catch {
            throw LibraryError(cloud: error)
        }
    }

    package func cloudStatus() throws -> CloudStatus {
        do {
            return try catalog.read { reader in
                guard let settings = try reader.cloudSettings() else { throw Self.notConnected }
                let failures = try reader.failedUploads(limit: 20).compactMap { file -> CloudFailure? in
                    guard let resource = try reader.resources(managedPath: file.path).first, !resource.isInCloud else { return nil }
                    return CloudFailure(path: file.path, filename: resource.filename, code: "failed", message: file.failure ?? "")
                }
                return CloudStatus(
                    settings: settings, counts: try reader.cloudCounts(), failures: failures, recorded: try RecordUpload.date(reader), machine: try reader.syncProgress()?.machine)
            }
        } catch {
            throw LibraryError(cloud: error)
        }
    }

    /// The library's store, which was asked whose it is.
    func connectedStore() async throws -> (store: any CloudStore, settings: CloudSettings) {
        guard let settings = try cloud.settings() else { throw Self.notConnected }
        let store = try cloud.store(settings)
        try await CloudMark.check(store, uuid, claims: nil)
        return (store, settings)
    }

    static var notConnected: LibraryError { LibraryError(.invalid, "This library is connected to no store. 'photos cloud configure ADDRESS' does it.") }

    private func requireNothingElsewhere(_ when: String) throws {
        let elsewhere = try catalog.read { try $0.cloudCounts() }.cloud
        guard elsewhere.files == 0 else {
            throw LibraryError(.invalid, "\(when) everything is here, and \(elsewhere.files) files are only there. Fetch them first, with 'photos cloud download --all'.")
        }
    }

    /// Nothing is in the cloud any more.
    private func forgetCloud() throws {
        var last: Int64 = 0
        while true {
            let page = try catalog.read { try $0.resources(afterID: last, limit: 500) }
            guard let end = page.last else { break }
            try catalog.write(author: "cloud") { writer in
                for resource in page where resource.isInCloud && resource.isLocal { try writer.update(resourceID: resource.id) { $0.isInCloud = false } }
            }
            last = end.id
        }
        try catalog.write(author: "cloud") { writer in
            try writer.forgetCloudFiles()
            try writer.forgetSyncStates()
            guard var progress = try writer.syncProgress() else { return }
            progress.forgetOrder()
            (progress.isGuest, progress.isJoining, progress.isResending) = (false, false, nil)
            try writer.setSyncProgress(progress)
        }
    }
}

extension LibraryError {
    init(cloud error: any Error) {
        if let error = error as? CloudError { self.init(error) } else { self.init(error) }
    }
}
