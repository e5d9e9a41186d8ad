import Foundation
import Glibc

/// The file system of Tests/PowerCuts/forgetful.py, mounted: it can say what a power cut would leave, and fail on demand.
final class ForgetfulDisk {
    let folder: URL
    private let process = Process()
    private let orders = Pipe(), answers = Pipe()
    private var rest = Data()

    static let absence = "a FUSE file system can't be mounted here: that needs root, /dev/fuse and what Scripts/debian-packages check installs"

    static let isPermitted: Bool = {
        guard access("/dev/fuse", R_OK | W_OK) == 0 else { return false }
        let folder = FileManager.default.temporaryDirectory.appending(path: "forgetful-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        guard let disk = try? ForgetfulDisk(at: folder) else { return false }
        disk.unmount()
        return true
    }()

    init(at folder: URL) throws {
        self.folder = folder
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        // Debian's own Python: its module is installed for no other.
        process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
        let script = URL(fileURLWithPath: #filePath).appending(path: "../../../PowerCuts/forgetful.py").standardizedFileURL
        process.arguments = [script.path, folder.path]
        (process.standardInput, process.standardOutput) = (orders, answers)
        process.standardError = FileHandle.nullDevice
        try process.run()
        guard line() == "mounted" else {
            process.terminate()
            throw CocoaError(.fileWriteNoPermission, userInfo: [NSLocalizedDescriptionKey: Self.absence])
        }
    }

    /// How often it was changed so far.
    func mark() throws -> Int { try number("mark") }

    /// Makes the folder what a power cut before that change leaves; the seed decides over what was not synced.
    func image(before change: Int, seed: UInt64, at folder: URL) throws {
        guard try ask("image \(change) \(seed) \(folder.path)") == "made" else { throw CocoaError(.fileWriteUnknown) }
    }

    /// From the nth change from now on every one fails with EIO; 0 ends that.
    /// - Returns: how many failed since the last such order.
    @discardableResult
    func fail(from change: Int) throws -> Int { try number("fail \(change)") }

    func unmount() {
        try? orders.fileHandleForWriting.write(contentsOf: Data("quit\n".utf8))
        try? orders.fileHandleForWriting.close()
        process.waitUntilExit()
        _ = try? Tool.run("umount", ["-l", folder.path])
    }

    private func number(_ order: String) throws -> Int {
        guard let number = Int(try ask(order)) else { throw CocoaError(.fileReadUnknown) }
        return number
    }

    private func ask(_ order: String) throws -> String {
        try orders.fileHandleForWriting.write(contentsOf: Data((order + "\n").utf8))
        guard let line = line() else { throw CocoaError(.fileReadUnknown, userInfo: [NSLocalizedDescriptionKey: "the file system has ended"]) }
        return line
    }

    /// - Returns: `nil` where the process has ended.
    private func line() -> String? {
        while true {
            if let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                defer { rest = Data(rest[(end + 1)...]) }
                return String(decoding: rest[..<end], as: UTF8.self)
            }
            let piece = answers.fileHandleForReading.availableData
            guard !piece.isEmpty else { return nil }
            rest += piece
        }
    }
}
