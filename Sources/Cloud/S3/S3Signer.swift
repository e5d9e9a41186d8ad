import CCrypto
import Glibc
import Support

/// Who signs requests.
package struct S3Credentials: Sendable, Equatable {
    package var accessKey: String
    package var secretKey: String
    /// Of credentials that expire.
    package var sessionToken: String?

    package init(accessKey: String, secretKey: String, sessionToken: String? = nil) {
        (self.accessKey, self.secretKey, self.sessionToken) = (accessKey, secretKey, sessionToken)
    }
}

/// Signatures of AWS's version 4 in a header, for one request after the other.
///
/// https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html and, for bodies that are signed piece by piece as they are sent,
/// https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-streaming.html
struct S3Signer {
    static let emptyHash = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    /// Stands for the hash of a body that is signed piece by piece.
    static let streamed = "STREAMING-AWS4-HMAC-SHA256-PAYLOAD"

    let credentials: S3Credentials
    let region: String
    /// `20130524T000000Z`
    let time: String

    /// - Parameter now: seconds since 1970.
    init(_ credentials: S3Credentials, region: String, now: Double) {
        (self.credentials, self.region) = (credentials, region)
        time = Self.text(of: now)
    }

    private var day: Substring { time.prefix(8) }
    private var scope: String { "\(day)/\(region)/s3/aws4_request" }

    /// The headers with those that a signature needs and makes, and the signature.
    /// - Parameters:
    ///   - path: encoded, with a slash at the start.
    ///   - query: encoded names and values.
    ///   - headers: names in lower case, `host` among them.
    ///   - payload: the body's SHA-256 in hexadecimal, or what stands for it.
    func sign(
        _ method: String, path: String, query: [(name: String, value: String)], headers: [(name: String, value: String)], payload: String
    ) -> (headers: [(name: String, value: String)], signature: String) {
        var all = headers + [("x-amz-content-sha256", payload), ("x-amz-date", time)]
        if let token = credentials.sessionToken { all.append(("x-amz-security-token", token)) }
        all.sort { $0.name.precedesByBytes($1.name) }
        let names = all.map(\.name).joined(separator: ";")
        let request = [
            method, path, Self.text(of: query), all.map { "\($0.name):\($0.value)\n" }.joined(), names, payload,
        ].joined(separator: "\n")
        let signature = signature(of: "AWS4-HMAC-SHA256\n\(time)\n\(scope)\n\(Self.hash(request))")
        all.append(("authorization", "AWS4-HMAC-SHA256 Credential=\(credentials.accessKey)/\(scope),SignedHeaders=\(names),Signature=\(signature)"))
        return (all, signature)
    }

    /// The signature of a piece of a body.
    /// - Parameter previous: that of the piece before, or of the request.
    func signature(ofPiece hash: String, after previous: String) -> String {
        signature(of: "AWS4-HMAC-SHA256-PAYLOAD\n\(time)\n\(scope)\n\(previous)\n\(Self.emptyHash)\n\(hash)")
    }

    /// Names and values in the order that is signed.
    static func text(of query: [(name: String, value: String)]) -> String {
        query.sorted { $0.name == $1.name ? $0.value.precedesByBytes($1.value) : $0.name.precedesByBytes($1.name) }.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
    }

    private func signature(of text: String) -> String {
        let parts = [String(day), region, "s3", "aws4_request"]
        let key = parts.reduce(Array("AWS4\(credentials.secretKey)".utf8)) { HMAC.code(of: Array($1.utf8), key: $0) }
        return HMAC.code(of: Array(text.utf8), key: key).hexadecimal
    }

    private static func hash(_ text: String) -> String {
        let hash = ContentHash()
        Array(text.utf8).withUnsafeBytes { hash.update($0) }
        return (hash.digest() ?? []).hexadecimal
    }

    /// `20130524T000000Z`, from seconds since 1970.
    static func text(of now: Double) -> String {
        // The system's calendar: Foundation's takes a while to set up.
        var (seconds, parts) = (time_t(now.rounded(.down)), tm())
        gmtime_r(&seconds, &parts)
        func two(_ number: Int32) -> String { Int(number).padded(to: 2) }
        let day = Int(parts.tm_year + 1900).padded(to: 4) + two(parts.tm_mon + 1) + two(parts.tm_mday)
        return "\(day)T\(two(parts.tm_hour))\(two(parts.tm_min))\(two(parts.tm_sec))Z"
    }
}

/// HMAC with SHA-256, by the system's libcrypto.
enum HMAC {
    static func code(of bytes: [UInt8], key: [UInt8]) -> [UInt8] {
        var code = [UInt8](repeating: 0, count: 32)
        // It fails only where libcrypto is not there, which the hash of the body has said before.
        return ccrypto_hmac_sha256(key, key.count, bytes, bytes.count, &code) == 1 ? code : []
    }
}
