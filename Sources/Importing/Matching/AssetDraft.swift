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
    /// The RAW of a RAW and JPEG pair where a sidecar says that it is the original; `nil` where the other is, and for what is no pair.
    package var chosenRaw: Int?

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

extension MatchResult {
    /// Matches files by what their source says they are, or else by their names and contents.
    init(of files: [IntakeFile]) {
        self.init()
        let kinds = files.compactMap(\.kind)
        guard kinds.count == files.count else {
            self = FileMatcher.match(files.map { MatchFile(name: $0.name, facts: $0.facts) })
            return
        }
        // A part that came to nothing may leave others without what they belong to.
        for file in files.indices.sorted(by: { (kinds[$0], $0) < (kinds[$1], $1) }) {
            let fault = ResourceCombination.fault(of: (drafts.first?.members.map(\.kind) ?? []) + [kinds[file]])
            if fault != nil {
                leftovers.append(Leftover(file: file, reason: "a part of a picture that can't be read"))
            } else if drafts.isEmpty {
                drafts = [AssetDraft(primary: file, kinds[file])]
            } else {
                drafts[0].add(file, kinds[file])
            }
        }
        guard !drafts.isEmpty else { return }
        // What the camera did at capture is no edit in force, here as in `FileMatcher`.
        drafts[0].adjustment = drafts[0].members.first { $0.kind == .adjustmentData && MediaName(files[$0.file].name).role != .cameraAdjustment }?.file
    }
}
