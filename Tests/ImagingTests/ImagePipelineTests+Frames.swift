import Decoding
import Pixels
import Testing
@testable import Imaging

extension ImagePipelineTests {
    /// Frames are asked of the file each time, for all who ask at once; of a picture beside them nothing changes.
    @Test func framesAreSharedAndNotRemembered() async throws {
        let gate = Gate(), decoder = FakeDecoder(gate: gate)
        let pipeline = ImagePipeline(decoder: decoder, derivatives: store, threads: 1, watch: .none)
        try storeThumbnail()
        func frames(_ first: Int) -> ImageRequest {
            request(200) { ($0.frames, $0.wantsDegradedFirst, $0.acceptsDegraded) = (FrameRange(first: first), true, true) }
        }
        async let one = history(pipeline, frames(0))
        async let another = history(pipeline, frames(0))
        async let later = history(pipeline, frames(1))
        gate.open()
        #expect(await [one, another, later] == [["finished 4000"], ["finished 4000"], ["finished 4000"]])
        let before = decoder.renders.count
        #expect((2...3).contains(before))
        #expect(pipeline.remembered(frames(0)) == nil)
        #expect(try pipeline.renderNow(frames(0)).image.width == 4000 && pipeline.remembered(frames(0)) == nil)
        #expect(decoder.renders.count == before + 1)
        #expect(await history(pipeline, request(200)) == ["finished 256"])
    }

    /// An animation that takes too long says nothing of the picture.
    @Test func framesThatTakeTooLongLeaveThePicture() async throws {
        let pipeline = ImagePipeline(decoder: FramesTimeOut(), derivatives: store, threads: 1, watch: .none)
        for _ in 0..<2 { #expect(await history(pipeline, request(nil) { $0.frames = FrameRange() }) == ["failed undecodable"]) }
        #expect(await history(pipeline, request(nil)) == ["finished 4000"])
    }

    /// Has a picture at once and frames never.
    private struct FramesTimeOut: MediaDecoder {
        private let fake = FakeDecoder()

        func examine(_ source: MediaSource, _ options: ExamineOptions) throws(CodecError) -> Examination { try fake.examine(source, options) }

        func render(_ source: MediaSource, _ request: RenderRequest) throws(CodecError) -> PixelImage {
            guard request.frames == nil else { throw CodecError(.timedOut, "too slow") }
            return try fake.render(source, request)
        }

        func encode(_ image: PixelImage, as format: EncodedFormat) throws(CodecError) -> EncodedImage { try fake.encode(image, as: format) }
    }
}
