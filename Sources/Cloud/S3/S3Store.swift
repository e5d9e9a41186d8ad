import Foundation
import Support
import Synchronization

/// A bucket of a server that speaks S3: Amazon's, Ceph's gateway, or another.
///
/// What is sent is hashed and signed, so that the server refuses what was damaged on its way, over plain HTTP too. It does not tell of itself whether it
/// still has what it was sent: read it back, and compare, before the last copy here goes. Names of objects and the answers themselves are only as safe as the
/// way: over plain HTTP a network that changes bytes may change those.
package final class S3Store: CloudStore {
    package let bucket: S3Bucket
    let environment: CloudEnvironment
    private let policy: RetryPolicy
    private let credentials: @Sendable () throws -> S3Credentials
    private let client: HTTPClient
    private let threads: BlockingWork
    private let budget = RetryBudget()
    /// Any request with the newest credentials was accepted.
    private let isTrusted = Atomic(false)
    private let newest = Mutex<S3Credentials?>(nil)
    /// Bytes of a part of a large object, at least.
    let partSize: Int64

    package var name: String { "the bucket \(bucket.name) at \(bucket.host)" }

    /// - Parameters:
    ///   - credentials: asked for each request, on any thread, so that those that expire can be renewed.
    ///   - certificates: path of a file of certificates to trust instead of the system's.
    ///   - width: requests at once at most; more wait for their turn.
    ///   - stallSeconds: without a byte in this time a request is given up.
    ///   - partSize: bytes. Larger objects are uploaded in parts of this size, or of a larger one where they would be too many.
    package init(
        _ bucket: S3Bucket, credentials: @escaping @Sendable () throws -> S3Credentials, certificates: String? = nil, policy: RetryPolicy = RetryPolicy(),
        environment: CloudEnvironment = .system, width: Int = 64, stallSeconds: Int = 30, partSize: Int64 = 8 << 20
    ) {
        (self.bucket, self.credentials, self.policy, self.environment, self.partSize) = (bucket, credentials, policy, environment, max(5 << 20, partSize))
        client = HTTPClient(certificates: certificates, isDirect: bucket.isHere, stallSeconds: stallSeconds)
        threads = BlockingWork(name: "photos.s3", width: width)
    }

    // MARK: Requests

    /// What a request is, whoever sends it how often.
    struct Call: Sendable {
        var method: String
        var key: String?
        var query: [(name: String, value: String)] = []
        var headers: [(name: String, value: String)] = []
        var body: Body?
        var progress: @Sendable (Int64) -> Void = { _ in }
    }

    /// The bytes of a request: a body, or a part of one.
    struct Body: Sendable {
        let body: any UploadBody
        var start: Int64 = 0
        let size: Int64
        let sha256: [UInt8]?

        init(_ body: any UploadBody) { (self.body, size, sha256) = (body, body.size, body.sha256) }

        init(_ body: any UploadBody, from start: Int64, size: Int64, sha256: [UInt8]) { (self.body, self.start, self.size, self.sha256) = (body, start, size, sha256) }
    }

    /// How an attempt ended.
    enum Outcome: Sendable {
        case success(HTTPHead, [UInt8])
        case answer(S3Answer)
        case failure(HTTPFailure)
        /// What can't be mended by another attempt.
        case error(CloudError)
    }

    struct Attempt: Sendable {
        let outcome: Outcome
        /// Bytes that the receiver took.
        let received: Int64
        let key: String?
    }

    /// Sends a request until it is answered, or it is time to give up. An attempt before the last may have done already what it asks for.
    /// - Returns: how it ended, which may be an answer whose meaning only the caller knows.
    func send(_ call: Call) async throws(CloudError) -> Outcome {
        var failures = 0
        while true {
            let attempt = try await attempt(call)
            guard let error = retryable(attempt, call.key) else { return attempt.outcome }
            failures += 1
            try await pause(after: failures, error, attempt)
        }
    }

    /// What an attempt failed with if another one may succeed.
    func retryable(_ attempt: Attempt, _ key: String?) -> CloudError? {
        switch attempt.outcome {
        case .success:
            budget.succeeded()
            isTrusted.store(true, ordering: .relaxed)
            return nil
        case .error: return nil
        case .failure(let failure):
            return [.noLibrary, .notTrusted, .failed].contains(failure.reason) ? nil : .failed(failure, key, name)
        case .answer(let answer):
            switch answer.meaning(isTrusted: isTrusted.load(ordering: .relaxed)) {
            case .again(let code): return answer.error(code, key, bucket, name, now: environment.now())
            case .damagedOnTheWay:
                return CloudError(
                    .network, object: key, "What was sent to \(name)\(key.map { " as \($0)" } ?? "") was damaged on its way. Check the connection; use https, and try again.")
            default: return nil
            }
        }
    }

    /// Waits before the next attempt.
    /// - Throws: the error where it is time to give up.
    func pause(after failures: Int, _ error: CloudError, _ attempt: Attempt) async throws(CloudError) {
        guard failures < policy.attempts, budget.take() else { throw error }
        let asked: Double? = if case .answer(let answer) = attempt.outcome { answer.retryAfter } else { nil }
        let seconds = policy.pause(afterFailures: failures, random: environment.random(), asked: asked)
        do { try await environment.sleep(seconds) } catch { throw .cancelled(attempt.key, name) }
    }

    /// What is wrong with an answer that the caller has no other use for.
    func error(_ outcome: Outcome, _ key: String?) -> CloudError {
        switch outcome {
        case .success: CloudError(.server, object: key, "\(name.capitalizedSentence) answered what can't be understood. Look at the server's log, and try again.")
        case .error(let error): error
        case .failure(let failure): .failed(failure, key, name)
        case .answer(let answer):
            switch answer.meaning(isTrusted: isTrusted.load(ordering: .relaxed)) {
            case .missing: key.map { .missing($0, name) } ?? answer.error(.storeMissing, key, bucket, name, now: environment.now())
            case .unmet: .changed(key ?? "", name)
            case .final(let code), .again(let code): answer.error(code, key, bucket, name, now: environment.now())
            case .outOfRange, .noUpload, .damagedOnTheWay: answer.error(.server, key, bucket, name, now: environment.now())
            }
        }
    }

    /// Sends a request once.
    func attempt(
        _ call: Call, receiver: (@Sendable (UnsafeRawBufferPointer) throws -> Void)? = nil, onBegin: @escaping @Sendable (HTTPHead) throws -> Void = { _ in }
    ) async throws(CloudError) -> Attempt {
        try await threads.run { [self] flag throws(CloudError) in
            try flag.check(call.key, name)
            let request: HTTPRequest, payload: S3Payload?
            do { (request, payload) = try prepare(call) } catch let error as CloudError { throw error } catch {
                if let key = call.key, call.body != nil { throw .reading(key, error) }
                throw CloudError(.wrongCredentials, object: nil, "The credentials for \(name) could not be had. Check how they are configured.", cause: error)
            }
            let exchange = S3Exchange(payload, receiver: receiver, onBegin: onBegin, progress: call.progress)
            let outcome: Outcome
            do {
                let head = try client.perform(request, exchange, flag)
                outcome = head.isSuccess ? .success(head, exchange.answer) : .answer(S3Answer(head, exchange.answer))
            } catch let failure as HTTPFailure where failure.reason == .stopped {
                throw .cancelled(call.key, name)
            } catch let failure as HTTPFailure {
                // A server that has answered why need not take the rest.
                outcome = exchange.head.status >= 300 && !exchange.answer.isEmpty ? .answer(S3Answer(exchange.head, exchange.answer)) : .failure(failure)
            } catch let refused as S3Exchange.Refused {
                outcome = .error((refused.cause as? CloudError) ?? .receiver(call.key ?? "", refused.cause))
            } catch let unreadable as S3Exchange.Unreadable {
                outcome = .error(.reading(call.key ?? "", unreadable.cause))
            } catch is S3Exchange.Changed {
                outcome = .error(.sourceChanged(call.key ?? ""))
            } catch let error as CloudError {
                outcome = .error(error)
            } catch {
                outcome = .error(self.error(.success(exchange.head, []), call.key))
            }
            return Attempt(outcome: outcome, received: exchange.received, key: call.key)
        }
    }

    private func prepare(_ call: Call) throws -> (HTTPRequest, S3Payload?) {
        let credentials = try credentials()
        newest.withLock { newest in
            guard newest != credentials else { return }
            newest = credentials
            isTrusted.store(false, ordering: .relaxed)
        }
        let signer = S3Signer(credentials, region: bucket.region, now: environment.now())
        let path = bucket.path(call.key)
        var headers = call.headers + [("host", bucket.requestHost)]
        var payload = S3Signer.emptyHash, bodySize: Int64?
        if let body = call.body {
            if let sha256 = body.sha256 {
                (payload, bodySize) = (sha256.hexadecimal, body.size)
                headers.append(("x-amz-checksum-sha256", Base64.text(of: sha256)))
            } else {
                (payload, bodySize) = (S3Signer.streamed, S3Payload.signedSize(of: body.size))
                headers += [("content-encoding", "aws-chunked"), ("x-amz-decoded-content-length", String(body.size))]
            }
        }
        let query = call.query.map { (name: PercentEncoding.encode($0.name), value: PercentEncoding.encode($0.value)) }
        let (signed, signature) = signer.sign(call.method, path: path, query: query, headers: headers, payload: payload)
        let url = "\(bucket.scheme)://\(bucket.requestHost)\(path)\(query.isEmpty ? "" : "?" + S3Signer.text(of: query))"
        let request = HTTPRequest(method: call.method, url: url, headers: signed.filter { $0.name != "host" }, bodySize: bodySize)
        guard let body = call.body else { return (request, nil) }
        let reader = try body.body.open(at: body.start)
        let sent: S3Payload =
            if let sha256 = body.sha256 { .plain(reader, size: body.size, expected: sha256) } else { .signed(reader, size: body.size, signer, after: signature) }
        return (request, sent)
    }
}

enum Base64 {
    static func text(of bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }
}
