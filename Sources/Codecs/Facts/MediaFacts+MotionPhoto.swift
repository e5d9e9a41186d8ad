import Metadata
import Pixels

extension MediaFacts {
    /// Looks for the movie of a motion photo, where that is asked for. What doesn't open as a whole movie is none: the picture is a picture then.
    mutating func findMovie(_ tags: TagList, _ file: FactsSource) {
        guard file.findsMovies else { return }
        for range in MotionPhoto.candidates(file.bytes, tags) {
            let part = UnsafeRawBufferPointer(rebasing: file.bytes[range])
            guard let movie = try? FactsReader.read(part, name: file.name, limits: file.limits), movie.kind == .video, movie.damage == nil else { continue }
            embeddedMovie = EmbeddedMovie(range: range, uniformType: movie.uniformType, location: movie.location)
            return
        }
    }
}
