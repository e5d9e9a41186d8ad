import Foundation
import LibraryEngine
import Metadata
import Pixels

extension MediaDescription {
    /// What an open file says of itself. Waits for the disk and a worker.
    init(of descriptor: Int32, named name: String, by decoder: any MediaDecoder) throws(AVError) {
        let facts: MediaFacts
        do { facts = try decoder.facts(of: descriptor, named: name) } catch {
            let code: AVError.Code =
                switch error.code {
                case .unsupported: .fileFormatNotRecognized
                case .damaged: .fileFailedToParse
                default: .unknown
                }
            throw AVError(code, error.message, cause: error)
        }
        guard facts.kind == .video || facts.kind == .audio else {
            throw AVError(.fileFormatNotRecognized, "\(name) is neither movie nor sound, but \(facts.uniformType).")
        }
        self.init(facts)
    }

    private init(_ facts: MediaFacts) {
        let tracks = facts.tracks.map { Track($0) }
        // In the unit of the track that lasts longest, so that a movie of whole frames has a whole number of them.
        let longest = facts.tracks.filter { $0.kind == .video || $0.kind == .audio }.max { $0.seconds < $1.seconds }
        self.init(
            fileType: AVFileType(facts.uniformType), duration: CMTime(seconds: facts.duration, preferredTimescale: longest?.timescale ?? 600), tracks: tracks)
    }
}

extension MediaDescription.Track {
    fileprivate init(_ facts: TrackFacts) {
        let range = CMTimeRange(
            start: CMTimeMake(value: facts.start, timescale: facts.timescale), duration: CMTimeMake(value: facts.duration, timescale: facts.timescale))
        self.init(mediaType: AVMediaType(facts.kind), identifier: facts.identifier, timeRange: range)
        (codec, language) = (facts.codec, facts.language)
        naturalSize = CGSize(width: facts.width, height: facts.height)
        if let matrix = facts.matrix, matrix.count == 6 { transform = CGAffineTransform(matrix[0], matrix[1], matrix[2], matrix[3], matrix[4], matrix[5]) }
        (frameRate, dataRate) = (facts.frameRate ?? 0, facts.bitRate.map(Double.init) ?? 0)
    }
}

extension AVMediaType {
    fileprivate init(_ kind: TrackFacts.Kind) {
        self =
            switch kind {
            case .video: .video
            case .audio: .audio
            case .subtitle: .subtitle
            case .timecode: .timecode
            case .metadata: .metadata
            }
    }
}

extension TrackFacts {
    fileprivate var seconds: Double { Double(duration) / Double(timescale) }
}
