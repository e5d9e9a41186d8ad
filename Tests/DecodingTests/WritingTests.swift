import Decoding
import Glibc
import Metadata
import Pixels
import TestSupport
import Testing

/// Copies with other metadata: a worker writes them, and its parent believes none of it.
@Suite struct WritingTests {
    private static let file = Array(
        [0xFF, 0xD8, 0xFF, 0xE1, 0, 4, 7, 7, 0xFF, 0xC0, 0, 17, 8, 0, 48, 0, 64, 3, 1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1, 0xFF, 0xDA, 0, 4, 1, 2, 9, 8, 7, 0xFF, 0xD9] as [UInt8])

    private func write(_ name: String, _ metadata: WrittenMetadata = WrittenMetadata(), _ file: [UInt8] = Self.file, by pool: DecoderPool) throws -> [UInt8] {
        let descriptor = FaultyPool.file(file)
        defer { close(descriptor) }
        return try pool.write(metadata, into: MediaSource(descriptor: descriptor, name: name))
    }

    @Test(arguments: [("other-picture", CodecError.Code.workerFailed), ("no-picture", .workerFailed), ("too-many-bytes", .tooLarge)])
    func aWorkerThatWritesAnotherPictureIsNotBelieved(_ name: String, _ code: CodecError.Code) throws {
        let pool = try FaultyPool.make()
        defer { pool.close() }
        #expect(try write("fine", by: pool) == Self.file)
        let error = #expect(throws: CodecError.self) { try write(name, by: pool) }
        #expect(error?.code == code)
        #expect(try write("fine", by: pool) == Self.file)
    }

    @Test func aMaskOfAnotherFileIsNotBelieved() throws {
        let pool = try FaultyPool.make(), descriptor = FaultyPool.file(Self.file)
        defer {
            pool.close()
            close(descriptor)
        }
        func parts(_ name: String) throws -> [PlaceMask.Part] { try pool.placeMask(of: MediaSource(descriptor: descriptor, name: name)).parts }
        let fine: [PlaceMask.Part] = [.init(range: 1..<2, fill: .spaces), .init(range: 3..<5, fill: .bytes([7, 8]))]
        #expect(try parts("fine") == fine)
        let error = #expect(throws: CodecError.self) { try parts("far-mask") }
        #expect(error?.code == .workerFailed)
        #expect(try parts("fine") == fine)
    }

    /// What is written of a movie stands behind it.
    @Test func aMovieWhoseBytesChangeIsNotBelieved() throws {
        func box(_ kind: String, _ body: [UInt8]) -> [UInt8] { [0, 0, 0, UInt8(body.count + 8)] + Array(kind.utf8) + body }
        let movie = box("ftyp", Array("qt  ".utf8)) + box("moov", box("mvhd", [UInt8](repeating: 0, count: 100))) + box("mdat", [1, 2, 3])
        let pool = try FaultyPool.make()
        defer { pool.close() }
        #expect(try write("fine", WrittenMetadata(), movie, by: pool) == movie)
        for name in ["other-picture", "no-picture"] {
            let error = #expect(throws: CodecError.self) { try write(name, WrittenMetadata(), movie, by: pool) }
            #expect(error?.code == .workerFailed)
        }
    }

    private static let heic: [UInt8] = {
        func box(_ kind: String, _ body: [UInt8]) -> [UInt8] { [0, 0, 0, UInt8(body.count + 8)] + Array(kind.utf8) + body }
        func entry(_ item: UInt8, _ kind: String) -> [UInt8] { box("infe", [2, 0, 0, 0, 0, item, 0, 0] + Array(kind.utf8) + [0]) }
        let exif: [UInt8] = [0, 0, 0, 0, 0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0], head = box("ftyp", Array("heic".utf8) + [0, 0, 0, 0] + Array("mif1heic".utf8))
        func meta(_ data: UInt8) -> [UInt8] {
            func place(_ item: UInt8, _ offset: UInt8, _ count: UInt8) -> [UInt8] { [0, item, 0, 0, 0, 1, 0, 0, 0, offset, 0, 0, 0, count] }
            let places = place(1, data + UInt8(exif.count), 4) + place(2, data, UInt8(exif.count))
            return box(
                "meta",
                [0, 0, 0, 0] + box("pitm", [0, 0, 0, 0, 0, 1]) + box("iinf", [0, 0, 0, 0, 0, 2] + entry(1, "hvc1") + entry(2, "Exif"))
                    + box("iref", [0, 0, 0, 0] + box("cdsc", [0, 2, 0, 1, 0, 1])) + box("iloc", [0, 0, 0, 0, 0x44, 0, 0, 2] + places))
        }
        return head + meta(UInt8(head.count + meta(0).count + 8)) + box("mdat", exif + [1, 2, 3, 4])
    }()

    /// Of a HEIC nothing changes but its metadata and where they are.
    @Test func aHEICWhosePicturesBytesChangeIsNotBelieved() throws {
        let pool = try FaultyPool.make()
        defer { pool.close() }
        #expect(Self.heic.withUnsafeBytes { HEIFTags($0) } != nil)
        #expect(try write("fine", WrittenMetadata(), Self.heic, by: pool) == Self.heic)
        for name in ["other-picture", "no-picture"] {
            let error = #expect(throws: CodecError.self) { try write(name, WrittenMetadata(), Self.heic, by: pool) }
            #expect(error?.code == .workerFailed)
        }
    }

    /// Behind a motion photo's picture may be a box of data more; then comes its movie as it was, and a trailer that says where it begins now.
    @Test func aHEICsMovieIsMovedAsItIsOrNotBelieved() throws {
        let pool = try FaultyPool.make(), movie = Array("the movie".utf8), data = MotionPhotoKind.box("mdat", [5, 6, 7])
        defer { pool.close() }
        func said(_ bytes: [UInt8], of file: [UInt8]) throws -> [UInt8] {
            var letters = String.UnicodeScalarView(), metadata = WrittenMetadata()
            letters.append(contentsOf: bytes.map { Unicode.Scalar($0) })
            metadata.caption = String(letters)
            return try write("caption", metadata, file, by: pool)
        }
        for kind in [MotionPhotoKind.pixelHEIC, .galaxyS22, .galaxyS23] {
            // Where the picture is longer, the kind says another place of the movie.
            let file = kind.file(picture: Self.heic, movie: movie), longer = kind.file(picture: Self.heic + data, movie: movie)
            #expect(try said(file, of: file) == file && said(longer, of: file) == longer, "\(kind)")
            let moved = Array(longer[(Self.heic.count + data.count)...])
            var lies: [[UInt8]] = [file + data, Self.heic + data, Array(longer.dropLast()), longer + [0]]
            lies.append(Self.heic + MotionPhotoKind.box("free", [5, 6, 7]) + moved)
            lies.append(kind.file(picture: Self.heic + data, movie: Array("the Movie".utf8)))
            if kind != .pixelHEIC { lies.append(Self.heic + data + Array(file[Self.heic.count...])) }
            for (number, lie) in lies.enumerated() {
                let error = #expect(throws: CodecError.self, "\(kind) \(number)") { try said(lie, of: file) }
                #expect(error?.code == .workerFailed)
            }
        }
    }

    @Test func moreThanAMegabyteOfTextIsRefused() throws {
        let pool = try FaultyPool.make()
        defer { pool.close() }
        var metadata = WrittenMetadata()
        metadata.caption = String(repeating: "x", count: 2 << 20)
        let error = #expect(throws: CodecError.self) { try write("fine", metadata, by: pool) }
        #expect(error?.code == .tooLarge)
    }

    @Test(.enabled(if: FaultyPool.realProgram != nil, "photo-decoder is not beside the tests")) func theRealWorkerWritesBehindItsLocks() throws {
        let pool = try FaultyPool.make(program: FaultyPool.realProgram) { $0.sharedBytes = 4096 }
        defer { pool.close() }
        var metadata = WrittenMetadata()
        (metadata.title, metadata.caption, metadata.rating) = ("Pier", String(repeating: "ü", count: 8_000), 5)
        let file = try pool.encode(RealWorkerTests.picture, as: .jpeg(quality: 90)).bytes, copy = try write("a.jpg", metadata, file, by: pool)
        let descriptor = FaultyPool.file(copy), plain = FaultyPool.file(file)
        defer { for open in [descriptor, plain] { close(open) } }
        let facts = try pool.facts(of: descriptor, named: "a.jpg")
        #expect(facts.title == "Pier" && facts.caption == metadata.caption && facts.rating == 5)
        // What both say is compared, and not their bytes: other tests use exiv2 in this process too, and its tables of XMP are one for all.
        let here = FaultyPool.file(try PlainCodec().write(metadata, into: MediaSource(descriptor: plain, name: "a.jpg")))
        defer { close(here) }
        #expect(try pool.facts(of: here, named: "a.jpg") == facts)
    }
}
