import Glibc

/// The token that programs prove by that they are the owner's: his own choice, from the environment or a file. A command's arguments are no place for it,
/// since every user of the machine can list those.
enum OwnerToken {
    static let variable = "PHOTOS_TOKEN"
    private static let shortest = 16
    private static let longest = 1024

    /// The token of a file, or else of the environment, which forgets it: no process started from here is to inherit it.
    /// - Throws: where it can't be read, others can read it, or it makes no token.
    static func read(file: String?) throws(ToolFailure) -> String? {
        let given = environmentValue(variable)
        unsetenv(variable)
        if let file { return try checked(try content(of: file), "The token in \(DisplayText.safe(file))" as Sentence, .badInput) }
        guard let given else { return nil }
        return try checked(given, "The token in \(variable)", .usage)
    }

    private static func content(of file: String) throws(ToolFailure) -> String {
        let name = DisplayText.safe(file)
        let descriptor = open(file, O_RDONLY | O_CLOEXEC | O_NOCTTY)
        guard descriptor >= 0 else {
            throw ToolFailure(.badInput, "The token can't be read from \(name): \(describe(errno: errno)). Name the file that holds it with --token-file.")
        }
        defer { close(descriptor) }
        var facts = stat()
        guard fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT != S_IFDIR else {
            throw ToolFailure(.badInput, "\(name) is no file. Name the file that holds the token with --token-file.")
        }
        guard facts.st_uid == geteuid() || facts.st_uid == 0 else {
            throw ToolFailure(.badInput, "\(name) belongs to another user, who knows what is in it. Write the token to a file of your own.")
        }
        guard facts.st_mode & 0o077 == 0 else {
            throw ToolFailure(.badInput, "Others can read \(name), so it keeps no secret. Run `chmod 600 \(name)`, and put another token in it if somebody may have read it.")
        }
        var bytes = [UInt8](repeating: 0, count: longest + 2), count = 0
        while count < bytes.count {
            let got = bytes.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress! + count, $0.count - count) }
            if got < 0, errno == EINTR { continue }
            guard got >= 0 else { throw ToolFailure(.badInput, "The token can't be read from \(name): \(describe(errno: errno)).") }
            if got == 0 { break }
            count += got
        }
        while count > 0, bytes[count - 1] == 0x0A || bytes[count - 1] == 0x0D { count -= 1 }
        return String(decoding: bytes[..<count], as: UTF8.self)
    }

    private static func checked(_ token: String, _ what: Sentence, _ status: ToolFailure.Status) throws(ToolFailure) -> String {
        let isPlain = token.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"&#%+\"\\;,".utf8.contains($0) }
        guard isPlain, (shortest...longest).contains(token.utf8.count) else {
            throw ToolFailure(
                status,
                "\(what) must be one line of \(shortest) to \(longest) letters, digits or other characters that an address may hold. "
                    + "`openssl rand -hex 16` makes a good one.")
        }
        return token
    }
}
