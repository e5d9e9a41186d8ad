import Foundation
import PhotoModel
import Picking
import Query

/// What a client asks a list of: of what, what of it, in which order. The same parameters everywhere.
struct ViewRequest: Sendable, Hashable {
    /// `in`.
    enum Source: Sendable, Hashable {
        case library
        case album(UUID)
        case smartAlbum(AlbumSubtype)
        /// All frames of the burst that an asset belongs to.
        case burst(UUID)
        case hidden
        case trash
        /// What was taken on today's date in earlier years.
        case onThisDay
    }

    /// `order`.
    enum Order: String, Sendable { case newest, oldest, album }

    var source = Source.library
    /// `q`, without space around it.
    var text = ""
    var order = Order.newest
    /// `filter`: what a picker lets be chosen.
    var filter: PickerFilter?
    /// `tz`: whose today a search means.
    var zone: TimeZone
}

extension ViewRequest {
    /// Longer ones are no searches of a person.
    private static let longestText = 2_000

    /// - Parameter zone: of those that name none.
    init(_ parameters: QueryParameters, zone: TimeZone) throws(Problem) {
        self.zone = zone
        if let name = parameters["tz"] {
            guard let named = TimeZone(identifier: name) else {
                throw Problem(parameter: "tz", "“\(name.prefix(60))” is no time zone. Name one of the IANA database, such as Europe/Zurich.")
            }
            self.zone = named
        }
        source = try Self.source(parameters["in"] ?? "library")
        text = (parameters["q"] ?? "").trimmingCharacters(in: .whitespacesAndNewlines)
        guard text.utf8.count <= Self.longestText else {
            throw Problem(parameter: "q", "The search is longer than \(Self.longestText) bytes. Write a shorter one.")
        }
        if let text = parameters["filter"], !text.isEmpty {
            do { filter = try PickerFilter(parsing: text) } catch { throw Problem(parameter: "filter", error.message) }
        }
        if case .album = source { order = .album }
        guard let name = parameters["order"] else { return }
        guard let named = Order(rawValue: name), named != .album || source.hasOwnOrder else {
            throw Problem(parameter: "order", "“\(name.prefix(60))” is no order of this list. Write newest or oldest, or album inside an album.")
        }
        order = named
    }

    /// What `in`, or another parameter, names.
    static func source(_ text: String, parameter: String = "in") throws(Problem) -> Source {
        switch text {
        case "", "library": return .library
        case "hidden": return .hidden
        case "trash": return .trash
        case "onThisDay": return .onThisDay
        default: break
        }
        if text.hasPrefix("album:"), let uuid = UUID(uuidString: String(text.dropFirst(6))) { return .album(uuid) }
        if text.hasPrefix("burst:"), let uuid = UUID(uuidString: String(text.dropFirst(6))) { return .burst(uuid) }
        if text.hasPrefix("smart:"), let album = SmartAlbum.named(String(text.dropFirst(6))) {
            return .smartAlbum(album.subtype)
        }
        throw Problem(
            parameter: parameter,
            "“\(text.prefix(80))” is no place of the library. Write library, album:UUID, smart:smartAlbumFavorites or another one, burst:UUID, hidden, trash or onThisDay.")
    }
}

extension ViewRequest.Source {
    /// Whether it is what is kept from sight everywhere else.
    var isHidden: Bool {
        switch self {
        case .hidden, .trash: true
        case .smartAlbum(let subtype): SmartAlbum.with(subtype)?.isHidden == true
        case .library, .album, .burst, .onThisDay: false
        }
    }

    fileprivate var hasOwnOrder: Bool {
        switch self {
        case .album, .smartAlbum: true
        case .library, .burst, .hidden, .trash, .onThisDay: false
        }
    }
}

extension Problem {
    /// A parameter of the address that can't be used.
    init(parameter name: String, _ detail: String) {
        self.init(.badRequest, "parameter", title: "A part of the address can't be understood", detail: "\(name): \(detail)")
    }
}
