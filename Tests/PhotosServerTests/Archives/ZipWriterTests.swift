import Foundation
import Glibc
import Imaging
import Testing
@testable import PhotosServer

/// The archive's bytes, and what programs that others wrote make of them.
@Suite struct ZipWriterTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "photos-zip-\(UUID().uuidString)")

    /// What a program says of a file, and its status; `nil` where it isn't installed.
    static func run(_ program: String, _ arguments: String..., zone: String = "UTC") async throws -> (status: Int32, output: String)? {
        guard access("/usr/bin/\(program)", X_OK) == 0 else {
            print("No \(program): not tested with it.")
            return nil
        }
        let process = Process(), pipe = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/\(program)")
        process.arguments = arguments
        process.environment = ["TZ": zone, "LANG": "C.UTF-8", "PATH": "/usr/bin:/bin"]
        (process.standardOutput, process.standardError) = (pipe, pipe)
        try process.run()
        let data = try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Data, any Error>) in
            Thread.detachNewThread { continuation.resume(with: Result { try pipe.fileHandleForReading.readToEnd() ?? Data() }) }
        }
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: data, as: UTF8.self))
    }

    /// Fails where a program that is installed finds anything wrong with an archive.
    static func check(_ file: URL) async throws {
        if let unzip = try await run("unzip", "-tq", file.path) { #expect(unzip.status == 0, "\(unzip.output)") }
        if let python = try await run("python3", "-m", "zipfile", "-t", file.path) {
            #expect(python.status == 0 && !python.output.contains("corrupted"), "\(python.output)")
        }
        if let tar = try await run("bsdtar", "-tf", file.path) { #expect(tar.status == 0, "\(tar.output)") }
    }

    private func archive(_ entries: [(name: String, bytes: [UInt8], modified: Double, isSound: Bool)], gap: Int = 0) throws -> URL {
        var zip = ZipWriter(zone: .gmt), data = Data()
        for entry in entries {
            data += zip.begin(.init(name: entry.name, size: Int64(entry.bytes.count), modified: entry.modified))
            data += entry.bytes
            entry.bytes.withUnsafeBytes { zip.add($0) }
            data += zip.end(isSound: entry.isSound)
        }
        data += Data(count: gap)
        zip.pass(Int64(gap))
        let length = zip.endLength(isLong: false), end = zip.finish(isLong: false)
        #expect(end.count == length)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let file = folder.appending(path: "archive.zip")
        try (data + end).write(to: file)
        return file
    }

    @Test func `other programs read names, dates and bytes, and not what was left out`() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = try archive(
            [
                ("IMG_1.JPG", Array("first".utf8), 1_560_000_001, true), ("Grüße 北京 📷.txt", Array("second".utf8), 946_684_800, true),
                ("broken.bin", Array("wrong".utf8), 0, false), ("empty", [], -86_400, true),
            ], gap: 5_000)
        try await Self.check(file)
        let script = """
            import sys, zipfile
            z = zipfile.ZipFile(sys.argv[1])
            for i in z.infolist(): print(i.filename, i.date_time, z.read(i), i.compress_type, oct(i.external_attr >> 16))
            """
        guard let python = try await Self.run("python3", "-c", script, file.path) else { return }
        #expect(
            python.output == """
                IMG_1.JPG (2019, 6, 8, 13, 20, 0) b'first' 0 0o100644
                Grüße 北京 📷.txt (2000, 1, 1, 0, 0, 0) b'second' 0 0o100644
                empty (1980, 1, 1, 0, 0, 0) b'' 0 0o100644

                """)
        // Unpacked by somebody else's clock the moment is the same.
        let there = folder.appending(path: "there")
        guard try await Self.run("unzip", "-q", file.path, "-d", there.path, zone: "Asia/Tokyo") != nil else { return }
        var status = stat()
        #expect(stat(there.appending(path: "IMG_1.JPG").path, &status) == 0 && status.st_mtim.tv_sec == 1_560_000_001)
    }

    @Test func `a checksum is the known one`() {
        var zip = ZipWriter(zone: .gmt)
        _ = zip.begin(.init(name: "a", size: 9, modified: 0))
        Array("123456789".utf8).withUnsafeBytes { zip.add($0) }
        // The check value of CRC-32, as every catalogue of them has it.
        #expect(Array(zip.end()[4..<8]) == [0x26, 0x39, 0xF4, 0xCB])
    }

    /// More than 4 GiB in one file, and more than 65,535 files: nothing of it is real data.
    @Test func `what needs 64 bits is read by other programs too`() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let path = folder.appending(path: "large.zip"), size: Int64 = 4 << 30 + 5
        let descriptor = open(path.path, O_RDWR | O_CREAT | O_EXCL, 0o600)
        try #require(descriptor >= 0)
        defer { close(descriptor) }
        var zip = ZipWriter(zone: .gmt)
        func write(_ bytes: [UInt8], endingAt end: Int64) { #expect(pwrite(descriptor, bytes, bytes.count, off_t(end) - off_t(bytes.count)) == bytes.count) }
        write(zip.begin(.init(name: "film.mov", size: size, modified: 1_560_000_000)), endingAt: zip.position)
        // A hole in the file is zeros.
        let zeros = [UInt8](repeating: 0, count: 16 << 20)
        var rest = size
        while rest > 0 {
            let count = Int(min(rest, Int64(zeros.count)))
            zeros[..<count].withUnsafeBytes { zip.add($0) }
            rest -= Int64(count)
        }
        write(zip.end(), endingAt: zip.position)
        for number in 0..<66_000 { write(zip.file("\(number)", [7], modified: 1_560_000_000), endingAt: zip.position) }
        #expect(ZipWriter.isLong(files: zip.count, bytes: zip.position))
        let start = zip.position, length = zip.endLength(isLong: true), end = zip.finish(isLong: true)
        #expect(Int64(end.count) == length)
        write(end, endingAt: start + length)
        let script = """
            import sys, zipfile
            z = zipfile.ZipFile(sys.argv[1])
            names = z.infolist()
            print(len(names), names[0].filename, names[0].file_size, hex(names[0].CRC), z.read("65999"), z.read("0"))
            """
        // Zeros of this length, by zlib.
        if let python = try await Self.run("python3", "-c", script, path.path) { #expect(python.output == "66001 film.mov \(size) 0xb1c2a1a3 b'\\x07' b'\\x07'\n") }
        // Its checksum of the large file, and its directory of all of them.
        if let unzip = try await Self.run("unzip", "-tq", path.path, "film.mov", "65999") { #expect(unzip.status == 0, "\(unzip.output)") }
        if let tar = try await Self.run("bsdtar", "-tf", path.path) { #expect(tar.status == 0 && tar.output.split(separator: "\n").count == 66_001) }
    }
}

@Suite struct ArchiveNamesTests {
    @Test func `names are one whatever their case, and safe on Windows`() {
        var names = ArchiveNames(reserved: ["Left out.txt"])
        #expect(names.names(for: ["IMG_1.HEIC", "IMG_1.MOV"]) == ["IMG_1.HEIC", "IMG_1.MOV"])
        #expect(names.names(for: ["img_1.heic", "img_1.mov"]) == ["img_1 (1).heic", "img_1 (1).mov"])
        #expect(names.names(for: ["IMG_1.MOV"]) == ["IMG_1 (2).MOV"])
        #expect(names.names(for: ["left OUT.txt"]) == ["left OUT (1).txt"])
        // Composed and decomposed are one name to macOS.
        #expect(names.names(for: ["Gru\u{308}n.jpg"]) == ["Gru\u{308}n.jpg"])
        #expect(names.names(for: ["Gr\u{FC}n.jpg"]) == ["Gr\u{FC}n (1).jpg"])
        #expect(names.names(for: ["a/b\\c:d*e?f\"g<h>i|j.jpg"]) == ["a_b_c_d_e_f_g_h_i_j.jpg"])
        #expect(names.names(for: ["..", "x\u{7}\n.jpg"]) == ["file", "x__.jpg"])
        #expect(names.names(for: ["con.jpg"]) == ["_con.jpg"])
        #expect(names.names(for: ["LPT9"]) == ["_LPT9"])
        #expect(names.names(for: ["trailing. . "]) == ["trailing"])
        #expect(names.names(for: ["same.jpg", "SAME.jpg"]) == ["same.jpg", "SAME (1).jpg"])
        let long = names.names(for: [String(repeating: "ü", count: 200) + ".jpeg"])[0]
        #expect(long.utf8.count <= 240 && long.hasSuffix("ü.jpeg"))
    }

    @Test func `ten thousand files of one name get ten thousand names`() {
        var names = ArchiveNames()
        let all = (0..<10_000).map { _ in names.names(for: ["IMG_0001.JPG"])[0] }
        #expect(Set(all).count == 10_000 && all.last == "IMG_0001 (9999).JPG")
    }
}
