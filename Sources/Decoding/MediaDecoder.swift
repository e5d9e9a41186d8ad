import Glibc
import Metadata
import Pixels

/// Turns untrusted bytes into facts and pixels.
///
/// Every call blocks the calling thread until the answer is there or the time limit is reached, so callers run it on threads of their
/// own, never on Swift's cooperative pool. All calls may be made from any thread at once.
package protocol MediaDecoder: Sendable {
    /// One pass over a file: its facts and, for everything that can be shown, a preview and a thumbnail made from one decode.
    ///
    /// A damaged file is not an error as long as its type is known: `Examination.facts.damage` says what is wrong and the
    /// derivatives show what could be decoded (or are `nil`).
    func examine(_ source: MediaSource, _ options: ExamineOptions) throws(CodecError) -> Examination

    /// Decodes to pixels, upright, at the smallest scale that covers the request.
    func render(_ source: MediaSource, _ request: RenderRequest) throws(CodecError) -> PixelImage

    /// The same of small files in memory, such as stored thumbnails, with one trip for all of them: at most 64 files of 16 MB in all. A picture is
    /// `nil` where it can't be decoded, is damaged, keeps a profile, or does not fit in beside the others.
    func render(packed files: [[UInt8]], _ request: RenderRequest) throws(CodecError) -> [PixelImage?]

    /// Encodes pixels, for exports and for `jpegData`; trusted input, but the codecs live in one place.
    func encode(_ image: PixelImage, as format: EncodedFormat) throws(CodecError) -> EncodedImage

    /// Makes a film of another one. What it consists of goes to `sink`, on the calling thread, which waits until all of it is there.
    ///
    /// - Throws: `.cancelled` where the sink gave up, which it may at any moment.
    func transcode(_ source: MediaSource, _ request: TranscodeRequest, to sink: some TranscodeSink) throws(CodecError)

    /// A copy of a picture's file with other metadata: the same picture, byte for byte, and all else that the file says.
    ///
    /// - Throws: `.unsupported` for a file into which nothing can be written, `.tooLarge` for one of more than 256 MB.
    func write(_ metadata: WrittenMetadata, into source: MediaSource) throws(CodecError) -> [UInt8]

    /// What to overwrite in a file so that it says nowhere where it was taken.
    ///
    /// - Throws: `.unsupported` for a file from which places can't be taken so, which must not be handed on then.
    func placeMask(of source: MediaSource) throws(CodecError) -> PlaceMask

    /// Memory is scarce: lets go of what only makes the next call faster. Returns at once.
    func giveMemoryBack()

    /// Ends what it runs, such as workers, and waits for that; nothing is decoded afterwards.
    func close()
}

extension MediaDecoder {
    package func transcode(_ source: MediaSource, _ request: TranscodeRequest, to sink: some TranscodeSink) throws(CodecError) {
        throw CodecError(.unsupported, "“\(source.name)” can't be encoded here: this decoder makes stills only")
    }

    package func giveMemoryBack() {}
    package func close() {}

    /// Decoders that only decode write nothing.
    package func write(_ metadata: WrittenMetadata, into source: MediaSource) throws(CodecError) -> [UInt8] {
        throw CodecError(.unsupported, "This decoder writes nothing into “\(source.name)”.")
    }

    /// Decoders that only decode know of no places.
    package func placeMask(of source: MediaSource) throws(CodecError) -> PlaceMask {
        throw CodecError(.unsupported, "This decoder takes no places out of “\(source.name)”.")
    }

    /// What an open file says of itself.
    package func facts(of descriptor: Int32, named name: String) throws(CodecError) -> MediaFacts {
        try examine(MediaSource(descriptor: descriptor, name: name), .factsOnly).facts
    }

    /// Decoders that take descriptors only get one of a file that has no name.
    package func render(packed files: [[UInt8]], _ request: RenderRequest) throws(CodecError) -> [PixelImage?] {
        files.map { bytes in
            guard let image = bytes.withUnsafeBytes({ MediaSource.lend($0, named: "a stored picture") { try? render($0, request) } }) ?? nil else { return nil }
            return image.damage == nil && image.iccProfile == nil ? image : nil
        }
    }
}

/// An open file to decode from. The descriptor is borrowed: the caller keeps it open during the call and closes it afterwards.
package struct MediaSource: Sendable {
    package var descriptor: Int32
    /// What the user knows the file by; used in messages and, by extension, only to break ties between types of equal content.
    package var name: String

    package init(descriptor: Int32, name: String) {
        self.descriptor = descriptor
        self.name = name
    }

    /// Lends `body` a file of these bytes that has no name, since workers read from descriptors.
    /// - Returns: `nil` where there are none, or no memory for them.
    package static func lend<T>(_ bytes: UnsafeRawBufferPointer, named name: String, _ body: (MediaSource) throws -> T) rethrows -> T? {
        guard let file = try? SharedMemory.make(count: bytes.count) else { return nil }
        defer { close(file.descriptor) }
        file.memory.bytes.copyMemory(from: bytes)
        return try body(MediaSource(descriptor: file.descriptor, name: name))
    }
}
