import Foundation
import LibraryEngine
import PhotoModel
import Query

/// What a client sends: an act by its name, and what that act needs.
struct ActRequest: Decodable {
    var act: String
    var assets: [String]?
    var list: ListChoice?
    /// What `list` says, looked up.
    var listed: [UUID]?
    var value: Bool?
    var collection: String?
    var parent: String?
    var before: String?
    var title: String?
    var caption: String?
    var keywords: [String]?
    var edit: BulkRequest?
    var keeping: String?
    var staying: [String]?
    /// Fields that are there, also where they are `null`.
    private(set) var given: Set<String> = []

    private enum Key: String, CodingKey, CaseIterable {
        case act, assets, list, value, collection, parent, before, title, caption, keywords, edit, keeping, staying
    }

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Key.self)
        act = try fields.decode(String.self, forKey: .act)
        assets = try fields.decodeIfPresent([String].self, forKey: .assets)
        list = try fields.decodeIfPresent(ListChoice.self, forKey: .list)
        value = try fields.decodeIfPresent(Bool.self, forKey: .value)
        collection = try fields.decodeIfPresent(String.self, forKey: .collection)
        parent = try fields.decodeIfPresent(String.self, forKey: .parent)
        before = try fields.decodeIfPresent(String.self, forKey: .before)
        title = try fields.decodeIfPresent(String.self, forKey: .title)
        caption = try fields.decodeIfPresent(String.self, forKey: .caption)
        keywords = try fields.decodeIfPresent([String].self, forKey: .keywords)
        edit = try fields.decodeIfPresent(BulkRequest.self, forKey: .edit)
        keeping = try fields.decodeIfPresent(String.self, forKey: .keeping)
        staying = try fields.decodeIfPresent([String].self, forKey: .staying)
        given = Set(fields.allKeys.map(\.rawValue))
    }
}

extension ActRequest {
    /// Bytes of UTF-8, as far as a fetch of a screen of assets can carry them along.
    static let longestTitle = 1_000, longestCaption = 100_000, longestKeyword = 1_000

    /// The others are of a few that somebody looks at.
    private static let actsOnLists: Set = ["favorite", "hide", "delete", "restore", "purge", "createAlbum", "addAssets", "removeAssets", "describe", "edit"]

    func requiredAssets(orNone: Bool = false) throws(Problem) -> [UUID] {
        if let listed {
            guard Self.actsOnLists.contains(act) else { throw .badAct("“\(act)” is not done to all of a list. Name the photos in “assets”, and leave out “list”.") }
            guard assets == nil else { throw .badAct("“assets” and “list” both say which photos. Leave out one of them.") }
            return listed
        }
        guard let assets, orNone || !assets.isEmpty else {
            if orNone { return [] }
            throw .badAct("“\(act)” needs “assets”: a list of identifiers with at least one in it.")
        }
        return try Self.identifiers(assets)
    }

    /// Each once.
    static func identifiers(_ assets: [String], in field: String = "assets") throws(Problem) -> [UUID] {
        var (ids, seen) = ([UUID](), Set<UUID>())
        for text in assets {
            let id = try identifier(text, field)
            if seen.insert(id).inserted { ids.append(id) }
        }
        return ids
    }

    func requiredSeveral() throws(Problem) -> [UUID] { try Self.severalIdentifiers(assets ?? [], for: "“\(act)”") }

    /// - Parameter act: what needs them, at the beginning of a sentence.
    static func severalIdentifiers(_ assets: [String], for act: String) throws(Problem) -> [UUID] {
        let ids = try identifiers(assets)
        guard ids.count > 1 else { throw .badAct("\(act) needs “assets”: a list of two different identifiers or more.") }
        return ids
    }

    func optionalStaying() throws(Problem) -> [UUID] { try Self.identifiers(staying ?? [], in: "staying") }

    func optionalKept(among assets: [UUID]) throws(Problem) -> UUID? { try Self.kept(keeping, among: assets) }

    static func kept(_ keeping: String?, among assets: [UUID]) throws(Problem) -> UUID? {
        guard let keeping else { return nil }
        let id = try identifier(keeping, "keeping")
        guard assets.contains(id) else { throw .badAct("“keeping” names none of the photos in “assets”. Name one of them, or null for the best one.") }
        return id
    }

    func requiredValue() throws(Problem) -> Bool {
        guard let value else { throw .badAct("“\(act)” needs “value”: true or false.") }
        return value
    }

    func requiredCollection() throws(Problem) -> UUID {
        guard let collection else { throw .badAct("“\(act)” needs “collection”: the identifier of an album or folder.") }
        return try Self.identifier(collection, "collection")
    }

    func optionalParent() throws(Problem) -> UUID? {
        guard let parent else { return nil }
        return try Self.identifier(parent, "parent")
    }

    func optionalBefore() throws(Problem) -> UUID? {
        guard let before else { return nil }
        return try Self.identifier(before, "before")
    }

    func requiredTitle() throws(Problem) -> String {
        let title = (title ?? "").trimmingCharacters(in: .whitespacesAndNewlines)
        guard !title.isEmpty else { throw .badAct("“\(act)” needs “title”: a name with at least one letter in it.") }
        return try Self.checked(title, "title", atMost: Self.longestTitle)
    }

    func description() throws(Problem) -> Description {
        var result = Description()
        if given.contains("title") { result.title = .some(try Self.checkedText(title, "title", atMost: Self.longestTitle)) }
        if given.contains("caption") { result.caption = .some(try Self.checkedText(caption, "caption", atMost: Self.longestCaption)) }
        if given.contains("keywords") {
            result.keywords = try Self.checkedKeywords(keywords ?? [])
        }
        guard !result.isEmpty else { throw .badAct("“describe” needs “title”, “caption” or “keywords”: at least one of them.") }
        return result
    }

    func requiredEdit() throws(Problem) -> BulkEdit {
        guard let edit else { throw .badAct("“\(act)” needs “edit”: what to change.") }
        return try edit.edit()
    }

    /// Each once.
    static func checkedKeywords(_ keywords: [String]) throws(Problem) -> [String] {
        var (unique, seen) = ([String](), Set<[UInt8]>())
        for keyword in keywords {
            guard !keyword.isEmpty else { throw .badAct("A keyword can’t be empty. Leave it out.") }
            // By bytes, as the catalogue compares them.
            if seen.insert(Array(keyword.utf8)).inserted { unique.append(try checked(keyword, "keyword", atMost: longestKeyword)) }
        }
        return unique
    }

    /// An empty text is none.
    static func checkedText(_ text: String?, _ name: String, atMost limit: Int) throws(Problem) -> String? {
        guard let text, !text.isEmpty else { return nil }
        return try checked(text, name, atMost: limit)
    }

    private static func checked(_ text: String, _ name: String, atMost limit: Int) throws(Problem) -> String {
        guard text.utf8.count <= limit else { throw .badAct("A \(name) has at most \(limit) bytes, and this one has \(text.utf8.count). Shorten it.") }
        // A predicate could never name it: its texts have no NUL.
        guard !text.utf8.contains(0) else { throw .badAct("A \(name) can’t contain the character NUL. Remove it.") }
        return text
    }

    private static func identifier(_ text: String, _ field: String) throws(Problem) -> UUID {
        guard let uuid = LocalIdentifier.uuid(from: text) else {
            throw .badAct("“\(text.prefix(60))” in “\(field)” is no identifier. They look like 8A6B2C40-93F1-4D0E-8B1C-5F2A7D3E9C10.")
        }
        return uuid
    }
}
