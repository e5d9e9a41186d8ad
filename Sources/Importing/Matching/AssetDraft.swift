import PhotoModel

/// Files that are one asset; each is named by its place in the list that was matched.
package struct AssetDraft: Sendable, Equatable {
    package struct Member: Sendable, Equatable {
        package var file: Int
        package var kind: ResourceType
    }

    /// The primary first, then by kind and name.
    package var members: [Member]
    /// The adjustment file that describes the edit in force; `nil` for an unedited asset.
    package var adjustment: Int?

    init(primary: Int, _ kind: ResourceType) {
        members = [Member(file: primary, kind: kind)]
    }

    package var primary: Int { members[0].file }

    package func first(_ kind: ResourceType) -> Int? { members.first { $0.kind == kind }?.file }

    package func contains(_ file: Int) -> Bool { members.contains { $0.file == file } }

    mutating func add(_ file: Int, _ kind: ResourceType) { members.append(Member(file: file, kind: kind)) }
}

/// What became of the files of one group.
package struct MatchResult: Sendable, Equatable {
    package struct Leftover: Sendable, Equatable {
        package var file: Int
        /// For a person.
        package var reason: String
    }

    package var drafts: [AssetDraft] = []
    /// Files that say something about another file which is not there.
    package var leftovers: [Leftover] = []
}
