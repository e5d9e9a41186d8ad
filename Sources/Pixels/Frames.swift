/// Which frames of an animation are wanted together.
package struct FrameRange: Sendable, Hashable {
    /// Counted from 0.
    package var first = 0
    /// How many at most, 1 to `most`.
    package var count = FrameRange.most
    /// Bytes of pixels at most, but for the first frame, which comes however large it is.
    package var bytes = 64 << 20

    /// More are asked for in several ranges.
    package static let most = 4096

    package init(first: Int = 0, count: Int = FrameRange.most, bytes: Int = 64 << 20) {
        (self.first, self.count, self.bytes) = (first, count, bytes)
    }
}

/// What belongs to frames beside their pixels.
package struct FrameTiming: Sendable, Equatable {
    /// Milliseconds that each frame shows, `shortest` to `longest`; 0 for a picture that does not move.
    package var delays: [Int]
    /// How often all frames of the file are to be shown; 0 is forever.
    package var loopCount: Int
    /// Whether the last frame of the file is among them. Otherwise frames follow that were not asked for, or had no memory.
    package var endsFile: Bool

    /// What is shorter is meant to be as fast as can be and is shown for `usual`, as browsers do.
    package static let shortest = 20
    package static let usual = 100
    package static let longest = 60_000

    package init(delays: [Int], loopCount: Int, endsFile: Bool) {
        (self.delays, self.loopCount, self.endsFile) = (delays, loopCount, endsFile)
    }

    /// As frames are shown whose file says so many milliseconds.
    package static func shown(_ milliseconds: Int) -> Int { milliseconds < shortest ? usual : min(milliseconds, longest) }
}

extension PixelImage {
    /// One of the frames that lie one below the other; shares the pixels with the others.
    package func frame(_ number: Int) -> PixelImage {
        guard let count = frames?.delays.count, count > 1, (0..<count).contains(number) else { return self }
        let length = bytesPerRow * (height / count), whole = pixels
        let part = whole.withUnsafeBytes { bytes in
            PixelBuffer(UnsafeRawBufferPointer(rebasing: bytes[number * length..<(number + 1) * length]), occupied: whole.occupied / count) {
                withExtendedLifetime(whole) {}
            }
        }
        var image = self
        (image.height, image.pixels, image.frames) = (height / count, part, nil)
        return image
    }
}
