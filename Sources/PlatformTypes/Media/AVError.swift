import Foundation

/// The domain of `AVError` as an `NSError`.
public let AVFoundationErrorDomain = "AVFoundationErrorDomain"

/// Why a movie can't be read or exported. The localized description names the file and the remedy.
/// <https://developer.apple.com/documentation/avfoundation/averror>
public struct AVError: CustomNSError, Error, Hashable, @unchecked Sendable {
    // Guarded by being immutable.

    /// What failed, with Apple's raw values. <https://developer.apple.com/documentation/avfoundation/averror/code>
    public enum Code: Int, Sendable {
        /// The reason is not known.
        case unknown = -11800
        /// A session that is needed does not run.
        case sessionNotRunning = -11803
        /// The disk is full.
        case diskFull = -11807
        /// The export did not finish; the underlying error says why.
        case exportFailed = -11820
        /// A file exists where the export was to be written; it was not touched.
        case fileAlreadyExists = -11823
        /// The file is no movie or sound of a known format.
        case fileFormatNotRecognized = -11828
        /// The file has a known format and is damaged.
        case fileFailedToParse = -11829
        /// There is no picture at that time.
        case noImageAtTime = -11832
        /// Nothing in this program reads the file.
        case decoderNotFound = -11833
        /// What was asked for can't be done with this asset, such as an export that encodes.
        case operationNotSupportedForAsset = -11838
        /// The file's name has an extension that does not fit its type.
        case invalidOutputURLPathExtension = -11843
        /// The file was there and is gone or can't be opened.
        case noLongerPlayable = -11867
        /// It was cancelled.
        case operationCancelled = -11878

        /// So that `catch AVError.operationCancelled` matches.
        public static func ~= (code: Code, error: any Error) -> Bool {
            if let error = error as? AVError { return error.code == code }
            let error = error as NSError
            return error.domain == AVFoundationErrorDomain && error.code == code.rawValue
        }
    }

    /// What failed.
    public let code: Code
    /// `NSLocalizedDescriptionKey` with the message, and `NSUnderlyingErrorKey` with the cause where there is one.
    public let userInfo: [String: Any]

    /// An error with its message and cause, if any, in `userInfo`.
    public init(_ code: Code, userInfo: [String: Any] = [:]) { (self.code, self.userInfo) = (code, userInfo) }

    package init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
        var info: [String: Any] = [NSLocalizedDescriptionKey: message]
        if let cause { info[NSUnderlyingErrorKey] = cause }
        self.init(code, userInfo: info)
    }

    /// `AVFoundationErrorDomain`.
    public static var errorDomain: String { AVFoundationErrorDomain }
    /// The code's raw value.
    public var errorCode: Int { code.rawValue }
    /// The same as `userInfo`.
    public var errorUserInfo: [String: Any] { userInfo }
    /// What failed and what to do about it; the code's name where `userInfo` has no message.
    public var localizedDescription: String { userInfo[NSLocalizedDescriptionKey] as? String ?? "\(code)" }

    public static func == (a: AVError, b: AVError) -> Bool { a.code == b.code && a.localizedDescription == b.localizedDescription }
    public func hash(into hasher: inout Hasher) { hasher.combine(code) }

    /// ``Code/unknown``.
    public static var unknown: Code { .unknown }
    /// ``Code/sessionNotRunning``.
    public static var sessionNotRunning: Code { .sessionNotRunning }
    /// ``Code/diskFull``.
    public static var diskFull: Code { .diskFull }
    /// ``Code/exportFailed``.
    public static var exportFailed: Code { .exportFailed }
    /// ``Code/fileAlreadyExists``.
    public static var fileAlreadyExists: Code { .fileAlreadyExists }
    /// ``Code/fileFormatNotRecognized``.
    public static var fileFormatNotRecognized: Code { .fileFormatNotRecognized }
    /// ``Code/fileFailedToParse``.
    public static var fileFailedToParse: Code { .fileFailedToParse }
    /// ``Code/noImageAtTime``.
    public static var noImageAtTime: Code { .noImageAtTime }
    /// ``Code/decoderNotFound``.
    public static var decoderNotFound: Code { .decoderNotFound }
    /// ``Code/operationNotSupportedForAsset``.
    public static var operationNotSupportedForAsset: Code { .operationNotSupportedForAsset }
    /// ``Code/invalidOutputURLPathExtension``.
    public static var invalidOutputURLPathExtension: Code { .invalidOutputURLPathExtension }
    /// ``Code/noLongerPlayable``.
    public static var noLongerPlayable: Code { .noLongerPlayable }
    /// ``Code/operationCancelled``.
    public static var operationCancelled: Code { .operationCancelled }
}
