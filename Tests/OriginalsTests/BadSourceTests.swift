import Foundation
import Glibc
import Testing

@testable import Originals

@Suite("Sources that are no files") struct BadSourceTests {
    let sources: TemporaryFolder

    init() throws { sources = try TemporaryFolder() }

    private func code(_ path: BytePath) -> OriginalsError.Code? {
        do throws(OriginalsError) {
            _ = try SourceFile(opening: path)
            return nil
        } catch {
            #expect(error.message.contains(path.display), "the message names the file")
            return error.code
        }
    }

    @Test func aPipeIsRefusedWithoutWaitingForAWriter() throws {
        let path = sources.path.appending("pipe")
        #expect(path.withCString { mkfifo($0, 0o644) } == 0)
        #expect(code(path) == .notARegularFile)
    }

    @Test func devicesFoldersAndSocketsAreRefused() throws {
        #expect(code(BytePath("/dev/zero")) == .notARegularFile)
        #expect(code(sources.path) == .notARegularFile)
        let path = sources.path.appending("socket")
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        defer { close(descriptor) }
        // A socket's name holds 107 bytes, and the folder's path may be longer.
        let folder = sources.path.withCString { Glibc.open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
        defer { close(folder) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array("/proc/self/fd/\(folder)/socket".utf8)) }
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
        }
        #expect(result == 0)
        #expect(code(path) == .notARegularFile)
    }

    @Test func loopsOfLinksAndMissingFilesAreNamed() throws {
        let (a, b) = (sources.path.appending("a"), sources.path.appending("b"))
        _ = a.withCString { x in b.withCString { y in symlink(x, y) } }
        _ = b.withCString { x in a.withCString { y in symlink(x, y) } }
        #expect(code(a) == .notARegularFile)
        #expect(code(sources.path.appending("nothing")) == .missing)
    }

    @Test(.enabled(if: geteuid() != 0, "root may read everything")) func forbiddenFilesAreNamed() throws {
        let path = try sources.write([1], to: "secret")
        _ = path.withCString { chmod($0, 0) }
        #expect(code(path) == .notPermitted)
    }

    @Test(arguments: [Array("line\nbreak.jpg".utf8), [0x66, 0xFF, 0xFE, 0x2E, 0x6A], [UInt8](repeating: 0x41, count: 255)])
    func anyNameThatAFileSystemTakesIsTaken(_ name: [UInt8]) throws {
        let folder = try TemporaryFolder()
        let path = sources.path.appending(BytePath(bytes: name))
        let descriptor = path.withCString { open($0, O_WRONLY | O_CREAT | O_CLOEXEC, 0o644) }
        #expect(descriptor >= 0)
        #expect(write(descriptor, [1, 2], 2) == 2)
        close(descriptor)
        let session = try folder.store().beginSession()
        #expect(try session.stage(SourceFile(opening: path), mode: .link).size == 2)
        #expect(try session.stage(SourceFile(opening: BytePath(path.text)), mode: .copy).size == 2)
    }
}
