import Foundation
import Pixels
import Testing

@testable import Codecs

private let samplesFolder = ProcessInfo.processInfo.environment["PHOTOS_SAMPLES"].map { URL(fileURLWithPath: $0) }

/// Real cameras' files, where `PHOTOS_SAMPLES` names a folder of them.
@Suite(.enabled(if: samplesFolder != nil, "PHOTOS_SAMPLES is not set"))
struct SampleTests {
    private let codec = Codec()

    /// Smaller than the importer's: unoptimised test builds resize slowly, and turning does not depend on the size.
    private let options: ExamineOptions = {
        var options = ExamineOptions()
        options.previewSide = 480
        return options
    }()

    private func files(in name: String) throws -> [URL] {
        let folder = try #require(samplesFolder).appendingPathComponent(name)
        return try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil).sorted { $0.path < $1.path }
    }

    @Test(arguments: ["Landscape", "Portrait"]) func allOrientationsOfAPictureLookTheSame(name: String) throws {
        let files = try files(in: "orientation").filter { $0.lastPathComponent.hasPrefix(name) }
        #expect(files.count == 9)
        var first: [PixelImage] = []
        for file in files {
            let bytes = Array(try Data(contentsOf: file))
            let examined = try codec.examine(bytes, file.lastPathComponent, options)
            let preview = try #require(examined.preview), thumbnail = try #require(examined.thumbnail)
            #expect((preview.width > preview.height) == (name == "Landscape"))
            #expect(max(preview.width, preview.height) == 480 && max(thumbnail.width, thumbnail.height) == 256)
            let renditions = try [preview.bytes, thumbnail.bytes, bytes].map { try codec.render($0, RenderRequest(90, 90)) }
            if first.isEmpty { first = renditions }
            for (image, reference) in zip(renditions, first) {
                try #require(image.pixels.count == reference.pixels.count)
                let difference = zip(image.pixels, reference.pixels).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
                // The files differ in the digit that is written on them.
                #expect(Double(difference) / Double(image.pixels.count) < 2.5, "\(file.lastPathComponent)")
            }
        }
    }

    @Test func iPhonePicturesAreShown() throws {
        for file in try files(in: "iphone") where ["heic", "jpg", "jpeg", "png", "mov"].contains(file.pathExtension.lowercased()) {
            let bytes = Array(try Data(contentsOf: file))
            if file.lastPathComponent == "badimage.jpeg" {
                #expect(throws: CodecError.self) { try codec.examine(bytes, "badimage.jpeg") }
                continue
            }
            let examined = try codec.examine(bytes, file.lastPathComponent, options)
            let preview = try #require(examined.preview, "\(file.lastPathComponent)"), upright = examined.facts.uprightSize
            #expect(examined.facts.damage == nil)
            let shape = Double(preview.width) / Double(preview.height) * Double(upright.height) / Double(upright.width)
            #expect(abs(shape - 1) < 0.01, "\(file.lastPathComponent): \(preview.width) × \(preview.height) of \(upright)")
            guard file.pathExtension.lowercased() == "heic" else { continue }
            // The embedded thumbnail and the whole picture must show the same.
            var request = RenderRequest(120, 120)
            let quick = try codec.render(bytes, request)
            request.allowsEmbeddedPreview = false
            let full = try codec.render(bytes, request)
            try #require(quick.width == full.width && quick.height == full.height)
            let difference = zip(quick.pixels, full.pixels).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
            #expect(Double(difference) / Double(full.pixels.count) < 4, "\(file.lastPathComponent)")
        }
    }

    @Test func camerasPicturesAreShown() throws {
        for file in try files(in: "cameras") {
            let examined = try codec.examine(Array(try Data(contentsOf: file)), file.lastPathComponent, options)
            #expect(examined.preview != nil && examined.thumbnail != nil)
            #expect((examined.facts.damage != nil) == (file.lastPathComponent == "corrupted.jpg"), "\(file.lastPathComponent): \(examined.facts.damage ?? "")")
        }
    }
}
