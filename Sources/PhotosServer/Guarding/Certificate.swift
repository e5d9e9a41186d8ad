import Foundation
import Glibc
import NIOSSL
import Synchronization

/// What a server proves by that it is the one that its name says: a chain of certificates and the first one's key, from files.
///
/// The files are looked at for each new connection, so that one that was renewed is used from then on; connections that stand keep what they began with. What can't
/// be used, such as a chain whose key is not there yet, changes nothing until the files change again.
package final class Certificate: Sendable {
    /// PEM files.
    package struct Files: Sendable, Equatable {
        /// The server's own certificate first, then those that lead to one that browsers know.
        package var chain: String
        /// Of the first certificate, without a passphrase.
        package var key: String

        package init(chain: String, key: String) { (self.chain, self.key) = (chain, key) }
    }

    private struct State {
        var context: NIOSSLContext
        /// The files as they were when they were read last.
        var versions: [FileVersion?]
    }

    /// What a file is known by, as long as nobody writes to it.
    private struct FileVersion: Equatable {
        let device: dev_t, inode: ino_t, size: off_t, seconds: Int, nanoseconds: Int
    }

    /// The names and addresses that the first certificate is for, as it had them at the beginning.
    let names: [String]
    private let files: Files
    private let now: @Sendable () -> Date
    private let onProblem: @Sendable (ServerError) -> Void
    private let state: Mutex<State>

    /// - Parameter onProblem: called on any thread with the reason why files that were changed are not used.
    /// - Throws: `ServerError` where the files can't be read, don't belong together, or are not good at this moment.
    init(_ files: Files, now: @escaping @Sendable () -> Date = { Date() }, onProblem: @escaping @Sendable (ServerError) -> Void) throws(ServerError) {
        (self.files, self.now, self.onProblem) = (files, now, onProblem)
        let versions = Self.versions(of: files), chain = try Self.chain(files.chain, at: now())
        names = Self.names(of: chain[0])
        state = Mutex(State(context: try Self.context(files, chain), versions: versions))
    }

    /// What a new connection uses. Any thread; reads the files where they were changed.
    func context() -> NIOSSLContext {
        let (context, problem) = state.withLock { state -> (NIOSSLContext, ServerError?) in
            let versions = Self.versions(of: files)
            guard versions != state.versions else { return (state.context, nil) }
            state.versions = versions
            do throws(ServerError) {
                state.context = try Self.context(files, try Self.chain(files.chain, at: now()))
                return (state.context, nil)
            } catch { return (state.context, error) }
        }
        if let problem { onProblem(problem) }
        return context
    }

    // MARK: Reading

    private static func versions(of files: Files) -> [FileVersion?] {
        [files.chain, files.key].map { path in
            var facts = stat()
            guard stat(path, &facts) == 0 else { return nil }
            return FileVersion(
                device: facts.st_dev, inode: facts.st_ino, size: facts.st_size, seconds: facts.st_mtim.tv_sec, nanoseconds: facts.st_mtim.tv_nsec)
        }
    }

    private static func context(_ files: Files, _ chain: [NIOSSLCertificate]) throws(ServerError) -> NIOSSLContext {
        let key = try key(files.key)
        var configuration = TLSConfiguration.makeServerConfiguration(certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(key))
        configuration.minimumTLSVersion = .tlsv12
        configuration.applicationProtocols = ["http/1.1"]
        // A client that is told to go and does not say goodbye keeps its descriptor no longer than this.
        configuration.shutdownTimeout = .seconds(1)
        do { return try NIOSSLContext(configuration: configuration) } catch {
            throw wrong("The key in \(files.key) is not that of the first certificate in \(files.chain). Name the two that were made together, the server's own certificate first.")
        }
    }

    private static func chain(_ path: String, at now: Date) throws(ServerError) -> [NIOSSLCertificate] {
        let (bytes, _) = try content(of: path) { "The certificate can't be read from \(path): \($0). Name the file that holds it with --certificate." }
        let chain: [NIOSSLCertificate]
        do { chain = try NIOSSLCertificate.fromPEMBytes(bytes) } catch {
            throw wrong("\(path) is no certificate in PEM, which begins with -----BEGIN CERTIFICATE-----. Name such a file with --certificate.")
        }
        guard let own = chain.first else { throw wrong("\(path) has no certificate in it. Name a file that has with --certificate.") }
        for certificate in chain where certificate.notValidAfter < time_t(now.timeIntervalSince1970) {
            let end = HTTPDate.text(certificate.notValidAfter)
            guard certificate !== own else { throw wrong("The certificate in \(path) has expired: it was good until \(end). Get a new one.") }
            throw wrong("A certificate in \(path) that the first one is signed with has expired: it was good until \(end). Get a new chain.")
        }
        guard own.notValidBefore <= time_t(now.timeIntervalSince1970) else {
            throw wrong("The certificate in \(path) is good from \(HTTPDate.text(own.notValidBefore)). Check this machine's clock, or wait until then.")
        }
        return chain
    }

    private static func key(_ path: String) throws(ServerError) -> NIOSSLPrivateKey {
        let (bytes, mode) = try content(of: path) { "The key can't be read from \(path): \($0). Name the file that holds it with --key." }
        guard !String(decoding: bytes, as: UTF8.self).contains("ENCRYPTED") else {
            throw wrong("The key in \(path) has a passphrase, and nobody is there to type it when the server starts. Write it without one: `openssl pkey -in FILE -out NEWFILE`.")
        }
        let key: NIOSSLPrivateKey
        do { key = try NIOSSLPrivateKey(bytes: bytes, format: .pem) } catch {
            throw wrong("\(path) is no key in PEM, which begins with -----BEGIN PRIVATE KEY-----. Name such a file with --key.")
        }
        guard mode & S_IRWXO == 0 else {
            throw wrong("Everybody can read \(path), so it keeps no secret. Run `chmod o= \(path)`, and get another certificate if somebody may have read it.")
        }
        return key
    }

    private static let longest = 1 << 20

    private static func content(of path: String, _ message: (_ reason: String) -> String) throws(ServerError) -> (bytes: [UInt8], mode: mode_t) {
        func unreadable(_ number: Int32) -> ServerError {
            wrong(message(String(cString: strerror(number))))
        }
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
        guard descriptor >= 0 else { throw unreadable(errno) }
        defer { close(descriptor) }
        var facts = stat(), bytes: [UInt8] = []
        guard fstat(descriptor, &facts) == 0 else { throw unreadable(errno) }
        var piece = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = read(descriptor, &piece, piece.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw unreadable(errno) }
            if count == 0 { return (bytes, facts.st_mode) }
            bytes += piece[..<count]
            guard bytes.count <= longest else { throw unreadable(EFBIG) }
        }
    }

    /// DNS names in lower case, and addresses as they are written.
    private static func names(of certificate: NIOSSLCertificate) -> [String] {
        certificate._subjectAlternativeNames().compactMap { name in
            let bytes = Array(name.contents)
            switch name.nameType {
            case .dnsName: return String(validating: bytes, as: UTF8.self)?.lowercased()
            case .ipAddress:
                var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
                guard bytes.count == 4 || bytes.count == 16, inet_ntop(bytes.count == 4 ? AF_INET : AF_INET6, bytes, &text, socklen_t(text.count)) != nil else { return nil }
                return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            default: return nil
            }
        }
    }

    private static func wrong(_ message: String) -> ServerError { ServerError(.certificate, message) }
}

extension Certificate {
    /// The name to print an address with: that by which others reach the machine, where the certificate is for it; else the first that the certificate is for.
    func name(insteadOf host: String) -> String {
        let host = host.lowercased()
        guard !names.contains(host), let name = names.first(where: { !$0.hasPrefix("*") }) else { return host }
        return name
    }
}
