import Pixels
import Testing

@testable import Decoding

@Suite struct ProtocolTests {
    static let renderRequests: [RenderRequest] = {
        var everything = RenderRequest()
        everything.target = PixelSize(width: 1, height: 1 << 24)
        everything.mode = .fill
        everything.exact = false
        everything.crop = UnitRect(x: 0.25, y: 0, width: 0.5, height: 1)
        everything.orientation = 8
        everything.keepsWideGamut = true
        (everything.format, everything.headroom) = (.rgba16, 2.5)
        everything.time = 1.5
        (everything.allowsEmbeddedPreview, everything.carriesTags, everything.carriesGainMap) = (false, true, true)
        var moving = RenderRequest()
        moving.frames = FrameRange(first: 3, count: FrameRange.most, bytes: 1 << 40)
        return [RenderRequest(), everything, moving]
    }()

    private static let postponing: ExamineOptions = {
        var options = ExamineOptions()
        options.postponesFrom = 2_000_000
        return options
    }()

    static let fromParent: [ParentMessage] =
        [
            .start(WorkerLimits(), sharedBytes: 64 << 20),
            .request(id: 1, .examine(name: "IMG_0001.HEIC", ExamineOptions())),
            .request(id: .max, .examine(name: "", .factsOnly)),
            .request(id: 2, .examine(name: "later", postponing)),
            .request(
                id: 7,
                .renderPacked(
                    [PackedFile(length: 12_345, slot: PackedFile.Slot(memory: 56, offset: 4096)), PackedFile(length: 0), PackedFile(length: 7)], RenderRequest())),
            .request(id: 7, .encode(ImageLayout(width: 3, height: 2, bytesPerRow: 16, hasAlpha: true, profileLength: 9), .jpeg(quality: 85))),
            .request(id: 8, .encode(ImageLayout(width: 3, height: 2, bytesPerRow: 12, hasAlpha: false), .png)),
            .request(id: 9, .write(name: "a.jpg", metadata: 300, limit: 1 << 28)),
            .request(id: 10, .maskPlaces(name: "a.jpg")),
            .segment(id: 3, ParentMessage.Segment(number: 63, bytes: 1 << 40, kept: .max)),
            .slots(number: 63, bytes: 1 << 24),
            .frame(id: 12, ImageLayout(width: 3, height: 2, bytesPerRow: 12, hasAlpha: false)),
        ] + renderRequests.map { .request(id: 5, .render(name: "Grüße 🏔️\n.jpg", $0)) }

    static let fromWorker: [WorkerMessage] = [
        .hello([.landlock, .noNetwork]),
        .needsMemory(id: 2, bytes: 1 << 33),
        .answer(id: 4, .examination(factsLength: 10, preview: nil, thumbnail: nil)),
        .answer(id: 4, .postponed(factsLength: 10, nil)),
        .answer(id: 4, .postponed(factsLength: 1 << 20, QuarterColors(bytes: Array(1...12)))),
        .answer(
            id: 4,
            .examination(
                factsLength: 10, preview: EncodedLayout(length: 5, width: 6, height: 7),
                thumbnail: EncodedLayout(length: 1, width: 2, height: 3, quarters: QuarterColors(bytes: Array(244...255))))),
        .answer(id: 5, .pixels(ImageLayout(width: 8, height: 9, bytesPerRow: 32, hasAlpha: false, profileLength: nil, damageLength: 12))),
        .answer(
            id: 5,
            .pixels(
                ImageLayout(
                    width: 8, height: 27, bytesPerRow: 32, hasAlpha: true, frames: FrameTiming(delays: [20, 100, 60_000], loopCount: 7, endsFile: false)))),
        .answer(id: 6, .packed([ImageLayout(width: 8, height: 9, bytesPerRow: 32, hasAlpha: false), nil])),
        .answer(id: 6, .encoded(EncodedLayout(length: 1, width: 1, height: 1))),
        .answer(id: 6, .written(length: 1 << 28)),
        .frame(id: 12, ImageLayout(width: 3, height: 2, bytesPerRow: 12, hasAlpha: false, profileLength: 500), seconds: 1.25),
        .needsInput(id: 13, offset: 1 << 40, count: 1 << 18),
        .failure(id: 7, WorkFailure(CodecError(.tooLarge, "“a” is too large", cause: "2^40 pixels"))),
        .failure(id: 8, WorkFailure(CodecError(.unsupported, "", cause: nil))),
    ]

    @Test(arguments: fromParent) func aParentsMessageComesBackEqual(_ message: ParentMessage) throws {
        #expect(try ParentMessage(decoding: message.encoded()) == message)
    }

    @Test(arguments: fromWorker) func aWorkersMessageComesBackEqual(_ message: WorkerMessage) throws {
        #expect(try WorkerMessage(decoding: message.encoded()) == message)
    }

    @Test func everyShortenedPacketIsRefused() {
        for bytes in Self.fromParent.map({ $0.encoded() }) + Self.fromWorker.map({ $0.encoded() }) {
            for length in 0..<bytes.count {
                #expect(throws: ProtocolError.self, "\(length) of \(bytes.count) bytes") { try ParentMessage(decoding: Array(bytes.prefix(length))) }
                #expect(throws: ProtocolError.self, "\(length) of \(bytes.count) bytes") { try WorkerMessage(decoding: Array(bytes.prefix(length))) }
            }
        }
    }

    @Test func aTrailingByteIsRefused() {
        for message in Self.fromParent { #expect(throws: ProtocolError.self) { try ParentMessage(decoding: message.encoded() + [0]) } }
        for message in Self.fromWorker { #expect(throws: ProtocolError.self) { try WorkerMessage(decoding: message.encoded() + [0]) } }
    }

    /// Whatever a captured worker sends is either refused or a message that says the same when it is sent again.
    @Test func everyChangedByteIsRefusedOrMeansSomething() throws {
        for message in Self.fromWorker {
            let bytes = message.encoded()
            for index in bytes.indices {
                for value in [0, 1, 2, 127, 128, 255] as [UInt8] {
                    var changed = bytes
                    changed[index] = value
                    guard let read = try? WorkerMessage(decoding: changed) else { continue }
                    #expect(try WorkerMessage(decoding: read.encoded()) == read)
                }
            }
        }
    }

    @Test func anotherVersionIsNamed() {
        var bytes = WorkerMessage.hello([]).encoded()
        let other = Wire.version + 1
        bytes[4] = UInt8(other)
        #expect(throws: ProtocolError.version(other)) { try WorkerMessage(decoding: bytes) }
    }

    @Test func aLongNameKeepsItsExtension() throws {
        let name = String(repeating: "ä", count: 5000) + ".heic"
        let message = ParentMessage.request(id: 1, .examine(name: name, ExamineOptions()))
        guard case .request(_, .examine(let kept, _)) = try ParentMessage(decoding: message.encoded()) else {
            Issue.record("another message")
            return
        }
        #expect(kept.hasSuffix("ä.heic") && kept.hasPrefix("ä") && kept.utf8.count <= Wire.textLimit && kept.utf8.count > Wire.textLimit - 4)
    }

    @Test func aWorkerCannotClaimWhatOnlyTheParentKnows() throws {
        for code in [CodecError.Code.workerFailed, .workerMissing, .timedOut] {
            #expect(WorkFailure(CodecError(code, "x")).code == .damaged)
        }
    }

    @Test func impossibleLayoutsHaveNoLength() {
        func length(_ width: Int, _ height: Int, _ row: Int, profile: Int? = nil) -> Int? {
            ImageLayout(width: width, height: height, bytesPerRow: row, hasAlpha: false, profileLength: profile).length
        }
        #expect(length(2, 3, 8) == 24)
        #expect(length(2, 3, 12, profile: 5) == 41)
        #expect(length(2, 3, 7) == nil)
        #expect(length(0, 3, 8) == nil)
        #expect(length(2, 0, 8) == nil)
        #expect(length(-2, 3, 8) == nil)
        #expect(length(2, -3, 8) == nil)
        #expect(length(.max, 1, .max) == nil)
        #expect(length(1, .max, 4) == nil)
        #expect(length(2, 3, 8, profile: -1) == nil)
        #expect(length(2, 3, 8, profile: .max) == nil)
    }
}
