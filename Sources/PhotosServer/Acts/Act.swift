import Foundation
import LibraryEngine

/// What a person asks for, checked as far as it can be without the library.
enum Act: Sendable {
    case favorite([UUID], Bool)
    case hide([UUID], Bool)
    case pick([UUID], Bool)
    case keepPicks([UUID])
    case joinBurst([UUID])
    case leaveBurst([UUID])
    case delete([UUID])
    case restore([UUID])
    case purge([UUID])
    case createAlbum(title: String, parent: UUID?, assets: [UUID])
    case createFolder(title: String, parent: UUID?)
    case rename(UUID, title: String)
    case deleteCollection(UUID)
    case moveCollection(UUID, parent: UUID?, before: UUID?)
    case addAssets(UUID, [UUID])
    case removeAssets(UUID, [UUID])
    case moveAssets(UUID, [UUID], before: UUID?)
    case describe([UUID], Description)
    case edit([UUID], BulkEdit)
    case pair([UUID])
    case separate(UUID)
    case showRaw(UUID, Bool)
    case merge([UUID], keeping: UUID?, staying: [UUID])
    case keepApart([UUID])

    init(_ request: ActRequest) throws(Problem) {
        switch request.act {
        case "favorite": self = .favorite(try request.requiredAssets(), try request.requiredValue())
        case "hide": self = .hide(try request.requiredAssets(), try request.requiredValue())
        case "pick": self = .pick(try request.requiredAssets(), try request.requiredValue())
        case "keepPicks": self = .keepPicks(try request.requiredAssets())
        case "joinBurst": self = .joinBurst(try request.requiredSeveral())
        case "leaveBurst": self = .leaveBurst(try request.requiredAssets())
        case "delete": self = .delete(try request.requiredAssets())
        case "restore": self = .restore(try request.requiredAssets())
        case "purge": self = .purge(try request.requiredAssets())
        case "createAlbum":
            self = .createAlbum(title: try request.requiredTitle(), parent: try request.optionalParent(), assets: try request.requiredAssets(orNone: true))
        case "createFolder": self = .createFolder(title: try request.requiredTitle(), parent: try request.optionalParent())
        case "rename": self = .rename(try request.requiredCollection(), title: try request.requiredTitle())
        case "deleteCollection": self = .deleteCollection(try request.requiredCollection())
        case "moveCollection":
            let (collection, before) = (try request.requiredCollection(), try request.optionalBefore())
            guard before != collection else { throw .badAct("Nothing can be moved before itself.") }
            self = .moveCollection(collection, parent: try request.optionalParent(), before: before)
        case "addAssets": self = .addAssets(try request.requiredCollection(), try request.requiredAssets())
        case "removeAssets": self = .removeAssets(try request.requiredCollection(), try request.requiredAssets())
        case "moveAssets": self = .moveAssets(try request.requiredCollection(), try request.requiredAssets(), before: try request.optionalBefore())
        case "describe": self = .describe(try request.requiredAssets(), try request.description())
        case "edit": self = .edit(try request.requiredAssets(), try request.requiredEdit())
        case "pair":
            let assets = try request.requiredAssets()
            guard assets.count == 2 else { throw .badAct("“pair” needs a photo and a video, or a photo and its RAW, in “assets”, and nothing else.") }
            self = .pair(assets)
        case "separate":
            let assets = try request.requiredAssets()
            guard assets.count == 1 else { throw .badAct("“separate” takes one Live Photo apart, or one photo and its RAW: name one in “assets”.") }
            self = .separate(assets[0])
        case "showRaw":
            let assets = try request.requiredAssets()
            guard assets.count == 1 else { throw .badAct("“showRaw” is for one photo with its RAW: name one in “assets”.") }
            self = .showRaw(assets[0], try request.requiredValue())
        case "merge":
            let assets = try request.requiredSeveral()
            self = .merge(assets, keeping: try request.optionalKept(among: assets), staying: try request.optionalStaying())
        case "keepApart": self = .keepApart(try request.requiredSeveral())
        default: throw .badAct("There is no act “\(request.act.prefix(60))”. /api/openapi.json lists those that there are.")
        }
    }

    /// What it takes of a grant: a merge gives others sight of a photo, and what is alike is the owner's to say.
    var grant: Need {
        switch self {
        case .merge, .keepApart: .comparing
        default: .changing
        }
    }

    /// How much access it takes.
    var need: ChangeNeed {
        switch self {
        case .favorite, .hide, .pick, .keepPicks, .joinBurst, .leaveBurst, .delete, .restore, .purge, .describe, .edit, .pair, .separate, .showRaw, .merge, .keepApart:
            .assets
        case .createAlbum, .createFolder, .rename, .deleteCollection, .moveCollection, .addAssets, .removeAssets, .moveAssets: .collections
        }
    }
}
