/// A smart album: one row says all that is known of it. SQL, columns, the API, JSON, titles and search derive from the row.
package struct SmartAlbum: Sendable {
    /// What puts an asset into it.
    package enum Rule: Sendable, Hashable {
        case everything
        case mediaType(MediaType)
        /// Any of these.
        case mediaSubtypes(MediaSubtypes)
        case playbackStyle(PlaybackStyle)
        case playbackVariation(PlaybackVariation)
        case favorite, inBurst, frontFacing, raw
    }

    package enum Order: Sendable {
        case oldestFirst
        /// By the date of coming into the library, of the last 30 days.
        case recentlyAddedFirst
    }

    package struct Titles: Sendable {
        let english: String, german: String, simplifiedChinese: String, traditionalChinese: String

        package func title(in language: TitleLanguage) -> String {
            switch language {
            case .english: english
            case .german: german
            case .simplifiedChinese: simplifiedChinese
            case .traditionalChinese: traditionalChinese
            }
        }
    }

    package struct Search: Sendable {
        /// What programs and the page's messages call the kind.
        package let kind: String
        /// With spaces between them.
        package let words: String
    }

    package let subtype: AlbumSubtype
    /// Of its case in `PHAssetCollectionSubtype`.
    package let name: String
    /// `nil` for one that nothing we know decides: it is known by name, and never offered.
    package let rule: Rule?
    package let titles: Titles
    /// Words that find its assets in a search, in all languages; `nil` for one that no word finds.
    package let search: Search?
    package let order: Order
    /// Shows hidden assets, and only them.
    package let isHidden: Bool

    init(
        _ number: Int, _ name: String, _ rule: Rule?, _ titles: (String, String, String, String), search: (kind: String, words: String)? = nil,
        order: Order = .oldestFirst, isHidden: Bool = false
    ) {
        (subtype, self.name, self.rule, self.order, self.isHidden) = (AlbumSubtype(rawValue: number), name, rule, order, isHidden)
        self.search = search.map { Search(kind: $0.kind, words: $0.words) }
        self.titles = Titles(english: titles.0, german: titles.1, simplifiedChinese: titles.2, traditionalChinese: titles.3)
    }

    package var isRecentlyAdded: Bool { order == .recentlyAddedFirst }

    /// Seconds that an asset counts as recently added.
    package static let recentPeriod: Double = 30 * 24 * 60 * 60
}

extension SmartAlbum {
    package static let all: [SmartAlbum] = [
        SmartAlbum(200, "smartAlbumGeneric", nil, ("Smart Album", "Intelligentes Album", "智能相簿", "智慧型相簿")),
        SmartAlbum(
            201, "smartAlbumPanoramas", .mediaSubtypes(.photoPanorama), ("Panoramas", "Panoramen", "全景照片", "全景照片"),
            search: ("panorama", "panorama panoramas panoramic panoramen 全景 全景照片 全景图 全景相片 全景圖")),
        SmartAlbum(
            202, "smartAlbumVideos", .mediaType(.video), ("Videos", "Videos", "视频", "影片"),
            search: ("video", "video videos movie movies film films filme 视频 視頻 影片 短片 录像 錄像 錄影")),
        SmartAlbum(
            AlbumSubtype.favorites.rawValue, "smartAlbumFavorites", .favorite, ("Favorites", "Favoriten", "个人收藏", "喜好項目"),
            search: (
                "favourite",
                "favorite favorites favourite favourites favorit favoriten 收藏 已收藏 个人收藏 我的收藏 收藏夹 最爱 喜欢 喜爱 個人收藏 喜好 喜好項目 喜愛 "
                    + "已喜愛 最愛 我的最愛"
            )),
        SmartAlbum(
            204, "smartAlbumTimelapses", .mediaSubtypes(.videoTimelapse), ("Time-lapse", "Zeitraffer", "延时摄影", "縮時攝影"),
            search: ("timelapse", "timelapse time-lapse zeitraffer 延时 延时摄影 延時攝影 縮時 縮時攝影")),
        // No word finds hidden assets: they have a place of their own.
        SmartAlbum(AlbumSubtype.allHidden.rawValue, "smartAlbumAllHidden", .everything, ("Hidden", "Ausgeblendet", "已隐藏", "已隱藏"), isHidden: true),
        SmartAlbum(
            AlbumSubtype.recentlyAdded.rawValue, "smartAlbumRecentlyAdded", .everything, ("Recently Saved", "Zuletzt gesichert", "最近添加", "最近加入"),
            search: ("recentlyAdded", "recently-saved recently-added zuletzt-gesichert 最近添加 最近加入"), order: .recentlyAddedFirst),
        SmartAlbum(
            207, "smartAlbumBursts", .inBurst, ("Bursts", "Serien", "连拍快照", "連拍"), search: ("burst", "burst bursts serie serien 连拍 连拍快照 连拍照片 連拍 連拍快照 連拍照片")),
        SmartAlbum(
            208, "smartAlbumSlomoVideos", .mediaSubtypes(.videoHighFrameRate), ("Slo-mo", "Slo-Mo", "慢动作", "慢動作"),
            search: ("slowMotion", "slomo slo-mo slow-motion zeitlupe 慢动作 慢镜头 慢動作 慢鏡頭")),
        SmartAlbum(AlbumSubtype.userLibrary.rawValue, "smartAlbumUserLibrary", .everything, ("Recents", "Zuletzt", "最近项目", "最近項目")),
        SmartAlbum(
            210, "smartAlbumSelfPortraits", .frontFacing, ("Selfies", "Selfies", "自拍", "自拍"), search: ("selfie", "selfie selfies 自拍 自拍照 自拍照片")),
        SmartAlbum(
            211, "smartAlbumScreenshots", .mediaSubtypes(.photoScreenshot), ("Screenshots", "Bildschirmfotos", "截屏", "螢幕快照"),
            search: ("screenshot", "screenshot screenshots bildschirmfoto bildschirmfotos 截屏 截图 屏幕截图 屏幕快照 截圖 螢幕截圖 螢幕擷取 螢幕快照")),
        SmartAlbum(
            212, "smartAlbumDepthEffect", .mediaSubtypes(.photoDepthEffect), ("Portrait", "Porträt", "人像", "人像"),
            search: ("portrait", "portrait portraits porträt porträts 人像 人像模式 人像照片")),
        SmartAlbum(
            213, "smartAlbumLivePhotos", .mediaSubtypes(.photoLive), ("Live Photos", "Live Photos", "实况照片", "原況照片"),
            search: ("livePhoto", "live live-photo live-photos livephoto livephotos 实况 实况照片 动态照片 原況 原況照片 實況 實況照片 動態照片")),
        SmartAlbum(
            214, "smartAlbumAnimated", .playbackStyle(.imageAnimated), ("Animated", "Animiert", "动图", "動圖"),
            search: ("animated", "animated gif gifs animiert 动图 动画 动态图 動圖 動畫 動態圖")),
        SmartAlbum(
            215, "smartAlbumLongExposures", .playbackVariation(.longExposure), ("Long Exposure", "Langzeitbelichtung", "长曝光", "長曝光"),
            search: ("longExposure", "long-exposure long-exposures langzeitbelichtung langzeitbelichtungen 长曝光 長曝光 長時間曝光")),
        SmartAlbum(216, "smartAlbumUnableToUpload", nil, ("Unable to Upload", "Laden nicht möglich", "无法上传", "無法上傳")),
        SmartAlbum(217, "smartAlbumRAW", .raw, ("RAW", "RAW", "RAW", "RAW"), search: ("raw", "raw raws")),
        SmartAlbum(
            218, "smartAlbumCinematic", .mediaSubtypes(.videoCinematic), ("Cinematic", "Kinomodus", "电影效果", "電影級"),
            search: ("cinematic", "cinematic kinomodus kinoeffekt 电影效果 電影級")),
        SmartAlbum(
            219, "smartAlbumSpatial", .mediaSubtypes(.spatialMedia), ("Spatial", "Räumlich", "空间", "空間"),
            search: ("spatial", "spatial räumlich 空间 空间照片 空间视频 空間 空間照片 空間影片")),
        SmartAlbum(
            220, "smartAlbumScreenRecordings", .mediaSubtypes(.videoScreenRecording), ("Screen Recordings", "Bildschirmaufnahmen", "屏幕录制", "螢幕錄影"),
            search: ("screenRecording", "screen-recording screen-recordings bildschirmaufnahme bildschirmaufnahmen 屏幕录制 录屏 螢幕錄影 螢幕錄製 錄屏")),
    ]

    /// Those whose members can be worked out, in the order of their numbers.
    package static let offered = all.filter { $0.rule != nil }

    private static let bySubtype = Dictionary(uniqueKeysWithValues: all.map { ($0.subtype, $0) })

    package static func with(_ subtype: AlbumSubtype) -> SmartAlbum? { bySubtype[subtype] }

    /// By its case's name, such as `smartAlbumFavorites`, upper and lower case alike; the prefix may be missing.
    package static func named(_ text: String) -> SmartAlbum? {
        let wanted = text.lowercased()
        return all.first { $0.name.lowercased() == wanted || $0.name.dropFirst("smartAlbum".count).lowercased() == wanted }
    }

    package func title(in language: TitleLanguage = .preferred) -> String { titles.title(in: language) }
}

extension AlbumSubtype {
    package static let favorites = AlbumSubtype(rawValue: 203)
    package static let allHidden = AlbumSubtype(rawValue: 205)
    package static let recentlyAdded = AlbumSubtype(rawValue: 206)
    package static let userLibrary = AlbumSubtype(rawValue: 209)
}
