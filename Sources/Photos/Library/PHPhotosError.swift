import Foundation

/// The domain of every error of this module as an `NSError`.
public let PHPhotosErrorDomain = "PHPhotosErrorDomain"
/// `userInfo` key: `[String]`.
public let PHLocalIdentifiersErrorKey = "PHLocalIdentifiersErrorKey"

/// The raw value of ``PHPhotosError/internalError``, which had this name before iOS 15.
public var PHPhotosErrorInvalid: Int { PHPhotosError.invalid.rawValue }
/// The raw value of ``PHPhotosError/userCancelled``.
public var PHPhotosErrorUserCancelled: Int { PHPhotosError.userCancelled.rawValue }
/// The raw value of ``PHPhotosError/libraryVolumeOffline``.
public var PHPhotosErrorLibraryVolumeOffline: Int { PHPhotosError.libraryVolumeOffline.rawValue }
/// The raw value of ``PHPhotosError/relinquishingLibraryBundleToWriter``.
public var PHPhotosErrorRelinquishingLibraryBundleToWriter: Int { PHPhotosError.relinquishingLibraryBundleToWriter.rawValue }
/// The raw value of ``PHPhotosError/switchingSystemPhotoLibrary``.
public var PHPhotosErrorSwitchingSystemPhotoLibrary: Int { PHPhotosError.switchingSystemPhotoLibrary.rawValue }

/// What went wrong in the library. The localized description names the file and the remedy.
///
/// Mirrors <https://developer.apple.com/documentation/photos/phphotoserror>.
public struct PHPhotosError: CustomNSError, Error, Hashable, @unchecked Sendable {
    // Guarded by being immutable.

    /// What went wrong, with Apple's raw values. <https://developer.apple.com/documentation/photos/phphotoserror/code>
    public enum Code: Int, Sendable {
        /// None of the others; the message and the underlying error say what.
        case internalError = -1
        /// The user or the program cancelled it.
        case userCancelled = 3072
        /// The token is of another library or older than the history that is kept: fetch everything anew.
        case persistentChangeTokenExpired = 3105
        /// The library's folder was moved, deleted or unmounted.
        case libraryVolumeOffline = 3114
        /// The library is being handed to another program. Nothing here does so.
        case relinquishingLibraryBundleToWriter = 3142
        /// Another library is becoming the system's. Nothing here does so.
        case switchingSystemPhotoLibrary = 3143
        /// The file is in the cloud only, and the options don't allow a download.
        case networkAccessRequired = 3164
        /// A download failed.
        case networkError = 3169
        /// No object has this identifier, or none that the application may see.
        case identifierNotFound = 3201
        /// Several objects match; `PHLocalIdentifiersErrorKey` lists them.
        case multipleIdentifiersFound = 3202
        /// What a large change did was forgotten since it was fetched.
        case persistentChangeDetailsUnavailable = 3210
        /// What was asked for may not be done to this object, or not from here.
        case changeNotSupported = 3300
        /// Another process holds what is needed, or somebody else was faster.
        case operationInterrupted = 3301
        /// The file can't be decoded, or the resources make no asset.
        case invalidResource = 3302
        /// The file is not there.
        case missingResource = 3303
        /// The disk is full.
        case notEnoughSpace = 3305
        /// The asset is of a kind that this can't be done with.
        case requestNotSupportedForAsset = 3306
        /// More was asked for than is done at once.
        case limitExceeded = 3307
        /// This process may not write the library's folder.
        case accessRestricted = 3310
        /// The library's owner has not allowed it.
        case accessUserDenied = 3311
        /// The library is in a folder that a cloud provider syncs. Nothing here checks that.
        case libraryInFileProviderSyncRoot = 5423

        /// ``internalError``, by its name before iOS 15.
        public static var invalid: Code { .internalError }

        /// So that `catch PHPhotosError.userCancelled` and `case PHPhotosError.userCancelled` match.
        public static func ~= (code: Code, error: any Error) -> Bool {
            if let error = error as? PHPhotosError { return error.code == code }
            let error = error as NSError
            return error.domain == PHPhotosErrorDomain && error.code == code.rawValue
        }
    }

    /// What went wrong.
    public let code: Code
    /// `NSLocalizedDescriptionKey` with the message, `NSUnderlyingErrorKey` with the cause, and `PHLocalIdentifiersErrorKey` where it is about
    /// objects.
    public let userInfo: [String: Any]

    /// An error with its message and cause, if any, in `userInfo`.
    public init(_ code: Code, userInfo: [String: Any] = [:]) { (self.code, self.userInfo) = (code, userInfo) }

    init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
        var info: [String: Any] = [NSLocalizedDescriptionKey: message]
        if let cause { info[NSUnderlyingErrorKey] = cause }
        self.init(code, userInfo: info)
    }

    /// `PHPhotosErrorDomain`.
    public static var errorDomain: String { PHPhotosErrorDomain }
    /// The code's raw value.
    public var errorCode: Int { code.rawValue }
    /// The same as `userInfo`.
    public var errorUserInfo: [String: Any] { userInfo }
    /// What went wrong and what to do about it; the code's name where `userInfo` has no message.
    public var localizedDescription: String { userInfo[NSLocalizedDescriptionKey] as? String ?? "\(code)" }

    public static func == (a: PHPhotosError, b: PHPhotosError) -> Bool { a.code == b.code && a.localizedDescription == b.localizedDescription }
    public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}

extension PHPhotosError {
    /// ``Code/internalError``.
    public static var internalError: Code { .internalError }
    /// ``Code/userCancelled``.
    public static var userCancelled: Code { .userCancelled }
    /// ``Code/persistentChangeTokenExpired``.
    public static var persistentChangeTokenExpired: Code { .persistentChangeTokenExpired }
    /// ``Code/libraryVolumeOffline``.
    public static var libraryVolumeOffline: Code { .libraryVolumeOffline }
    /// ``Code/relinquishingLibraryBundleToWriter``.
    public static var relinquishingLibraryBundleToWriter: Code { .relinquishingLibraryBundleToWriter }
    /// ``Code/switchingSystemPhotoLibrary``.
    public static var switchingSystemPhotoLibrary: Code { .switchingSystemPhotoLibrary }
    /// ``Code/networkAccessRequired``.
    public static var networkAccessRequired: Code { .networkAccessRequired }
    /// ``Code/networkError``.
    public static var networkError: Code { .networkError }
    /// ``Code/identifierNotFound``.
    public static var identifierNotFound: Code { .identifierNotFound }
    /// ``Code/multipleIdentifiersFound``.
    public static var multipleIdentifiersFound: Code { .multipleIdentifiersFound }
    /// ``Code/persistentChangeDetailsUnavailable``.
    public static var persistentChangeDetailsUnavailable: Code { .persistentChangeDetailsUnavailable }
    /// ``Code/changeNotSupported``.
    public static var changeNotSupported: Code { .changeNotSupported }
    /// ``Code/operationInterrupted``.
    public static var operationInterrupted: Code { .operationInterrupted }
    /// ``Code/invalidResource``.
    public static var invalidResource: Code { .invalidResource }
    /// ``Code/missingResource``.
    public static var missingResource: Code { .missingResource }
    /// ``Code/notEnoughSpace``.
    public static var notEnoughSpace: Code { .notEnoughSpace }
    /// ``Code/requestNotSupportedForAsset``.
    public static var requestNotSupportedForAsset: Code { .requestNotSupportedForAsset }
    /// ``Code/limitExceeded``.
    public static var limitExceeded: Code { .limitExceeded }
    /// ``Code/accessRestricted``.
    public static var accessRestricted: Code { .accessRestricted }
    /// ``Code/accessUserDenied``.
    public static var accessUserDenied: Code { .accessUserDenied }
    /// ``Code/libraryInFileProviderSyncRoot``.
    public static var libraryInFileProviderSyncRoot: Code { .libraryInFileProviderSyncRoot }
    /// ``Code/invalid``.
    public static var invalid: Code { .internalError }
}
