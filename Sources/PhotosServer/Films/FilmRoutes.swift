import HTTPTypes
import Hummingbird
import PhotoModel

/// Videos that a browser can't play, encoded while they are watched.
enum FilmRoutes {
    private static let kind = Route.Parameter.path("kind", "video, or live for the video of a Live Photo.", .one(in: FilmAnswer.Kind.allCases.map(\.rawValue)))

    static let routes: [Route] = [
        Route(
            "/stream/{kind}/{id}/{revision}", "stream", "What is needed to play a video in parts.",
            description: "For videos in formats that the client does not know: it asks for one part after the other, as far as it is watched.", needs: .viewing,
            parameters: [kind, .asset, .revision],
            answers: [.json(.named("Stream"), "How the parts are encoded, and how long the video is."), .status(.found, "The current revision's address.")]
        ) { try await FilmAnswer($2).facts($0, $1) },
        Route(
            "/stream/{kind}/{id}/{revision}/{part}", "streamPart", "A part of a video, as H.264 and AAC in fragments of MP4.",
            description: "Each has its own header, and the video's times: part after part, appended to one SourceBuffer, is the video.", needs: .viewing,
            parameters: [
                kind, .asset, .revision,
                .path("part", "From when to when in milliseconds, such as 4000-8000: at most 10 seconds.", .text(matching: "^[0-9]{1,9}-[0-9]{1,9}$")),
            ],
            answers: [.of(MIMEType.mp4, "Never another one at this address."), .status(.found, "The current revision's address.")]
        ) { try await FilmAnswer($2).part($0, $1) },
    ]
}
