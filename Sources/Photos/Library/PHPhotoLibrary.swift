import Foundation
import LibraryEngine
import Synchronization

/// The photo library: access to it, and changes to it.
///
/// Mirrors <https://developer.apple.com/documentation/photos/phphotolibrary>. May be used from any thread.
open class PHPhotoLibrary: NSObject, @unchecked Sendable {
    // Guarded by being immutable, but for the queue and the threads, which guard themselves.
    let session: LibrarySession
    /// Change blocks run here, one after the other.
    let changeQueue = DispatchQueue(label: "photos.changes")
    /// Completion handlers run here: not on `changeQueue`, so that they may start changes and wait for them; and each on a thread of its own, so that
    /// they may wait for the completion of those, however many do.
    let callbacks = HandlerThreads.shared

    let historyObservers = HistoryObservers()

    private static let current = Mutex<PHPhotoLibrary?>(nil)
    static let sharedPolicy = Mutex<(any PHAuthorizationPolicy)?>(nil)

    let observation: ObservationCenter

    package init(session: LibrarySession) { (self.session, observation) = (session, ObservationCenter(session)) }

    /// An object that has no library, such as a test double's: fetches from it are empty, and changes fail.
    public override init() { (session, observation) = (.none, ObservationCenter(.none)) }

    /// The library at a path, opened or made. Addition: on Apple's platforms there is only the shared one.
    ///
    /// - Throws: a `PHPhotosError` that says why there is no library. Fetch from it by setting `PHFetchOptions.photoLibrary`.
    public convenience init(url: URL) throws {
        let session = LibrarySession(url: url, environment: .process)
        if let failure = session.failure { throw PHPhotosError(failure) }
        self.init(session: session)
    }

    /// The library that `PHOTOS_LIBRARY` names, by default `Pictures/Photos.photolibrary` in the home folder; made where there is none.
    ///
    /// Where it can't be opened the reason is logged once, fetches are empty and changes fail with it; see `unavailabilityReason`.
    open class func shared() -> PHPhotoLibrary {
        current.withLock { library in
            if let library { return library }
            let new = PHPhotoLibrary(session: .ofProcess())
            library = new
            return new
        }
    }

    /// Makes another library the shared one, for tests; `nil` returns to the environment's.
    package class func replaceShared(with library: PHPhotoLibrary?) {
        // What it replaces goes outside of the lock.
        let old = current.withLock { current in
            defer { current = library }
            return current
        }
        withExtendedLifetime(old) {}
    }

    /// The shared library if somebody has asked for it.
    package class var sharedIfOpen: PHPhotoLibrary? { current.withLock { $0 } }

    /// Logs what is wrong with no library in particular, without opening one for it.
    static func report(_ level: LogLevel, _ message: String) { (sharedIfOpen?.session ?? .none).report(level, message) }

    /// Why the library can't be used, as a `PHPhotosError`; `nil` where it can.
    open var unavailabilityReason: (any Error)? { session.failure.map { PHPhotosError($0) } }

    // MARK: Access

    /// What the application may do with the shared library. Never asks.
    ///
    /// Without a grant in the library and without a policy, whoever may write the library's folder owns it: `.authorized`.
    /// <https://developer.apple.com/documentation/photos/phphotolibrary/authorizationstatus(for:)>
    open class func authorizationStatus(for accessLevel: PHAccessLevel) -> PHAuthorizationStatus { shared().authorizationStatus(for: accessLevel) }

    /// As with `.readWrite`, but `.authorized` for limited access. Deprecated by Apple since iOS 27.
    open class func authorizationStatus() -> PHAuthorizationStatus { authorizationStatus(for: .readWrite).withoutLimits }

    /// Asks the policy where nothing was decided yet. The handler runs once, on a queue that is not the main one, so that the main thread may wait
    /// for it. <https://developer.apple.com/documentation/photos/phphotolibrary/requestauthorization(for:handler:)>
    @preconcurrency open class func requestAuthorization(for accessLevel: PHAccessLevel, handler: @escaping @Sendable (PHAuthorizationStatus) -> Void) {
        shared().requestAuthorization(for: accessLevel, handler: handler)
    }

    /// Asks the policy where nothing was decided yet, and returns its answer: that of the form with a handler.
    /// <https://developer.apple.com/documentation/photos/phphotolibrary/requestauthorization(for:handler:)>
    @discardableResult
    open class func requestAuthorization(for accessLevel: PHAccessLevel) async -> PHAuthorizationStatus {
        await withCheckedContinuation { continuation in
            requestAuthorization(for: accessLevel) { continuation.resume(returning: $0) }
        }
    }

    /// As with `.readWrite`, but `.authorized` for limited access. Deprecated by Apple since iOS 27.
    open class func requestAuthorization(_ handler: @escaping (PHAuthorizationStatus) -> Void) {
        let handler = Unchecked(handler)
        requestAuthorization(for: .readWrite) { handler.value($0.withoutLimits) }
    }

    /// The same of this library. Addition: on Apple's platforms there is only the shared one.
    open func authorizationStatus(for accessLevel: PHAccessLevel) -> PHAuthorizationStatus { status(accessLevel) }

    /// The same of this library. Addition.
    @preconcurrency open func requestAuthorization(for accessLevel: PHAccessLevel, handler: @escaping @Sendable (PHAuthorizationStatus) -> Void) {
        ask(accessLevel, handler)
    }

    /// The same of this library. Addition.
    @discardableResult
    open func requestAuthorization(for accessLevel: PHAccessLevel) async -> PHAuthorizationStatus {
        await withCheckedContinuation { continuation in
            requestAuthorization(for: accessLevel) { continuation.resume(returning: $0) }
        }
    }

    // MARK: Changes

    /// Runs the block on a serial queue and then makes all its changes at once, or none.
    ///
    /// The changes are visible before the completion handler runs, which it does on another queue than the block, so it may start changes and wait
    /// for them. A block inside a block is run after it.
    @preconcurrency open func performChanges(_ changeBlock: @escaping () -> Void, completionHandler: (@Sendable (Bool, (any Error)?) -> Void)? = nil) {
        perform(changeBlock, completionHandler)
    }

    /// Runs the block at once where the caller is, on its actor, so that it may set the caller's variables; the changes it asks for are made when
    /// those of earlier blocks have been.
    /// - Throws: a `PHPhotosError`.
    open nonisolated(nonsending) func performChanges(_ changeBlock: @escaping () -> Void) async throws { try await perform(changeBlock) }

    /// Runs the block and makes its changes before it returns. Not for the main thread, and not inside another block, where it throws.
    /// - Throws: a `PHPhotosError`.
    open func performChangesAndWait(_ changeBlock: @escaping () -> Void) throws { try performNow(changeBlock) }

    // MARK: Observers

    /// Tells `observer` of every change from now on. Registering it again has no effect; it is not retained, and may end without unregistering.
    open func register(_ observer: any PHPhotoLibraryChangeObserver) { observation.add(observer) }

    /// After it returned no further call begins; one that began before may still be running on its queue.
    open func unregisterChangeObserver(_ observer: any PHPhotoLibraryChangeObserver) { observation.remove(observer) }

    /// Tells `observer` once when the library goes away. It is not retained. Of one that is gone already `unavailabilityReason` tells, and nobody else.
    open func register(_ observer: any PHPhotoLibraryAvailabilityObserver) { observation.add(observer, of: self) }

    /// After it returned no further call begins. Without effect on an observer that is not registered.
    open func unregisterAvailabilityObserver(_ observer: any PHPhotoLibraryAvailabilityObserver) { observation.remove(observer) }

    /// Tells an observer of new persistent changes until it is taken out or goes; it is held weakly. A second registration changes nothing.
    open func register(_ observer: any PHPhotoLibraryPersistentChangesObserver) { historyObservers.add(observer, to: self) }

    /// After it returned no further call to the observer begins.
    open func unregisterPersistentChangesObserver(_ observer: any PHPhotoLibraryPersistentChangesObserver) { historyObservers.remove(observer) }

    // MARK: History

    /// Where the library's history stands. Without access to the library it is a token that every library takes for expired.
    ///
    /// Mirrors <https://developer.apple.com/documentation/photos/phphotolibrary/currentchangetoken>.
    open var currentChangeToken: PHPersistentChangeToken { newestToken() }

    /// What happened to assets, albums and folders since a token, oldest first. What happens after this call is not in it.
    ///
    /// Changes are kept for 90 days. A token may come from this process or, archived, from another.
    /// - Throws: a `PHPhotosError`: `.persistentChangeTokenExpired` for a token that is older or of another library.
    open func fetchPersistentChanges(since token: PHPersistentChangeToken) throws -> PHPersistentChangeFetchResult { try history(since: token) }

    // MARK: Uploads, whose jobs are in PhotosUploads

    /// Whether the application's jobs are done. Default false.
    open var uploadJobExtensionEnabled: Bool { keptUploadOptions != nil }

    /// What the application has asked for with its uploads; `nil` where they are not enabled.
    open var uploadJobExtensionOptions: PHAssetResourceUploadJobOptions? { keptUploadOptions.flatMap { PHAssetResourceUploadJobOptions(text: $0) } }

    /// Enables or disables. Deprecated by Apple since iOS 27.
    /// - Throws: as `enableUploadJobExtension`.
    open func setUploadJobExtensionEnabled(_ enable: Bool) throws {
        if enable { try enableUploadJobExtension(with: uploadJobExtensionOptions) } else { try disableUploadJobExtension() }
    }

    /// Lets the application's jobs be done from now on, in this process and others, until it is disabled.
    /// - Parameter options: `nil`: the defaults.
    /// - Throws: a `PHPhotosError`: `.accessUserDenied` without full access.
    open func enableUploadJobExtension(with options: PHAssetResourceUploadJobOptions?) throws {
        try keepUploadOptions((options ?? PHAssetResourceUploadJobOptions()).text)
    }

    /// Lets no job begin any more. Those that wait stay.
    /// - Throws: as `enableUploadJobExtension`.
    open func disableUploadJobExtension() throws { try keepUploadOptions(nil) }

    /// Changes what was asked for.
    /// - Throws: `.changeNotSupported` where uploads are not enabled; as `enableUploadJobExtension`.
    open func setUploadJobExtensionOptions(_ options: PHAssetResourceUploadJobOptions) throws {
        guard uploadJobExtensionEnabled else {
            throw PHPhotosError(.changeNotSupported, "Uploads are not enabled. Call enableUploadJobExtension(with:) with the options.")
        }
        try keepUploadOptions(options.text)
    }

    // MARK: Cloud identifiers. Each reads the library once for all identifiers: ask for many at a time, and not on the main thread.

    /// For each identifier of an asset, album or folder the one that names it everywhere.
    ///
    /// A failure is a `PHPhotosError`: `.identifierNotFound` for what the library does not have, or has in Recently Deleted.
    /// Mirrors <https://developer.apple.com/documentation/photos/phphotolibrary/cloudidentifiermappings(forlocalidentifiers:)>.
    open func cloudIdentifierMappings(forLocalIdentifiers localIdentifiers: [String]) -> [String: Result<PHCloudIdentifier, any Error>] {
        cloudMappings(localIdentifiers)
    }

    /// For each identifier the object in this library: the one with its UUID, else the asset with the same original.
    ///
    /// A failure is a `PHPhotosError`: `.identifierNotFound`, or `.multipleIdentifiersFound`, which has the candidates under
    /// `PHLocalIdentifiersErrorKey`.
    /// Mirrors <https://developer.apple.com/documentation/photos/phphotolibrary/localidentifiermappings(for:)>.
    open func localIdentifierMappings(for cloudIdentifiers: [PHCloudIdentifier]) -> [PHCloudIdentifier: Result<String, any Error>] {
        localMappings(cloudIdentifiers, comparesContent: true)
    }

    /// As `localIdentifierMappings(for:)`, by UUID only.
    open func localIdentifierMappings(forSynced cloudIdentifiers: [PHCloudIdentifier]) -> [PHCloudIdentifier: Result<String, any Error>] {
        localMappings(cloudIdentifiers, comparesContent: false)
    }

    /// In the order asked for, `PHCloudIdentifier.notFound` where there is none. The form of macOS 10.13.
    open func cloudIdentifiers(forLocalIdentifiers localIdentifiers: [String]) -> [PHCloudIdentifier] {
        let found = cloudIdentifierMappings(forLocalIdentifiers: localIdentifiers)
        return localIdentifiers.map { (try? found[$0]?.get()) ?? .notFound }
    }

    /// In the order asked for, `PHLocalIdentifierNotFound` where there is none or more than one. The form of macOS 10.13.
    open func localIdentifiers(for cloudIdentifiers: [PHCloudIdentifier]) -> [String] {
        let found = localIdentifierMappings(for: cloudIdentifiers)
        return cloudIdentifiers.map { (try? found[$0]?.get()) ?? PHLocalIdentifierNotFound }
    }

    /// The form without `Result`.
    open func __cloudIdentifierMappings(forLocalIdentifiers localIdentifiers: [String]) -> [String: __PHCloudIdentifierMapping] {
        cloudIdentifierMappings(forLocalIdentifiers: localIdentifiers).mapValues(__PHCloudIdentifierMapping.init)
    }

    /// The form without `Result`.
    open func __localIdentifierMappings(for cloudIdentifiers: [PHCloudIdentifier]) -> [PHCloudIdentifier: __PHLocalIdentifierMapping] {
        localIdentifierMappings(for: cloudIdentifiers).mapValues(__PHLocalIdentifierMapping.init)
    }
}
