import Glibc
import Support

/// A password or passphrase from a file: a command's arguments are no place for it, since every user of the machine can list those.
enum PasswordFile {
    private static let longest = 1_000

    /// - Parameter file: `-` is the standard input.
    static func read(_ file: String) throws(ToolFailure) -> String {
        let name = DisplayText.safe(file), descriptor = file == "-" ? STDIN_FILENO : open(file, O_RDONLY | O_CLOEXEC | O_NOCTTY)
        guard descriptor >= 0 else { throw ToolFailure(.badInput, "The password can't be read from \(name): \(describe(errno: errno)).") }
        defer { if descriptor != STDIN_FILENO { close(descriptor) } }
        var bytes = [UInt8](repeating: 0, count: longest + 2), count = 0
        while count < bytes.count, !bytes[..<count].contains(0x0A) {
            let start = count
            let got = bytes.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress.map { $0 + start }, $0.count - start) }
            if got < 0, errno == EINTR { continue }
            guard got >= 0 else { throw ToolFailure(.badInput, "The password can't be read from \(name): \(describe(errno: errno)).") }
            if got == 0 { break }
            count += got
        }
        let line = bytes[..<count].prefix { $0 != 0x0A && $0 != 0x0D }
        guard (1...longest).contains(line.count), let text = String(validating: line, as: UTF8.self) else {
            throw ToolFailure(.badInput, "The first line of \(name) is no password of 1 to 1,000 bytes.")
        }
        return text
    }
}
