import Foundation

/// The names of smart albums in the user's language: Chinese or German where it is preferred, else English.
package enum SmartAlbumTitles {
    /// - Parameter languages: codes such as `zh-Hant`, the preferred one first; by default what the environment asks for.
    /// - Returns: `nil` for what is no subtype of a smart album.
    package static func title(_ subtype: Int, languages: [String] = TitleLanguage.preferredLanguages) -> String? {
        guard let names = names[subtype] else { return nil }
        return switch TitleLanguage(languages) {
        case .english: names.english
        case .german: names.german
        case .simplifiedChinese: names.simplified
        case .traditionalChinese: names.traditional
        }
    }

    private static let names: [Int: (english: String, german: String, simplified: String, traditional: String)] = [
        200: ("Smart Album", "Intelligentes Album", "智能相簿", "智慧型相簿"),
        201: ("Panoramas", "Panoramen", "全景照片", "全景照片"),
        202: ("Videos", "Videos", "视频", "影片"),
        203: ("Favorites", "Favoriten", "个人收藏", "喜好項目"),
        204: ("Time-lapse", "Zeitraffer", "延时摄影", "縮時攝影"),
        205: ("Hidden", "Ausgeblendet", "已隐藏", "已隱藏"),
        206: ("Recently Saved", "Zuletzt gesichert", "最近添加", "最近加入"),
        207: ("Bursts", "Serien", "连拍快照", "連拍"),
        208: ("Slo-mo", "Slo-Mo", "慢动作", "慢動作"),
        209: ("Recents", "Zuletzt", "最近项目", "最近項目"),
        210: ("Selfies", "Selfies", "自拍", "自拍"),
        211: ("Screenshots", "Bildschirmfotos", "截屏", "螢幕快照"),
        212: ("Portrait", "Porträt", "人像", "人像"),
        213: ("Live Photos", "Live Photos", "实况照片", "原況照片"),
        214: ("Animated", "Animiert", "动图", "動圖"),
        215: ("Long Exposure", "Langzeitbelichtung", "长曝光", "長曝光"),
        216: ("Unable to Upload", "Laden nicht möglich", "无法上传", "無法上傳"),
        217: ("RAW", "RAW", "RAW", "RAW"),
        218: ("Cinematic", "Kinomodus", "电影效果", "電影級"),
        219: ("Spatial", "Räumlich", "空间", "空間"),
        220: ("Screen Recordings", "Bildschirmaufnahmen", "屏幕录制", "螢幕錄影"),
    ]
}
