import Foundation
import PhotoModel
import Testing
@testable import PhotosServer

@Suite struct SearchKindsTests {
    private static let languages = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../../Sources/PhotosServer/Web/languages").standardizedFileURL

    @Test(arguments: ["en", "de", "zh-Hans", "zh-Hant"]) func `what the page calls a kind finds that kind`(language: String) throws {
        let file = try JSONSerialization.jsonObject(with: Data(contentsOf: Self.languages.appendingPathComponent("\(language).json"))) as? [String: Any]
        let messages = try #require(file?["messages"] as? [String: Any])
        func kind(_ name: String) -> String? { SearchKinds.kind(name.replacing(" ", with: "-"))?.name }
        let names = messages.filter { $0.key.hasPrefix("kinds.") }.compactMapValues { $0 as? String }
        #expect(names.count > 15)
        for (key, name) in names { #expect(kind(name) == String(key.dropFirst("kinds.".count)), "\(name)") }
        // What a photo is said to be, and smart albums' titles.
        let others = messages.filter { key, _ in
            key.hasPrefix("kind.") && !["kind.sound", "kind.audio"].contains(key) || ["is.favorite", "is.edited", "is.portrait"].contains(key)
        }
        #expect(others.count > 5)
        for case let name as String in others.values { #expect(kind(name) != nil, "\(name)") }
        for album in SmartAlbum.all {
            guard let search = album.search else { continue }
            let title = album.title(in: TitleLanguage([language]))
            #expect(kind(title) == search.kind, "\(title)")
        }
    }

    @Test(arguments: [
        ("favourite", "已收藏 我的收藏 收藏夹 收藏的 喜愛 我的最愛"), ("panorama", "全景图 全景圖"), ("selfie", "自拍照 自拍的"), ("portrait", "人像模式"),
        ("edited", "编辑过的 已编辑的 編輯過的"), ("animated", "动画 動態圖"), ("photo", "图像 圖像"), ("slowMotion", "慢镜头 慢鏡頭 slow-motion"),
        ("livePhoto", "livephoto LivePhotos"), ("recentlyAdded", "最近添加 最近加入 recently-added"), ("screenRecording", "屏幕录制 录屏 螢幕錄影"),
        ("longExposure", "长曝光 長曝光"), ("cinematic", "电影效果 電影級"), ("burst", "連拍照片 連拍快照"),
    ]) func `usual words for a kind find it`(kind: String, words: String) {
        for word in words.split(separator: " ") { #expect(SearchKinds.kind(String(word))?.name == kind, "\(word)") }
    }
}
