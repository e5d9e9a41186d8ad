import Query

/// Words that say what kind of asset is looked for, in English and Chinese. No word finds hidden ones: they have a place of their own.
enum SearchKinds {
    /// Of a word in any case; `nil` for one that names no kind.
    static func condition(_ word: String) -> Query.Predicate? {
        let word = TextFolding.fold(word, [.caseInsensitive, .diacriticInsensitive])
        return kinds.first { $0.words.contains(word) }?.condition
    }

    private static let kinds: [(words: Set<String>, condition: Query.Predicate)] = [
        (["video", "videos", "movie", "movies", "film", "films", "视频", "影片", "录像"], equal("mediaType", 2)),
        (["photo", "photos", "picture", "pictures", "image", "images", "照片", "图片", "相片"], equal("mediaType", 1)),
        (["live", "实况", "实况照片", "动态照片"], has(subtype: 8)),
        (["panorama", "panoramas", "panoramic", "全景", "全景照片"], has(subtype: 1)),
        (["screenshot", "screenshots", "截屏", "截图", "屏幕截图", "屏幕快照"], has(subtype: 4)),
        (["hdr"], has(subtype: 2)),
        (["portrait", "portraits", "人像"], has(subtype: 16)),
        (["slomo", "slo-mo", "慢动作"], has(subtype: 1 << 17)),
        (["timelapse", "time-lapse", "延时", "延时摄影"], has(subtype: 1 << 18)),
        (["favorite", "favorites", "favourite", "favourites", "收藏", "个人收藏", "最爱"], isTrue("favorite")),
        (["selfie", "selfies", "自拍"], isTrue("frontFacing")),
        (["burst", "bursts", "连拍", "连拍快照"], .comparison(Comparison(key("burstIdentifier"), .notEqual, .value(.null)))),
        (["raw", "raws"], isTrue("raw")),
        (["edited", "已编辑", "编辑过"], isTrue("hasAdjustments")),
        (["animated", "gif", "gifs", "动图"], equal("playbackStyle", 2)),
    ]

    private static func key(_ name: String) -> Query.Expression { .key(KeyReference(name)) }

    private static func isTrue(_ name: String) -> Query.Predicate { .comparison(Comparison(key(name), .equal, .value(.bool(true)))) }

    private static func equal(_ name: String, _ number: Int64) -> Query.Predicate { .comparison(Comparison(key(name), .equal, .value(.int(number)))) }

    private static func has(subtype bit: Int64) -> Query.Predicate {
        .comparison(Comparison(.arithmetic(.bitAnd, key("mediaSubtypes"), .value(.int(bit))), .notEqual, .value(.int(0))))
    }
}
