import Metadata
import Pixels
import Testing

@testable import Codecs

/// Pictures of which only the facts are read, and what is known of them without a decode.
@Suite struct PostponedTests {
    private let codec = Codec()

    private func examine(_ bytes: [UInt8], _ name: String = "a.jpg", from pixels: Int = 1) throws -> Examination {
        var options = ExamineOptions()
        options.postponesFrom = pixels
        return try codec.examine(bytes, name, options)
    }

    private func files() throws -> [(name: String, bytes: [UInt8])] {
        let image = Quadrants.image(320, 240)
        return [("a.jpg", try codec.jpeg(image)), ("a.png", try codec.encode(image, as: .png).bytes)]
    }

    @Test func ofAWholePictureTheFactsAreThoseOfEveryExamination() throws {
        for (name, bytes) in try files() {
            let later = try examine(bytes, name), now = try codec.examine(bytes, name)
            #expect(later.isPostponed && later.preview == nil && later.thumbnail == nil && later.quarters == nil, "\(name)")
            #expect(later.facts == now.facts && !now.isPostponed, "\(name)")
        }
    }

    @Test func aSmallPictureIsMadeAtOnce() throws {
        let bytes = try codec.jpeg(Quadrants.image(320, 240))
        #expect(try examine(bytes, from: 320 * 240).isPostponed)
        let made = try examine(bytes, from: 320 * 240 + 1)
        #expect(!made.isPostponed && made.thumbnail != nil)
        var facts = ExamineOptions.factsOnly
        facts.postponesFrom = 1
        #expect(try !codec.examine(bytes, "a.jpg", facts).isPostponed, "there is nothing to be left where nothing is wanted")
    }

    /// Whatever camera or program has put something behind the picture.
    @Test func whatLiesBehindTheEndIsNoDamage() throws {
        for tail in [[0], Array("movie".utf8), [UInt8](repeating: 0, count: 4096), [0xD9], [0xFF]] {
            #expect(try examine(codec.jpeg(Quadrants.image(320, 240)) + tail).isPostponed, "\(tail.count) bytes")
        }
    }

    @Test func aPictureThatIsCutOffIsLookedAtAtOnce() throws {
        for (name, bytes) in try files() {
            for length in [bytes.count - 2, bytes.count * 6 / 10] {
                let cut = Array(bytes[..<length])
                guard let made = try? examine(cut, name) else { continue }
                #expect(!made.isPostponed, "\(name) of \(length) bytes")
                // A tail of zeros is what a copy leaves that was never finished.
                guard let filled = try? examine(cut + [UInt8](repeating: 0, count: 5000), name) else { continue }
                #expect(!filled.isPostponed, "\(name) of \(length) bytes and zeros")
            }
        }
    }

    /// The end of the small picture that a file carries is not its own.
    @Test func theEndOfTheCarriedPictureIsNoEnd() throws {
        let whole = try carrying(orientation: 1)
        #expect(try examine(whole).isPostponed)
        #expect(try !examine(Array(whole[..<(whole.count * 8 / 10)])).isPostponed)
    }

    @Test(arguments: 1...8) func coloursAreThoseOfTheCarriedPictureUpright(orientation: Int) throws {
        let later = try examine(try carrying(orientation: orientation))
        #expect(later.facts.embeddedThumbnail != nil && later.isPostponed)
        Quadrants.expectUpright(try #require(later.quarters), tolerance: 12)
    }

    @Test func aBrokenCarriedPictureHasNoColours() throws {
        let later = try examine(try carrying(orientation: 1) { Array($0.prefix(60)) + [UInt8](repeating: 7, count: 40) })
        #expect(later.isPostponed && later.quarters == nil)
    }

    /// A JPEG with a small one in its EXIF block.
    private func carrying(orientation: Int, _ change: ([UInt8]) -> [UInt8] = { $0 }) throws -> [UInt8] {
        let picture = try codec.jpeg(Quadrants.stored(640, 480, orientation: orientation)), small = change(try codec.jpeg(Quadrants.stored(160, 120, orientation: orientation)))
        func number(_ value: Int, _ bytes: Int) -> [UInt8] { (0..<bytes).reversed().map { UInt8(value >> (8 * $0) & 255) } }
        func entry(_ tag: Int, _ type: Int, _ value: [UInt8]) -> [UInt8] { number(tag, 2) + number(type, 2) + number(1, 4) + value }
        let main = number(1, 2) + entry(0x0112, 3, number(orientation, 2) + [0, 0]) + number(26, 4)
        let carried =
            number(3, 2) + entry(0x0103, 3, number(6, 2) + [0, 0]) + entry(0x0201, 4, number(68, 4)) + entry(0x0202, 4, number(small.count, 4)) + number(0, 4)
        let block = Array("Exif\0\0MM\0\u{2A}".utf8) + number(8, 4) + main + carried + small
        #expect(8 + main.count == 26 && 26 + carried.count == 68)
        return [0xFF, 0xD8, 0xFF, 0xE1] + number(block.count + 2, 2) + block + picture.dropFirst(2)
    }
}
