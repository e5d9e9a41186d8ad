/// What an asset is called by what it is.
package enum AssetTitles {
    /// One of a type, such as “Photo”. What is of no known type is called a photo.
    package static func kind(_ type: MediaType, isLivePhoto: Bool = false, in language: TitleLanguage = .preferred) -> String {
        let titles =
            switch type {
            case .video: video
            case .audio: audio
            default: isLivePhoto ? livePhoto : photo
            }
        return titles.title(in: language)
    }

    private static let photo = SmartAlbum.Titles(english: "Photo", german: "Foto", simplifiedChinese: "照片", traditionalChinese: "照片")
    private static let livePhoto = SmartAlbum.Titles(english: "Live Photo", german: "Live Photo", simplifiedChinese: "实况照片", traditionalChinese: "原況照片")
    private static let video = SmartAlbum.Titles(english: "Video", german: "Video", simplifiedChinese: "视频", traditionalChinese: "影片")
    private static let audio = SmartAlbum.Titles(english: "Audio", german: "Audio", simplifiedChinese: "音频", traditionalChinese: "音訊")
}
