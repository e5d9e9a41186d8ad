import Pixels
import TestSupport
import Testing

@testable import Codecs

@Suite struct DamageTests {
    private let codec = Codec()

    @Test func aTruncatedJPEGShowsWhatIsThere() throws {
        let file = try codec.jpeg(Quadrants.image(640, 480))
        let cut = Array(file[..<(file.count * 6 / 10)])
        let examined = try codec.examine(cut, "cut.jpg")
        #expect(examined.facts.damage != nil)
        let preview = try codec.render(try #require(examined.preview).bytes)
        let seen = preview.color(0.25, 0.1)
        #expect(abs(seen.red - Quadrants.topLeft.red) < 8)
        #expect(examined.thumbnail != nil)
        #expect(try codec.render(cut).damage != nil)
        #expect(try codec.examine(file).facts.damage == nil)
    }

    @Test func aTruncatedPNGShowsWhatIsThere() throws {
        let source = Quadrants.source(300, 200)
        let file = FileBuilder.png(300, 200, depth: 8, .rgb, rows: (0..<200).map { Array(source.rgb[$0 * 900..<($0 + 1) * 900]) })
        let cut = Array(file[..<(file.count * 6 / 10)])
        let image = try codec.render(cut, RenderRequest(150, 150))
        #expect(image.damage != nil)
        let seen = image.color(0.25, 0.2)
        #expect(abs(seen.red - Quadrants.topLeft.red) < 8)
    }

    @Test func whatCannotBeShownSaysWhy() throws {
        let jpeg = try codec.jpeg(Quadrants.image(64, 48)), png = try codec.encode(Quadrants.image(64, 48), as: .png).bytes
        for (name, bytes) in [("empty", []), ("three", [0xFF, 0xD8, 0xFF]), ("header.jpg", Array(jpeg[..<40])), ("header.png", Array(png[..<20])), ("text", Array("hello".utf8))] {
            let error = #expect(throws: CodecError.self) { try codec.examine(bytes, name) }
            #expect(error?.message.contains(name) == true, "\(String(describing: error))")
        }
    }

    @Test func noMutationOfAFileDoesMoreThanFail() throws {
        var numbers = LinearRandom(state: 42)
        func random() -> Int { Int(numbers.next() >> 33) }
        var files = WarmUp.samples.map(\.bytes)
        files.append(FileBuilder.dng(Quadrants.source(64, 48), orientation: 6))
        files.append(FileBuilder.tiff(Quadrants.source(64, 48), orientation: 6))
        files.append(FileBuilder.movie([try codec.jpeg(Quadrants.image(64, 48))], width: 64, height: 48, rotation: 90))
        var limits = DecodingLimits()
        limits.pixels = 1 << 20
        let bounded = Codec(limits: limits)
        var shown = 0
        for file in files {
            for _ in 0..<25 {
                var bytes = file
                for _ in 0...random() % 4 { bytes[random() % bytes.count] = UInt8(truncatingIfNeeded: random()) }
                if random() % 4 == 0 { bytes.removeLast(random() % bytes.count) }
                do {
                    let examined = try bounded.examine(bytes, "mutant")
                    if examined.preview != nil { shown += 1 }
                } catch is CodecError {}
            }
        }
        #expect(shown > files.count)
    }
}
