import Foundation

/// The domain of every error of this module as an `NSError`.
public let PHPhotosErrorDomain = "PHPhotosErrorDomain"
/// `userInfo` key: `[String]`.
public let PHLocalIdentifiersErrorKey = "PHLocalIdentifiersErrorKey"

public var PHPhotosErrorInvalid: Int { PHPhotosError.invalid.rawValue }
public var PHPhotosErrorUserCancelled: Int { PHPhotosError.userCancelled.rawValue }
public var PHPhotosErrorLibraryVolumeOffline: Int { PHPhotosError.libraryVolumeOffline.rawValue }
public var PHPhotosErrorRelinquishingLibraryBundleToWriter: Int { PHPhotosError.relinquishingLibraryBundleToWriter.rawValue }
public var PHPhotosErrorSwitchingSystemPhotoLibrary: Int { PHPhotosError.switchingSystemPhotoLibrary.rawValue }

/// What went wrong in the library. The localized description names the file and the remedy.
///
/// Mirrors <https://developer.apple.com/documentation/photos/phphotoserror>.
public struct PHPhotosError: CustomNSError, Error, Hashable, @unchecked Sendable {
    // Guarded by being immutable.
    public enum Code: Int, Sendable {
        case internalError = -1
        case userCancelled = 3072
        case persistentChangeTokenExpired = 3105
        case libraryVolumeOffline = 3114
        case relinquishingLibraryBundleToWriter = 3142
        case switchingSystemPhotoLibrary = 3143
        case networkAccessRequired = 3164
        case networkError = 3169
        case identifierNotFound = 3201
        case multipleIdentifiersFound = 3202
        case persistentChangeDetailsUnavailable = 3210
        case changeNotSupported = 3300
        case operationInterrupted = 3301
        case invalidResource = 3302
        case missingResource = 3303
        case notEnoughSpace = 3305
        case requestNotSupportedForAsset = 3306
        case limitExceeded = 3307
        case accessRestricted = 3310
        case accessUserDenied = 3311
        case libraryInFileProviderSyncRoot = 5423

        public static var invalid: Code { .internalError }

        /// So that `catch PHPhotosError.userCancelled` and `case PHPhotosError.userCancelled` match.
        public static func ~= (code: Code, error: any Error) -> Bool {
            if let error = error as? PHPhotosError { return error.code == code }
            let error = error as NSError
            return error.domain == PHPhotosErrorDomain && error.code == code.rawValue
        }
    }

    public let code: Code
    public let userInfo: [String: Any]

    public init(_ code: Code, userInfo: [String: Any] = [:]) { (self.code, self.userInfo) = (code, userInfo) }

    init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
        var info: [String: Any] = [NSLocalizedDescriptionKey: message]
        if let cause { info[NSUnderlyingErrorKey] = cause }
        self.init(code, userInfo: info)
    }

    public static var errorDomain: String { PHPhotosErrorDomain }
    public var errorCode: Int { code.rawValue }
    public var errorUserInfo: [String: Any] { userInfo }
    public var localizedDescription: String { userInfo[NSLocalizedDescriptionKey] as? String ?? "\(code)" }

    public static func == (a: PHPhotosError, b: PHPhotosError) -> Bool { a.code == b.code && a.localizedDescription == b.localizedDescription }
    public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}

extension PHPhotosError {
    public static var internalError: Code { .internalError }
    public static var userCancelled: Code { .userCancelled }
    public static var persistentChangeTokenExpired: Code { .persistentChangeTokenExpired }
    public static var libraryVolumeOffline: Code { .libraryVolumeOffline }
    public static var relinquishingLibraryBundleToWriter: Code { .relinquishingLibraryBundleToWriter }
    public static var switchingSystemPhotoLibrary: Code { .switchingSystemPhotoLibrary }
    public static var networkAccessRequired: Code { .networkAccessRequired }
    public static var networkError: Code { .networkError }
    public static var identifierNotFound: Code { .identifierNotFound }
    public static var multipleIdentifiersFound: Code { .multipleIdentifiersFound }
    public static var persistentChangeDetailsUnavailable: Code { .persistentChangeDetailsUnavailable }
    public static var changeNotSupported: Code { .changeNotSupported }
    public static var operationInterrupted: Code { .operationInterrupted }
    public static var invalidResource: Code { .invalidResource }
    public static var missingResource: Code { .missingResource }
    public static var notEnoughSpace: Code { .notEnoughSpace }
    public static var requestNotSupportedForAsset: Code { .requestNotSupportedForAsset }
    public static var limitExceeded: Code { .limitExceeded }
    public static var accessRestricted: Code { .accessRestricted }
    public static var accessUserDenied: Code { .accessUserDenied }
    public static var libraryInFileProviderSyncRoot: Code { .libraryInFileProviderSyncRoot }
    public static var invalid: Code { .internalError }
}
