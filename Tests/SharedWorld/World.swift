import Foundation
import Photos
import PhotosTesting

/// A test's library, which `PHPhotoLibrary.shared()` gives as long as the test lasts, and files to put into it.
///
/// Everything that the tests of `ApplicationTests` and `ClientTests` need beside Photos and Foundation is here. On a Mac the same names stand
/// before the simulator's library, emptied; what no application can make there (`invent`) is left out.
public final class World: Sendable {
    package let temporary: TemporaryLibrary

    /// Puts up an empty library.
    public init() throws {
        temporary = try TemporaryLibrary()
        temporary.install()
    }

    /// A folder for the test's files, deleted after it.
    public var folder: URL { temporary.folder }

    /// What the library takes for the present; it stands still until told otherwise.
    public var now: Date { temporary.clock.now }

    /// Seconds.
    public func wait(_ interval: TimeInterval) { temporary.clock.advance(by: interval) }

    /// A picture in a file; another `seed` makes other bytes.
    public func jpeg(_ name: String = "IMG_0001.JPG", width: Int = 64, height: Int = 48, seed: Int = 0) throws -> URL {
        try temporary.file(name, FixtureImages.jpeg(width: width, height: height, seed: seed))
    }

    /// A picture in a file that says it has to be turned, 1 to 8 as in EXIF; its pixels lie as wide and high as is said.
    public func turnedJPEG(_ name: String, width: Int, height: Int, orientation: Int) throws -> URL {
        var metadata = FixtureImages.Metadata()
        metadata.orientation = CGImagePropertyOrientation(rawValue: UInt32(orientation))
        return try temporary.file(name, FixtureImages.jpeg(width: width, height: height, metadata: metadata))
    }

    /// A picture's bytes.
    public func png(width: Int = 64, height: Int = 48, seed: Int = 0) throws -> Data { try FixtureImages.png(width: width, height: height, seed: seed) }

    /// Two seconds of film in a file, 64 by 48 pixels.
    public func movie(_ name: String = "IMG_0002.MOV") throws -> URL { try temporary.file(name, FixtureMovies.blue) }

    /// One second of film in a file, 96 by 64 pixels; another `seed` makes other bytes.
    public func film(_ name: String, seed: Int) throws -> URL { try temporary.file(name, FixtureMovies.quarters(width: 96, height: 64, seconds: 1, seed: seed)) }

    /// A camera's RAW in a file, a DNG.
    public func raw(_ name: String, width: Int = 64, height: Int = 48) throws -> URL { try temporary.file(name, FixtureImages.raw(width: width, height: height)) }

    public func file(_ name: String, _ data: Data) throws -> URL { try temporary.file(name, data) }

    /// A picture in memory.
    public func image(width: Int = 64, height: Int = 48) -> UIImage { UIImage(cgImage: FixtureImages.quarters(width: width, height: height)) }
}
