import Descriptions
import HTTPTypes
import Hummingbird
import LibraryEngine
import PhotoModel

/// What of a video is in slow motion.
enum SpeedRoutes {
    static let routes: [Route] = [
        Route(
            "/api/assets/{id}/speed", "speed", "What of a video is shown slowly.",
            description: "Its file is at full speed: who plays it is slower between these moments, and exports are as slow.", needs: .viewing, parameters: [.asset],
            answers: [.json(.named("Speed"), "The slow part, in seconds of the file."), .notModified]
        ) { request, parameters, context in
            let asset = try await AssetAnswer.record(parameters, context)
            let resources = try await context.read { try $0.resources(assetID: asset.id) }
            var json = JSONWriter()
            // Most videos are told from others without a look at their files, which may be elsewhere.
            guard let movie = resources.movie(.current), asset.mediaType == .video, asset.mayBeSlow(resources, .current) else {
                json.object { $0.field("slow", String?.none) }
                return .json(json.bytes, for: request)
            }
            for file in asset.slowMotionFiles(resources, .current) { _ = try await context.open(file, .file(file.fileLocation)) }
            let facts = try await context.facts(of: movie), library = context.library
            let slow = try await context.work.run(.picture) {
                try library.slowMotion(of: asset, resources, .current, framesPerSecond: facts.frameRate ?? 0, duration: facts.duration)
            }
            json.object { json in
                guard let slow else { return json.field("slow", String?.none) }
                json.object("slow") { json in
                    json.field("start", slow.start)
                    json.field("end", slow.end)
                    json.field("rate", slow.rate)
                }
            }
            return .json(json.bytes, for: request)
        }
    ]
}
