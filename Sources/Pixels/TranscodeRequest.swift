import Adjustments

/// A film to be made of another one: which part, how large, and how it is encoded.
package struct TranscodeRequest: Sendable, Equatable {
    package enum Picture: UInt8, Sendable {
        /// The result has no picture.
        case none = 0
        /// Frames as they are; those that the first one needs are in the file, and hidden.
        case copy = 1
        case h264 = 2
        case hevc = 3
        case av1 = 4
    }

    package enum Sound: UInt8, Sendable {
        case none = 0
        case copy = 1
        case aac = 5
        /// AAC as it is, anything else encoded.
        case copyAAC = 6
    }

    package enum Container: UInt8, Sendable {
        case mp4 = 0
        case quickTime = 1
        /// MP4 in pieces that keep the film's times, so that what was made of one part of it continues what was made of the part before.
        case fragments = 2
    }

    /// How much time the encoder takes for a smaller file of the same quality.
    package enum Effort: UInt8, Sendable, CaseIterable {
        /// For watching while it is made.
        case live = 0
        case usual = 1
    }

    package var picture = Picture.h264
    package var sound = Sound.copyAAC
    package var container = Container.mp4
    /// Pixels that the longer and the shorter side have at most; `nil` for any size. Films are never enlarged.
    package var longSide: Int?
    package var shortSide: Int?
    /// The encoder's constant rate factor: less is better. `nil` is the encoder's usual.
    package var quality: Double?
    package var effort = Effort.usual
    /// Whether HEVC and AV1 keep 10 bits, and with them the brightness of HLG and PQ. Otherwise these are brought to ordinary screens.
    package var keepsDepth = false
    /// What is done to every frame, upright, which is as to a photo; the film gets the size that the edit gives. What stays for bright screens is edited as it looks on
    /// ordinary ones, and is everywhere as many times brighter than that as it was.
    package var adjustments: PhotoAdjustments?
    /// Whether every frame goes to the sink, which gives what is encoded instead. Not beside adjustments. With `keepsDepth` the frames of a film of 10 bits have 16, in
    /// its own colours and with its own curve, as their profile says.
    package var handsFramesOut = false
    /// What the sound is multiplied by, from 0 to 1. Less than 1 takes sound that is encoded.
    package var volume = 1.0
    /// What is made slower, frames and sound: such sound is encoded, and gets lower. `start` and `end` stay times of the film. Not in fragments.
    package var slowMotion: SlowMotion?
    /// Of encoded sound of two channels, in bits a second.
    package var soundRate = 160_000
    /// Seconds from the beginning.
    package var start = 0.0
    /// `nil` is the film's end.
    package var end: Double?
    /// Whether the index comes first, so that playing can begin before all has come.
    package var indexFirst = false
    /// Whether the film says where it was taken, as the one that it is made of does.
    package var keepsPlace = true
    /// Whether it keeps title, description, keywords and comments.
    package var keepsWords = true
    /// What it says of itself instead. Not in fragments.
    package var statements = FilmStatements()
    /// Whether what can't be decoded is an error. Otherwise it is passed over.
    package var isStrict = true
    /// Whether the file may have holes, of which the sink fills those that are in the way (`TranscodeSink.need`).
    package var fillsHoles = false

    package init() {}

    /// Whether frames are changed on their way.
    package var edits: Bool { handsFramesOut || adjustments != nil }
}

/// Where a film goes while it is made. Called on the thread that asked for it. False gives up, which the sink knows the reason of.
package protocol TranscodeSink: AnyObject {
    /// Gets bytes for a place in the file, mostly but not always behind those before; they are gone when the call returns.
    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> Bool
    /// Asked several times a second, with how much is done, from 0 to 1.
    func goesOn(done: Double) -> Bool
    /// Where frames are handed out: gets each of them upright, in the order in which they show, and when it shows, in seconds. Gives what is encoded instead: pixels of
    /// the frame's format without gaps between rows, in the frame's own colours, of one size for all frames. What is thrown gives up.
    func frame(_ frame: PixelImage, at seconds: Double) throws -> PixelImage
    /// Where the file may have holes: brings these bytes into it, before they are read. May take as long as it takes. What is there already is asked for as well.
    func need(_ range: Range<Int>) -> Bool
}

extension TranscodeSink {
    /// Sinks that are asked for no frames.
    package func frame(_ frame: PixelImage, at seconds: Double) throws -> PixelImage { frame }
    /// Sinks of files that are there.
    package func need(_ range: Range<Int>) -> Bool { true }
}
