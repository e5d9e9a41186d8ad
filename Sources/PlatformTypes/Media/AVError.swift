import Foundation

/// The domain of `AVError` as an `NSError`.
public let AVFoundationErrorDomain = "AVFoundationErrorDomain"

/// Why a movie can't be read or exported. The localized description names the file and the remedy.
/// <https://developer.apple.com/documentation/avfoundation/averror>
public struct AVError: CustomNSError, Error, Hashable, @unchecked Sendable {
    // Guarded by being immutable.
    public enum Code: Int, Sendable {
        case unknown = -11800
        case sessionNotRunning = -11803
        case diskFull = -11807
        case exportFailed = -11820
        case fileAlreadyExists = -11823
        case fileFormatNotRecognized = -11828
        case fileFailedToParse = -11829
        case decoderNotFound = -11833
        case operationNotSupportedForAsset = -11838
        case invalidOutputURLPathExtension = -11843
        case noLongerPlayable = -11867
        case operationCancelled = -11878

        /// So that `catch AVError.operationCancelled` matches.
        public static func ~= (code: Code, error: any Error) -> Bool {
            if let error = error as? AVError { return error.code == code }
            let error = error as NSError
            return error.domain == AVFoundationErrorDomain && error.code == code.rawValue
        }
    }

    public let code: Code
    public let userInfo: [String: Any]

    public init(_ code: Code, userInfo: [String: Any] = [:]) { (self.code, self.userInfo) = (code, userInfo) }

    package init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
        var info: [String: Any] = [NSLocalizedDescriptionKey: message]
        if let cause { info[NSUnderlyingErrorKey] = cause }
        self.init(code, userInfo: info)
    }

    public static var errorDomain: String { AVFoundationErrorDomain }
    public var errorCode: Int { code.rawValue }
    public var errorUserInfo: [String: Any] { userInfo }
    public var localizedDescription: String { userInfo[NSLocalizedDescriptionKey] as? String ?? "\(code)" }

    public static func == (a: AVError, b: AVError) -> Bool { a.code == b.code && a.localizedDescription == b.localizedDescription }
    public func hash(into hasher: inout Hasher) { hasher.combine(code) }

    public static var unknown: Code { .unknown }
    public static var sessionNotRunning: Code { .sessionNotRunning }
    public static var diskFull: Code { .diskFull }
    public static var exportFailed: Code { .exportFailed }
    public static var fileAlreadyExists: Code { .fileAlreadyExists }
    public static var fileFormatNotRecognized: Code { .fileFormatNotRecognized }
    public static var fileFailedToParse: Code { .fileFailedToParse }
    public static var decoderNotFound: Code { .decoderNotFound }
    public static var operationNotSupportedForAsset: Code { .operationNotSupportedForAsset }
    public static var invalidOutputURLPathExtension: Code { .invalidOutputURLPathExtension }
    public static var noLongerPlayable: Code { .noLongerPlayable }
    public static var operationCancelled: Code { .operationCancelled }
}
