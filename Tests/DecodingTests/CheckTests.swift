import Glibc
import Metadata
import Pixels
import Testing

@testable import Decoding

@Suite struct CheckTests {
    static func jpeg(_ width: Int, _ height: Int) -> [UInt8] {
        [0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 1, 2, 0xFF, 0xFF, 0xC2, 0, 17, 8, UInt8(height >> 8), UInt8(height & 255), UInt8(width >> 8), UInt8(width & 255), 3, 0xFF, 0xD9]
    }

    @Test func aJPEGSaysItsSize() throws {
        let size = try #require(JPEGHeader.size(of: Self.jpeg(300, 1025)))
        #expect(size == (300, 1025))
    }

    @Test func noPrefixOrChangeOfAJPEGTraps() {
        let bytes = Self.jpeg(300, 1025)
        for length in 0..<bytes.count {
            #expect(JPEGHeader.size(of: Array(bytes.prefix(length))) == nil)
            for value in 0...255 as ClosedRange<UInt8> {
                var changed = bytes
                changed[length] = value
                _ = JPEGHeader.size(of: changed)
                _ = PNGHeader.size(of: changed)
            }
        }
        #expect(JPEGHeader.size(of: Self.jpeg(0, 10)) == nil)
    }

    /// Puts parts into shared memory as a worker would.
    static func memory(_ parts: [[UInt8]], count: Int = 1 << 16) throws -> SharedMemory {
        let (memory, descriptor) = try SharedMemory.make(count: count)
        close(descriptor)
        memory.bytes.copyBytes(from: parts.joined())
        return memory
    }

    @Test func anHonestExaminationPasses() throws {
        var facts = MediaFacts(kind: .image, uniformType: "public.jpeg")
        facts.keywords = ["a", "ß"]
        facts.captureDate = CaptureDate(localSeconds: 1.25, utcOffset: 3600, source: "x")
        let (json, preview, thumbnail) = (try FactsCoding.encode(facts), Self.jpeg(1440, 1080), Self.jpeg(256, 192))
        let memory = try Self.memory([json, preview, thumbnail])
        let answer = WorkAnswer.examination(
            factsLength: json.count, preview: EncodedLayout(length: preview.count, width: 1440, height: 1080),
            thumbnail: EncodedLayout(length: thumbnail.count, width: 256, height: 192, quarters: Self.quarters))
        let result = try AnswerCheck.examination(answer, of: ExamineOptions(), in: memory)
        #expect(result.facts == facts && result.preview?.bytes == preview && result.thumbnail?.bytes == thumbnail)
        #expect(result.thumbnail?.quarters == Self.quarters)
    }

    static let quarters = QuarterColors(bytes: Array(1...12))

    @Test func lyingExaminationsAreCaught() throws {
        let json = try FactsCoding.encode(MediaFacts(kind: .image, uniformType: "public.jpeg"))
        let picture = Self.jpeg(256, 192)
        let memory = try Self.memory([json, picture])
        func check(_ length: Int, _ thumbnail: EncodedLayout?, preview: EncodedLayout? = nil, _ options: ExamineOptions = ExamineOptions()) throws {
            _ = try AnswerCheck.examination(.examination(factsLength: length, preview: preview, thumbnail: thumbnail), of: options, in: memory)
        }
        let honest = EncodedLayout(length: picture.count, width: 256, height: 192)
        try check(json.count, honest)
        var lies: [EncodedLayout] = []
        for (length, width, height) in [
            (0, 256, 192), (picture.count - 1, 256, 192), (picture.count + 1, 256, 192), (.max, 256, 192), (-1, 256, 192),
            (picture.count, 255, 192), (picture.count, 256, 193), (picture.count, 0, 0), (picture.count, 257, 192), (picture.count, 256, .max),
        ] {
            lies.append(EncodedLayout(length: length, width: width, height: height))
        }
        for lie in lies { #expect(throws: WorkerFault.self, "\(lie)") { try check(json.count, lie) } }
        for length in [0, json.count - 1, json.count + 1, 1 << 16, (1 << 16) + 1, .max, -1] {
            #expect(throws: WorkerFault.self, "\(length)") { try check(length, nil) }
        }
        #expect(throws: WorkerFault.self) { try check(json.count, honest, .factsOnly) }
        #expect(throws: WorkerFault.self) { try check(json.count, nil, preview: EncodedLayout(length: picture.count, width: 255, height: 192)) }
        var colored = honest
        colored.quarters = Self.quarters
        try check(json.count, colored)
        #expect(throws: WorkerFault.self) { try check(json.count, nil, preview: colored) }
    }

    @Test func aPictureIsLeftForLaterOnlyWhereThatIsAllowed() throws {
        var facts = MediaFacts(kind: .image, uniformType: "public.jpeg")
        (facts.pixelWidth, facts.pixelHeight) = (2000, 1000)
        let json = try FactsCoding.encode(facts), memory = try Self.memory([json])
        func check(_ from: Int, length: Int? = nil, _ change: (inout ExamineOptions) -> Void = { _ in }) throws -> Examination {
            var options = ExamineOptions()
            options.postponesFrom = from
            change(&options)
            return try AnswerCheck.examination(.postponed(factsLength: length ?? json.count, Self.quarters), of: options, in: memory)
        }
        for from in [0, 1, 2_000_000] {
            let result = try check(from)
            #expect(result.isPostponed && result.facts == facts && result.quarters == Self.quarters && result.preview == nil && result.thumbnail == nil)
        }
        for from in [2_000_001, Int.max] { #expect(throws: WorkerFault.self, "\(from)") { try check(from) } }
        #expect(throws: WorkerFault.self) { try check(0) { ($0.previewSide, $0.thumbnailSide) = (0, 0) } }
        #expect(throws: WorkerFault.self) { try check(0, length: json.count - 1) }
    }

    @Test func lyingPixelsAreCaught() throws {
        let memory = try Self.memory([], count: 4096)
        var fit = RenderRequest()
        fit.target = PixelSize(width: 10, height: 10)
        var fill = fit
        fill.mode = .fill
        var loose = fit
        loose.exact = false
        var deep = loose
        deep.format = .rgba16
        func check(
            _ width: Int, _ height: Int, row: Int? = nil, format: PixelFormat = .rgba8, profile: Int? = nil, damage: Int? = nil, _ request: RenderRequest
        ) throws -> PixelImage {
            let layout = ImageLayout(
                width: width, height: height, bytesPerRow: row ?? width &* format.bytesPerPixel, format: format, hasAlpha: false, profileLength: profile,
                damageLength: damage)
            let checked = try AnswerCheck.pixels(.pixels(layout), of: request, limits: WorkerLimits(), shared: memory.count)
            return try #require(memory.image(checked) { PixelBuffer($0) })
        }
        #expect(try check(10, 8, fit).pixels.count == 320)
        #expect(try check(10, 12, fill).height == 12)
        #expect(try check(20, 12, loose).width == 20)
        #expect(try check(10, 10, profile: 7, damage: 3, fit).iccProfile?.count == 7)
        #expect(try check(20, 12, deep).format == .rgba8)
        #expect(try check(20, 12, format: .rgba16, deep).pixels.count == 1920)
        #expect(throws: WorkerFault.self) { try check(20, 12, format: .rgba16, loose) }
        #expect(throws: WorkerFault.self) { try check(20, 12, row: 80, format: .rgba16, deep) }
        #expect(throws: WorkerFault.self) { try check(20, 12, row: 161, format: .rgba16, deep) }
        #expect(throws: WorkerFault.self) { try check(32, 32, format: .rgba16, deep) }
        #expect(throws: WorkerFault.self) { try check(11, 8, fit) }
        #expect(throws: WorkerFault.self) { try check(11, 11, fill) }
        #expect(throws: WorkerFault.self) { try check(32, 33, loose) }
        #expect(throws: WorkerFault.self) { try check(32, 32, damage: 1, loose) }
        #expect(throws: WorkerFault.self) { try check(0, 0, fit) }
        #expect(throws: WorkerFault.self) { try check(8, 8, row: 31, fit) }
        #expect(throws: WorkerFault.self) { try check(8, 8, row: .max, fit) }
        #expect(throws: WorkerFault.self) { try check(1 << 20, 1 << 20, loose) }
        #expect(throws: WorkerFault.self) { try check(8, 8, profile: .max, fit) }
        #expect(throws: WorkerFault.self) { try check(8, 8, damage: 1 << 20, fit) }
        let encoded = WorkAnswer.encoded(EncodedLayout(length: 1, width: 1, height: 1))
        #expect(throws: WorkerFault.self) { try AnswerCheck.pixels(encoded, of: fit, limits: WorkerLimits(), shared: memory.count) }
    }

    @Test func aGainMapComesWhereItIsAskedForAndIsAJPEG() throws {
        let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xC0, 0, 11, 8, 0, 3, 0, 4, 1, 1, 0x11, 0, 0xFF, 0xD9]
        let (memory, descriptor) = try SharedMemory.make(count: 4096)
        close(descriptor)
        UnsafeMutableRawBufferPointer(rebasing: memory.bytes[402..<402 + jpeg.count]).copyBytes(from: jpeg)
        var request = RenderRequest()
        (request.carriesGainMap, request.carriesTags) = (true, true)
        func check(_ length: Int?, _ request: RenderRequest) throws -> PixelImage {
            var layout = ImageLayout(width: 10, height: 10, bytesPerRow: 40, hasAlpha: false)
            (layout.exifLength, layout.gainMapLength) = (request.carriesTags ? 2 : nil, length)
            let checked = try AnswerCheck.pixels(.pixels(layout), of: request, limits: WorkerLimits(), shared: memory.count)
            let image = try #require(memory.image(checked) { PixelBuffer($0) })
            try AnswerCheck.trailers(of: image)
            return image
        }
        #expect(try check(jpeg.count, request).gainMap == jpeg && check(nil, request).gainMap == nil)
        #expect(throws: WorkerFault.self) { try check(jpeg.count - 1, request) }
        #expect(throws: WorkerFault.self) { try check(0, request) }
        #expect(throws: WorkerFault.self) { try check(1 << 30, request) }
        #expect(throws: WorkerFault.self) { try check(4000, request) }
        #expect(throws: WorkerFault.self) { try check(jpeg.count, RenderRequest()) }
    }

    @Test func lyingFramesAreCaught() throws {
        var request = RenderRequest()
        request.target = PixelSize(width: 10, height: 10)
        request.frames = FrameRange(count: 3, bytes: 1000)
        let asked = request
        func check(_ width: Int, _ height: Int, _ delays: [Int]?, loops: Int = 0, format: PixelFormat = .rgba8, _ request: RenderRequest? = nil) throws {
            let timing = delays.map { FrameTiming(delays: $0, loopCount: loops, endsFile: true) }
            let layout = ImageLayout(width: width, height: height, bytesPerRow: width * format.bytesPerPixel, format: format, hasAlpha: false, frames: timing)
            _ = try AnswerCheck.pixels(.pixels(layout), of: request ?? asked, limits: WorkerLimits(), shared: 1 << 16)
        }
        try check(10, 24, [20, 100, 60_000], loops: Int(UInt32.max))
        try check(10, 10, [0])
        #expect(throws: WorkerFault.self) { try check(10, 10, nil) }
        #expect(throws: WorkerFault.self) { try check(10, 10, []) }
        #expect(throws: WorkerFault.self) { try check(10, 16, [20, 20, 20, 20]) }
        #expect(throws: WorkerFault.self) { try check(10, 16, [20, 20, 20]) }
        #expect(throws: WorkerFault.self) { try check(10, 30, [20, 20, 20]) }
        #expect(throws: WorkerFault.self) { try check(10, 22, [20, 20]) }
        #expect(throws: WorkerFault.self) { try check(10, 10, [0, 50]) }
        #expect(throws: WorkerFault.self) { try check(10, 10, [50, 60_001]) }
        #expect(throws: WorkerFault.self) { try check(10, 10, [50, 50], loops: 1 << 32) }
        #expect(throws: WorkerFault.self) { try check(10, 10, [50, 50], format: .rgba16) }
        #expect(throws: WorkerFault.self) { try check(10, 10, [50, 50], RenderRequest()) }
        // The first comes however large it is.
        var whole = RenderRequest()
        whole.frames = FrameRange(count: 3, bytes: 1000)
        try check(30, 30, [50], whole)
        #expect(throws: WorkerFault.self) { try check(30, 30, [50, 50], whole) }
    }

    @Test func factsThatMeanNothingAreTakenOut() {
        var facts = MediaFacts(kind: .image, uniformType: "public.jpeg")
        facts.orientation = 9
        facts.duration = .nan
        facts.location = GeoLocation(latitude: 91, longitude: 0)
        facts.captureDate = CaptureDate(localSeconds: .infinity, utcOffset: nil, source: "x")
        facts.camera.fNumber = -.infinity
        facts.rating = 17
        facts.caption = String(repeating: "ä", count: 100_000)
        facts.keywords = Array(repeating: String(repeating: "é", count: 1000), count: 5000)
        facts.subtypes = [.photoLive, .photoHDR]
        let bounded = facts.bounded()
        #expect(bounded.orientation == 1 && bounded.duration == 0 && bounded.location == nil && bounded.captureDate == nil)
        #expect(bounded.camera.fNumber == nil && bounded.rating == nil && bounded.subtypes == .photoHDR)
        #expect(bounded.caption?.utf8.count == 16 << 10 && bounded.keywords.count == 1000 && bounded.keywords.first?.utf8.count == 256)
        #expect(bounded.bounded() == bounded)
    }

    @Test func tracksThatMeanNothingAreTakenOut() {
        var facts = MediaFacts(kind: .video, uniformType: "public.mpeg-4")
        var track = TrackFacts(kind: .video, timescale: 600)
        (track.start, track.duration, track.width, track.height) = (.min, -1, 1 << 40, 48)
        (track.matrix, track.frameRate, track.bitRate) = ([1, 0, 0, 1, .nan, 0], .infinity, .min)
        (track.codec, track.language) = (String(repeating: "x", count: 100_000), "englisch")
        facts.tracks = [TrackFacts(kind: .audio, timescale: 0), track] + Array(repeating: track, count: 5000)
        let tracks = facts.bounded().tracks
        #expect(tracks.count == 255, "of the first 256, one has no unit of time")
        var expected = TrackFacts(kind: .video, timescale: 600)
        (expected.codec, expected.language) = ("xxxx", "eng")
        #expect(tracks.allSatisfy { $0 == expected })
        var sound = track
        (sound.start, sound.duration, sound.width, sound.height) = (-5, 7, 64, 48)
        (sound.matrix, sound.frameRate, sound.bitRate, sound.codec, sound.language) = ([0, 1, -1, 0, 48, 0], 25, 8000, "avc1", "deu")
        facts.tracks = [sound]
        #expect(facts.bounded().tracks == [sound])
    }

    @Test func aCutNeverSplitsACharacter() {
        for length in 250...262 {
            var facts = MediaFacts(kind: .image, uniformType: "x")
            facts.colorProfile = String(repeating: "x", count: length) + "🏔️äß"
            let cut = facts.bounded().colorProfile ?? ""
            #expect(cut.utf8.count <= 256 && cut.utf8.count > 252 && !cut.contains("\u{FFFD}"))
        }
    }

    @Test func factsSurviveTheirJSON() throws {
        var facts = MediaFacts(kind: .video, uniformType: "com.apple.quicktime-movie")
        facts.location = GeoLocation(latitude: -33.9, longitude: 151.2)
        facts.camera.exposureTime = 1.0 / 3
        facts.captureDate = CaptureDate(localSeconds: 1_700_000_000.123456, utcOffset: -12600, source: "Exif.Photo.DateTimeOriginal")
        facts.title = "line\nbreak \u{0} “quotes” 🏔️"
        #expect(try FactsCoding.decode(FactsCoding.encode(facts)) == facts)
    }

    @Test func impossibleRequestsAreRefused() {
        func refused(_ change: (inout RenderRequest) -> Void) -> Bool {
            var request = RenderRequest()
            change(&request)
            do throws(CodecError) { try RequestCheck.check(request) } catch { return error.code == .invalidRequest }
            return false
        }
        #expect(!refused { $0.target = PixelSize(width: 1, height: 1) })
        #expect(refused { $0.target = PixelSize(width: 0, height: 5) })
        #expect(refused { $0.target = PixelSize(width: 5, height: .max) })
        #expect(refused { $0.orientation = 0 })
        #expect(refused { $0.time = .nan })
        #expect(refused { $0.time = -1 })
        #expect(refused { $0.crop = UnitRect(x: 0, y: 0, width: .nan, height: 1) })
        #expect(refused { $0.crop = UnitRect(x: 0, y: 1, width: 1, height: 1) })
        #expect(!refused { $0.crop = UnitRect(x: 0, y: 0, width: 1, height: 1) })
        #expect(!refused { $0.frames = FrameRange(first: 10_000, count: FrameRange.most) })
        #expect(refused { $0.frames = FrameRange(first: -1) })
        #expect(refused { $0.frames = FrameRange(count: 0) })
        #expect(refused { $0.frames = FrameRange(count: FrameRange.most + 1) })
        #expect(refused { $0.frames = FrameRange(bytes: -1) })
    }

    @Test func onlyFilesAreRead() {
        for (path, code) in [("/dev/null", CodecError.Code.unsupported), ("/", .unsupported)] {
            let descriptor = open(path, O_RDONLY | O_CLOEXEC)
            defer { close(descriptor) }
            do throws(CodecError) {
                _ = try RequestCheck.input(MediaSource(descriptor: descriptor, name: path))
                Issue.record("accepted \(path)")
            } catch { #expect(error.code == code) }
        }
        do throws(CodecError) {
            _ = try RequestCheck.input(MediaSource(descriptor: -1, name: "none"))
            Issue.record("accepted no file")
        } catch { #expect(error.code == .unreadable) }
    }
}
