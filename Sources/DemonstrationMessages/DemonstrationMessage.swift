import FoundationEssentials

/// What `photos-demonstration` answers: one line of JSON each. The last of them is `made`, `there`, `foreign` or `failed`.
///
/// It goes on while its standard input is open, so that it ends with the program that ordered, however that ends.
package enum DemonstrationMessage: Codable, Sendable {
    case progress(DemonstrationProgress)
    /// Of the engine, by the name of its level.
    case log(level: String, message: String)
    /// One that somebody had worked with is at this path now.
    case kept(path: String)
    case made(DemonstrationSummary)
    /// Nothing had to be made: the one that is there was made of these.
    case there(photos: Int, seed: UInt64)
    /// Something that is no demonstration has the place, and was left alone.
    case foreign
    case failed(DemonstrationError)

    /// `nil` for what is no message.
    package init?(line: some Sequence<UInt8>) {
        guard let message = try? JSONDecoder().decode(Self.self, from: Data(line)) else { return nil }
        self = message
    }

    package func line() throws -> [UInt8] { Array(try JSONEncoder().encode(self)) + [10] }
}

/// How far the making is.
package struct DemonstrationProgress: Codable, Sendable {
    package enum Phase: String, Codable, Sendable { case painting, importing, arranging }

    package var phase: Phase
    package var found: Int
    package var done: Int
    package var name: String

    private enum CodingKeys: String, CodingKey {
        case phase = "stage"
        case found, done, name
    }

    package init(phase: Phase, found: Int, done: Int, name: String) { (self.phase, self.found, self.done, self.name) = (phase, found, done, name) }
}

/// What was made.
package struct DemonstrationSummary: Codable, Sendable {
    package var photos: Int
    package var videos: Int
    package var files: Int
    package var albums: Int
    package var folders: Int
    package var seconds: Double

    package init(photos: Int, videos: Int, files: Int, albums: Int, folders: Int, seconds: Double) {
        (self.photos, self.videos, self.files) = (photos, videos, files)
        (self.albums, self.folders, self.seconds) = (albums, folders, seconds)
    }
}
