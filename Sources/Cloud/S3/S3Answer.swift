import Glibc

/// What an answer of S3 that is no success means; found out without asking anybody.
struct S3Answer: Equatable {
    /// What the server calls it, such as `NoSuchKey`; empty where it says nothing.
    let code: String
    let head: HTTPHead
    private let region: String?

    init(_ head: HTTPHead, _ body: [UInt8]) {
        let error = XMLElement(body)
        self.head = head
        code = error?.name == "Error" ? error?["Code"] ?? "" : ""
        region = error?["Region"] ?? head["x-amz-bucket-region"]
    }

    /// What to do about it.
    enum Meaning: Equatable {
        case missing
        case unmet
        /// The range begins behind the end.
        case outOfRange
        /// The server knows nothing of an upload.
        case noUpload
        /// The body was another on its way: worth another attempt.
        case damagedOnTheWay
        /// Worth another attempt; what it is called if none succeeds.
        case again(CloudError.Code)
        case final(CloudError.Code)
    }

    /// - Parameter isTrusted: the same credentials have been accepted before: a signature that is wrong now was damaged on its way.
    func meaning(isTrusted: Bool) -> Meaning {
        switch code {
        case "NoSuchKey": return .missing
        case "PreconditionFailed": return .unmet
        case "InvalidRange": return .outOfRange
        case "NoSuchUpload": return .noUpload
        case "XAmzContentSHA256Mismatch", "XAmzContentChecksumMismatch", "BadDigest", "IncompleteBody", "InvalidDigest": return .damagedOnTheWay
        case "RequestTimeTooSkewed": return .final(.clockSkew)
        case "AuthorizationHeaderMalformed" where region == nil: return isTrusted ? .damagedOnTheWay : .final(.wrongCredentials)
        case "AuthorizationHeaderMalformed", "PermanentRedirect", "TemporaryRedirect", "IllegalLocationConstraintException": return .final(.wrongRegion)
        case "NoSuchBucket": return .final(.storeMissing)
        case "InvalidAccessKeyId", "SignatureDoesNotMatch": return isTrusted ? .damagedOnTheWay : .final(.wrongCredentials)
        case "ExpiredToken", "TokenRefreshRequired", "InvalidToken": return .final(.expiredCredentials)
        case "QuotaExceeded", "StorageQuotaExceeded", "InsufficientStorage", "InsufficientStorageSpace", "XMinioStorageFull": return .final(.full)
        case "EntityTooLarge": return .final(.tooLarge)
        case "NotImplemented", "MethodNotAllowed": return .final(.unsupported)
        case "SlowDown", "RequestLimitExceeded", "Throttling", "ThrottlingException", "TooManyRequests", "ServiceUnavailable", "Busy": return .again(.throttled)
        case "RequestTimeout", "OperationAborted", "ConditionalRequestConflict", "InternalError": return .again(.server)
        default: break
        }
        switch head.status {
        case 301, 302, 307, 308: return .final(.wrongRegion)
        case 401, 403: return .final(.missingRights)
        case 404: return .missing
        case 408, 409: return .again(.server)
        case 412: return .unmet
        case 416: return .outOfRange
        case 429, 503: return .again(.throttled)
        case 501, 405: return .final(.unsupported)
        case 507: return .final(.full)
        // What a damaged request may be answered with, and what a gateway says whose server is away.
        case 400: return isTrusted ? .damagedOnTheWay : .final(.server)
        case 500...: return .again(.server)
        default: return .final(.server)
        }
    }

    /// Seconds that the server asked to wait.
    var retryAfter: Double? { head["retry-after"].flatMap { Double($0) } }

    /// For a person: names the object and the store, and what to do.
    /// - Parameter now: seconds since 1970 by this machine.
    func error(_ code: CloudError.Code, _ key: String?, _ bucket: S3Bucket, _ store: String, now: Double) -> CloudError {
        let object = key.map { "\($0) in \(store)" } ?? store
        let said = self.code.isEmpty ? "status \(head.status)" : self.code
        let message =
            switch code {
            case .clockSkew:
                "The clock of this machine and that of \(store) differ\(skew(now)), so no request is accepted. Set this machine's clock right, and try again."
            case .wrongRegion:
                "\(store.capitalizedSentence) is not in the region \(bucket.region)\(region.map { " but in \($0)" } ?? ""). Change the region, and try again."
            case .storeMissing: "There is no bucket \(bucket.name) at \(bucket.host). Check its name and the server's address, or make it."
            case .missingRights: "The access key may not do this with \(object) (\(said)). Give it the right to read, write, list and delete there."
            case .wrongCredentials: "\(store.capitalizedSentence) does not accept the access key or its secret (\(said)). Check both."
            case .expiredCredentials: "The credentials for \(store) have expired. Get new ones, and try again."
            case .full: "\(store.capitalizedSentence) is full, or its quota is used up (\(said)). Raise the quota, or remove what is not needed. Nothing that was kept is lost."
            case .throttled: "\(store.capitalizedSentence) asks for fewer requests, again and again. Try again later, or with fewer transfers at once."
            case .unsupported: "The server of \(store) can't do what this needs (\(said)). Use another server, or a newer version of it."
            case .tooLarge: "\(object.capitalizedSentence) is larger than the server allows. Raise its limit, or use another server."
            default: "\(store.capitalizedSentence) failed (\(said))\(key.map { " with \($0)" } ?? ""). Try again later; look at the server's log if that does not help."
            }
        return CloudError(code, object: [.missingRights, .server, .tooLarge, .unsupported].contains(code) ? key : nil, message)
    }

    private func skew(_ now: Double) -> String {
        guard let date = head["date"].flatMap(HTTPDate.seconds) else { return "" }
        return " by \(Int(abs(now - date).rounded())) seconds"
    }
}

extension CloudError {
    static func failed(_ failure: HTTPFailure, _ key: String?, _ store: String) -> CloudError {
        let transfer = key.map { "\($0) could not be transferred: " } ?? ""
        let message: String
        switch failure.reason {
        case .noLibrary: return CloudError(.local, object: key, failure.message, cause: failure)
        case .noHost: message = "\(transfer)nobody knows the server of \(store). Check its address, and the connection to the network."
        case .noConnection: message = "\(transfer)there is no connection to the server of \(store). Check whether it runs, and the connection to the network."
        case .notTrusted: message = "\(transfer)the server of \(store) could not prove who it is. Check its certificate, and this machine's clock."
        case .stalled: message = "\(transfer)the server of \(store) does not answer. Check the connection, and try again."
        case .broken, .stopped, .failed: message = "\(transfer)the connection to \(store) broke off. Check it, and try again."
        }
        return CloudError(.network, object: key, "\(message.capitalizedSentence)\(failure.message.isEmpty ? "" : " (\(failure.message))")", cause: failure)
    }
}

/// Dates as servers write them.
enum HTTPDate {
    /// Seconds since 1970 of `Thu, 26 Nov 2026 10:33:52 GMT`.
    static func seconds(_ text: String) -> Double? {
        let words = text.split(separator: " ")
        guard words.count == 6, words[5] == "GMT", let month = months.firstIndex(of: String(words[2])) else { return nil }
        return seconds(year: words[3], month: Int32(month) + 1, day: words[1], time: words[4])
    }

    /// Seconds since 1970 of `2026-11-26T10:33:52.123Z`.
    static func secondsOfXML(_ text: String) -> Double? {
        let halves = text.split(separator: "T")
        guard halves.count == 2, halves[1].hasSuffix("Z") else { return nil }
        let date = halves[0].split(separator: "-")
        guard date.count == 3, let month = Int32(date[1]) else { return nil }
        return seconds(year: date[0], month: month, day: date[2], time: halves[1].dropLast())
    }

    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    private static func seconds(year: Substring, month: Int32, day: Substring, time: Substring) -> Double? {
        let parts = time.split(separator: ":")
        guard let year = Int32(year), 1970...9999 ~= year, 1...12 ~= month, let day = Int32(day), 1...31 ~= day, parts.count == 3, let hours = Double(parts[0]),
            let minutes = Double(parts[1]), let seconds = Double(parts[2])
        else { return nil }
        var date = tm()
        (date.tm_year, date.tm_mon, date.tm_mday) = (year - 1900, month - 1, day)
        return Double(timegm(&date)) + hours * 3600 + minutes * 60 + seconds
    }
}
