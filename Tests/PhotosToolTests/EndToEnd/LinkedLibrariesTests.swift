import Foundation
import Testing

/// Decoders live in the decoder: no other program has them in its address space, nor waits for them to be loaded.
@Suite struct LinkedLibrariesTests {
    private static let codecs = ["turbojpeg", "vips", "heif", "raw", "exiv2", "avformat", "avcodec", "avutil", "swscale", "lcms2"]

    /// What the system loads for a program that lies beside the tests, the libraries of its libraries included: `vips` for `libvips.so.42`.
    private static func libraries(of program: String) throws -> Set<String> {
        let file = Tool.executable.deletingLastPathComponent().appending(path: program)
        let output = Pipe(), process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/ldd")
        process.arguments = [file.path]
        process.standardOutput = output
        try process.run()
        let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        try #require(process.terminationStatus == 0, "\(program): \(text)")
        return Set(text.matches(of: /\blib([A-Za-z0-9+_]+?)(?:_r|-[0-9.]+)?\.so/).map { String($0.1) })
    }

    @Test(arguments: ["photos", "photos-first-fetch"]) func programsLinkNoCodec(_ program: String) throws {
        let libraries = try Self.libraries(of: program)
        #expect(libraries.contains("sqlite3"), "\(libraries.sorted())")
        #expect(libraries.intersection(Self.codecs) == [], "\(program)")
    }

    /// So it is seen that the names are the libraries'.
    @Test func theDecoderLinksThemAll() throws {
        #expect(Set(Self.codecs).subtracting(try Self.libraries(of: "photo-decoder")) == [])
    }
}
