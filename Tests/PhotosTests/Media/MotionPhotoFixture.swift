import Foundation
import PhotosTesting
import TestSupport

/// Motion photos of every kind, made of real pictures and one movie.
struct MotionPhotoFixture {
    /// In an MP4, as phones have it.
    let movie: [UInt8]

    init() throws {
        var movie = Array(try FixtureMovies.quarters(width: 160, height: 120, seconds: 1))
        for brand in [8, 16] { movie.replaceSubrange(brand..<brand + 4, with: Array("isom".utf8)) }
        self.movie = movie
    }

    private static let heic = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "../../CodecsTests/Pixels/Reference/heic-phone.heic")

    func picture(_ kind: MotionPhotoKind) throws -> [UInt8] {
        try kind.picture(jpeg: Array(FixtureImages.jpeg(width: 320, height: 240)), heic: Array(Data(contentsOf: Self.heic)), movie: movie)
    }

    /// The whole file.
    func file(_ kind: MotionPhotoKind) throws -> Data { Data(kind.file(picture: try picture(kind), movie: movie)) }

    /// What the movie is called where it is a file: `PXL_1.MP.mp4` for `PXL_1.MP.jpg`.
    static func movieName(_ kind: MotionPhotoKind) -> String { "\(kind.name.dropLast(kind.isHEIF ? 5 : 4)).mp4" }
}
