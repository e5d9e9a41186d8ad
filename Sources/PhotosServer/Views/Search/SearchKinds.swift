import PhotoModel
import Query

/// Words that say what kind of asset is looked for, in the languages of the page. No word finds hidden ones: they have a place of their own.
enum SearchKinds {
    struct Kind: Sendable {
        /// What programs call it.
        let name: String
        let words: Set<String>
        let condition: Query.Predicate
        /// Whether it is others tomorrow.
        let isRelative: Bool

        /// - Parameter words: of English, German and Chinese, with spaces between them; two that belong together have a hyphen.
        init(_ name: String, _ condition: Query.Predicate, isRelative: Bool = false, _ words: String...) {
            (self.name, self.condition, self.isRelative) = (name, condition, isRelative)
            self.words = Set(words.flatMap { $0.split(separator: " ") }.map { SearchKinds.folded(String($0)) })
        }
    }

    /// Of a word in any case; `nil` for one that names no kind.
    static func kind(_ word: String) -> Kind? {
        // Chinese joins a kind by 的 to what comes before or behind it: 去年的全景, 编辑过的照片.
        let word = folded(word)
        return [word[...], word.hasPrefix("的") ? word.dropFirst() : "", word.hasSuffix("的") ? word.dropLast() : ""].lazy
            .compactMap { word in kinds.first { $0.words.contains(String(word)) } }.first
    }

    private static func folded(_ word: String) -> String { TextFolding.fold(word, [.caseInsensitive, .diacriticInsensitive]) }

    static let kinds: [Kind] =
        SmartAlbum.all.compactMap { album in
            guard let search = album.search, let condition = album.isRecentlyAdded ? addedRecently : album.rule.flatMap(condition) else { return nil }
            return Kind(search.kind, condition, isRelative: album.isRecentlyAdded, search.words)
        } + [
            Kind("photo", equal("mediaType", MediaType.image), "photo photos picture pictures image images", "foto fotos bild bilder", "照片 图片 图像 相片 圖片 圖像"),
            Kind("hdr", has(.photoHDR), "hdr"),
            Kind("edited", isTrue("hasAdjustments"), "edited", "bearbeitet", "已编辑 编辑过 已編輯 編輯過"),
        ]

    /// As the smart album has it.
    private static let addedRecently = Query.Predicate.comparison(
        Comparison(
            key("addedDate"), .greaterOrEqual, .arithmetic(.subtract, .function(.now, []), .value(.int(Int64(SmartAlbum.recentPeriod))))))

    private static func condition(_ rule: SmartAlbum.Rule) -> Query.Predicate? {
        switch rule {
        case .everything: nil
        case .mediaType(let type): equal("mediaType", type)
        case .mediaSubtypes(let subtypes): has(subtypes)
        case .playbackStyle(let style): equal("playbackStyle", style)
        case .playbackVariation(let variation): equal("playbackVariation", variation)
        case .favorite: isTrue("favorite")
        case .inBurst: .comparison(Comparison(key("burstIdentifier"), .notEqual, .value(.null)))
        case .frontFacing: isTrue("frontFacing")
        case .raw: isTrue("raw")
        }
    }

    private static func key(_ name: String) -> Query.Expression { .key(KeyReference(name)) }

    private static func isTrue(_ name: String) -> Query.Predicate { .comparison(Comparison(key(name), .equal, .value(.bool(true)))) }

    private static func equal(_ name: String, _ kind: some PhotoModel.Kind) -> Query.Predicate {
        .comparison(Comparison(key(name), .equal, .value(.int(Int64(kind.rawValue)))))
    }

    private static func has(_ subtypes: MediaSubtypes) -> Query.Predicate {
        .comparison(Comparison(.arithmetic(.bitAnd, key("mediaSubtypes"), .value(.int(Int64(subtypes.rawValue)))), .notEqual, .value(.int(0))))
    }
}
