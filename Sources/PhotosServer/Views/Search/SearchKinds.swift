import Query

/// Words that say what kind of asset is looked for, in the languages of the page. No word finds hidden ones: they have a place of their own.
enum SearchKinds {
    struct Kind: Sendable {
        /// What programs call it.
        let name: String
        let words: Set<String>
        let condition: Query.Predicate

        /// - Parameter words: of English, German and Chinese, with spaces between them.
        init(_ name: String, _ condition: Query.Predicate, _ words: String...) {
            (self.name, self.condition) = (name, condition)
            self.words = Set(words.flatMap { $0.split(separator: " ") }.map { SearchKinds.folded(String($0)) })
        }
    }

    /// Of a word in any case; `nil` for one that names no kind.
    static func kind(_ word: String) -> Kind? {
        let word = folded(word)
        return kinds.first { $0.words.contains(word) }
    }

    private static func folded(_ word: String) -> String { TextFolding.fold(word, [.caseInsensitive, .diacriticInsensitive]) }

    static let kinds: [Kind] = [
        Kind("video", equal("mediaType", 2), "video videos movie movies film films", "filme", "视频 影片 录像 錄影"),
        Kind("photo", equal("mediaType", 1), "photo photos picture pictures image images", "foto fotos bild bilder", "照片 图片 相片 圖片"),
        Kind("livePhoto", has(subtype: 8), "live", "实况 实况照片 动态照片 原況 原況照片"),
        Kind("panorama", has(subtype: 1), "panorama panoramas panoramic", "panoramen", "全景 全景照片"),
        Kind("screenshot", has(subtype: 4), "screenshot screenshots", "bildschirmfoto bildschirmfotos", "截屏 截图 屏幕截图 屏幕快照 截圖 螢幕截圖 螢幕快照"),
        Kind("hdr", has(subtype: 2), "hdr"),
        Kind("portrait", has(subtype: 16), "portrait portraits", "porträt porträts", "人像"),
        Kind("slowMotion", has(subtype: 1 << 17), "slomo slo-mo", "zeitlupe", "慢动作 慢動作"),
        Kind("timelapse", has(subtype: 1 << 18), "timelapse time-lapse", "zeitraffer", "延时 延时摄影 縮時 縮時攝影"),
        Kind("favourite", isTrue("favorite"), "favorite favorites favourite favourites", "favorit favoriten", "收藏 个人收藏 最爱 喜好項目 最愛"),
        Kind("selfie", isTrue("frontFacing"), "selfie selfies", "自拍"),
        Kind("burst", .comparison(Comparison(key("burstIdentifier"), .notEqual, .value(.null))), "burst bursts", "serie serien", "连拍 连拍快照 連拍"),
        Kind("raw", isTrue("raw"), "raw raws"),
        Kind("edited", isTrue("hasAdjustments"), "edited", "bearbeitet", "已编辑 编辑过 已編輯 編輯過"),
        Kind("animated", equal("playbackStyle", 2), "animated gif gifs", "animiert", "动图 動圖"),
    ]

    private static func key(_ name: String) -> Query.Expression { .key(KeyReference(name)) }

    private static func isTrue(_ name: String) -> Query.Predicate { .comparison(Comparison(key(name), .equal, .value(.bool(true)))) }

    private static func equal(_ name: String, _ number: Int64) -> Query.Predicate { .comparison(Comparison(key(name), .equal, .value(.int(number)))) }

    private static func has(subtype bit: Int64) -> Query.Predicate {
        .comparison(Comparison(.arithmetic(.bitAnd, key("mediaSubtypes"), .value(.int(bit))), .notEqual, .value(.int(0))))
    }
}
