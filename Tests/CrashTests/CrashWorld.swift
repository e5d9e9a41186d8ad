import Codecs
import Foundation
import Pixels
import Support
import TestSupport
import Testing

/// A folder of pictures and the libraries they are imported into.
struct CrashWorld {
    let folder: URL
    let source: URL
    let pictureCount = 10
    let bulkyCount = 28

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "crash-\(UUID().uuidString)")
        source = folder.appending(path: "source")
        try FileManager.default.createDirectory(at: source, withIntermediateDirectories: true)
        for index in 0..<pictureCount {
            try Picture.jpeg(width: 160 + index, height: 120, seed: UInt64(index)).write(to: source.appending(path: "IMG_\(index).jpg"))
        }
    }

    func remove() { try? FileManager.default.removeItem(at: folder) }

    func library(_ round: Int) -> URL { folder.appending(path: "Round\(round).photolibrary") }

    /// Incompressible pictures of about half a megabyte each.
    func makeBulkySource(megabytes: Int) throws -> URL {
        let bulky = folder.appending(path: "bulky")
        try FileManager.default.createDirectory(at: bulky, withIntermediateDirectories: true)
        let side = Int((Double(megabytes) * 1_000_000 / Double(bulkyCount) / 1.1).squareRoot())
        for index in 0..<bulkyCount {
            try Picture.jpeg(width: side, height: side, seed: 1000 + UInt64(index), quality: 95).write(to: bulky.appending(path: "BIG_\(index).jpg"))
        }
        return bulky
    }

    /// Name, size, modification time and content of every source file.
    func sourceDigest() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: source.path).sorted().map { name in
            let url = source.appending(path: name)
            let attributes = try FileManager.default.attributesOfItem(atPath: url.path)
            let bytes = try Data(contentsOf: url)
            return "\(name) \(attributes[.modificationDate] ?? "") \(bytes.count) \(bytes.fnv1a())"
        }
    }

    /// Every call that changes the disk in an undisturbed import, so that moments are spread over the whole of it.
    func momentsOfAnUndisturbedImport() throws -> [KillSwitch.Moment] {
        let counts = try KillSwitch.count(importing(into: folder.appending(path: "Counted.photolibrary")), in: folder)
        return counts.sorted { $0.key < $1.key }.flatMap { call, count in (0..<count).map { KillSwitch.Moment(call: call, number: $0 + 1) } }
    }

    func importing(into library: URL) -> [String] { ["--library", library.path, "import", source.path, "--json"] }

    /// Nothing is missing, damaged or unknown, and every picture is there once. What is made of originals and catalogue, such as a thumbnail, may be torn,
    /// since nobody waits for it to reach the disk: then it is found, and a repair leaves nothing to find.
    func expectSound(_ library: URL, _ label: String, pictures: Int? = nil) throws {
        var verified = try Tool.photos(["--library", library.path, "verify", "--json"])
        if verified.status == 1, Self.problems(verified.output) == ["derived"] {
            _ = try Tool.photos(["--library", library.path, "verify", "--repair"])
            verified = try Tool.photos(["--library", library.path, "verify", "--json"])
        }
        #expect(verified.status == 0, "\(label): verify says \(verified.output) \(verified.errors)")
        guard let pictures else { return }
        #expect(verified.output.contains("\"checked\":\(pictures),"), "\(label): \(pictures) pictures, and verify says \(verified.output)")
    }

    private static func problems(_ output: String) -> Set<String> {
        struct Report: Decodable {
            struct Finding: Decodable { let problem: String }
            let findings: [Finding]
        }
        return Set((try? JSONDecoder().decode(Report.self, from: Data(output.utf8)))?.findings.map(\.problem) ?? [])
    }

    /// The library is sound (or was not begun), and importing again completes it.
    func expectWhole(_ library: URL, _ label: String) throws {
        if FileManager.default.fileExists(atPath: library.appending(path: "library.json").path) {
            try expectSound(library, label)
        }
        let again = try Tool.photos(importing(into: library))
        #expect(again.status == 0, "\(label): the next import says \(again.output) \(again.errors)")
        try expectSound(library, label + ", completed", pictures: pictureCount)
    }
}

/// Pictures with content of their own for every seed.
enum Picture {
    /// Of one grey, which takes no time to make.
    static func plain(width: Int, height: Int, grey: UInt8) throws -> Data {
        let image = PixelImage(width: width, height: height, bytesPerRow: width * 4, pixels: [UInt8](repeating: grey, count: width * height * 4), hasAlpha: false)
        return Data(try Codec().encode(image, as: .jpeg(quality: 80)).bytes)
    }

    static func jpeg(width: Int, height: Int, seed: UInt64, quality: Int = 80) throws -> Data {
        var generator = SeededRandom(seed: seed)
        var pixels = [UInt8](repeating: 255, count: width * height * 4)
        for index in stride(from: 0, to: pixels.count, by: 4) {
            let noise = generator.next()
            pixels[index] = UInt8(truncatingIfNeeded: noise)
            pixels[index + 1] = UInt8(truncatingIfNeeded: noise >> 8)
            pixels[index + 2] = UInt8(truncatingIfNeeded: noise >> 16)
        }
        let image = PixelImage(width: width, height: height, bytesPerRow: width * 4, pixels: pixels, hasAlpha: false)
        return Data(try Codec().encode(image, as: .jpeg(quality: quality)).bytes)
    }
}
