import Foundation
import LibraryEngine

/// How an application's uploads are done. <https://developer.apple.com/documentation/photos/phassetresourceuploadjoboptions>
open class PHAssetResourceUploadJobOptions: NSObject, NSCopying {
    /// Whether networks that cost by the byte are kept out of it. Default false. It is kept for the extension to read: no network here says what it costs.
    open var preventsExpensiveNetworkAccess = false

    public override init() {}

    /// A copy that can be changed independently.
    @discardableResult
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = PHAssetResourceUploadJobOptions()
        copy.preventsExpensiveNetworkAccess = preventsExpensiveNetworkAccess
        return copy
    }

    struct Kept: Codable { var preventsExpensiveNetworkAccess: Bool }

    var text: String {
        get throws { String(decoding: try JSONEncoder().encode(Kept(preventsExpensiveNetworkAccess: preventsExpensiveNetworkAccess)), as: UTF8.self) }
    }

    convenience init?(text: String) {
        guard let kept = try? JSONDecoder().decode(Kept.self, from: Data(text.utf8)) else { return nil }
        self.init()
        preventsExpensiveNetworkAccess = kept.preventsExpensiveNetworkAccess
    }
}

extension PHPhotoLibrary {
    /// What is kept of the application's options, as text; `nil` where uploads are not enabled.
    var keptUploadOptions: String? {
        guard let gate = try? gate() else { return nil }
        return try? gate.read { try $0.uploadOptions(of: gate.application) }
    }

    func keepUploadOptions(_ text: String?) throws {
        do {
            let gate = try gate()
            try gate.performChanges(needing: .collections) { try $0.setUploadOptions(text, of: gate.application) }
        } catch {
            throw PHPhotosError(error)
        }
    }
}
