import PhotoModel

extension LibraryError {
    /// Whether it is access that is missing.
    package static func isRefusal(_ error: any Error) -> Bool { [.denied, .restricted].contains((error as? LibraryError)?.code) }

    static func refused(_ application: String, _ level: AccessLevel, _ status: AccessStatus) -> LibraryError {
        let what = level == .addOnly ? "add to" : "use"
        return switch status {
        case .restricted: LibraryError(.restricted, "\(application) may not \(what) the photo library, and can't be allowed to from here.")
        case .notDetermined:
            LibraryError(.denied, "Nobody has decided yet whether \(application) may \(what) the photo library. Ask with PHPhotoLibrary.requestAuthorization.")
        case .denied, .limited, .authorized:
            LibraryError(.denied, "\(application) may not \(what) the photo library. Its owner can allow it with 'photos access grant'.")
        }
    }

    static func limited(_ application: String) -> LibraryError {
        LibraryError(.denied, "\(application) was given single photos and may not change albums. The library's owner can give more with 'photos access grant'.")
    }

    /// What lies outside of a selection is as if it were not there.
    static let unseen = LibraryError(.unknown, "The asset is not among those that the application may see. Fetch again.")
}
