import AssetsLibrary
import PhotoAsset

/// Whether the application may use the library, and where a person allows it. Document 000, "检查 App 是否有照片操作授权"; document 003, "授权相关".
enum Permission {
    static func run() async {
        switch ALAssetsLibrary.authorizationStatus() {
        case .restricted, .denied: print("AssetsLibrary: \(advice)")
        case .notDetermined: print("AssetsLibrary: not decided; the first enumeration asks")
        case .authorized: print("AssetsLibrary: allowed")
        }
        let status = await PHPhotoLibrary.requestAuthorization(for: .readWrite)
        switch status {
        case .restricted, .denied: print("PhotoKit: \(advice)")
        case .notDetermined: print("PhotoKit: not decided")
        case .limited: print("PhotoKit: allowed, for some photos")
        case .authorized: print("PhotoKit: allowed")
        }
    }

    private static var advice: String {
        "not allowed. The library's owner allows it with 'photos access grant \(ProcessInfo.processInfo.environment["PHOTOS_APP_ID"] ?? ProcessInfo.processInfo.processName) full'"
    }
}
