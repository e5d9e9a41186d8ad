import Query

/// Words that say what kind of asset is looked for, in English and Chinese. No word finds hidden ones: they have a place of their own.
enum SearchKinds {
    struct Kind: Sendable {
        /// What programs call it.
        let name: String
        let words: Set<String>
        let condition: Query.Predicate

        init(_ name: String, _ words: Set<String>, _ condition: Query.Predicate) { (self.name, self.words, self.condition) = (name, words, condition) }
    }

    /// Of a word in any case; `nil` for one that names no kind.
    static func kind(_ word: String) -> Kind? {
        let word = TextFolding.fold(word, [.caseInsensitive, .diacriticInsensitive])
        return kinds.first { $0.words.contains(word) }
    }

    static let kinds: [Kind] = [
        Kind("video", ["video", "videos", "movie", "movies", "film", "films", "视频", "影片", "录像"], equal("mediaType", 2)),
        Kind("photo", ["photo", "photos", "picture", "pictures", "image", "images", "照片", "图片", "相片"], equal("mediaType", 1)),
        Kind("livePhoto", ["live", "实况", "实况照片", "动态照片"], has(subtype: 8)),
        Kind("panorama", ["panorama", "panoramas", "panoramic", "全景", "全景照片"], has(subtype: 1)),
        Kind("screenshot", ["screenshot", "screenshots", "截屏", "截图", "屏幕截图", "屏幕快照"], has(subtype: 4)),
        Kind("hdr", ["hdr"], has(subtype: 2)),
        Kind("portrait", ["portrait", "portraits", "人像"], has(subtype: 16)),
        Kind("slowMotion", ["slomo", "slo-mo", "慢动作"], has(subtype: 1 << 17)),
        Kind("timelapse", ["timelapse", "time-lapse", "延时", "延时摄影"], has(subtype: 1 << 18)),
        Kind("favourite", ["favorite", "favorites", "favourite", "favourites", "收藏", "个人收藏", "最爱"], isTrue("favorite")),
        Kind("selfie", ["selfie", "selfies", "自拍"], isTrue("frontFacing")),
        Kind("burst", ["burst", "bursts", "连拍", "连拍快照"], .comparison(Comparison(key("burstIdentifier"), .notEqual, .value(.null)))),
        Kind("raw", ["raw", "raws"], isTrue("raw")),
        Kind("edited", ["edited", "已编辑", "编辑过"], isTrue("hasAdjustments")),
        Kind("animated", ["animated", "gif", "gifs", "动图"], equal("playbackStyle", 2)),
    ]

    private static func key(_ name: String) -> Query.Expression { .key(KeyReference(name)) }

    private static func isTrue(_ name: String) -> Query.Predicate { .comparison(Comparison(key(name), .equal, .value(.bool(true)))) }

    private static func equal(_ name: String, _ number: Int64) -> Query.Predicate { .comparison(Comparison(key(name), .equal, .value(.int(number)))) }

    private static func has(subtype bit: Int64) -> Query.Predicate {
        .comparison(Comparison(.arithmetic(.bitAnd, key("mediaSubtypes"), .value(.int(bit))), .notEqual, .value(.int(0))))
    }
}
