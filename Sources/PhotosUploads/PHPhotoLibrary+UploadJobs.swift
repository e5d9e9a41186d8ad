import Foundation
import LibraryEngine
import Photos

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
    /// Whether the application's jobs are done. Default false.
    public var uploadJobExtensionEnabled: Bool { keptUploadOptions != nil }

    /// What the application has asked for with its uploads; `nil` where they are not enabled.
    public var uploadJobExtensionOptions: PHAssetResourceUploadJobOptions? { keptUploadOptions.flatMap { PHAssetResourceUploadJobOptions(text: $0) } }

    /// Enables or disables. Deprecated by Apple since iOS 27.
    /// - Throws: as `enableUploadJobExtension`.
    public func setUploadJobExtensionEnabled(_ enable: Bool) throws {
        if enable { try enableUploadJobExtension(with: uploadJobExtensionOptions) } else { try disableUploadJobExtension() }
    }

    /// Lets the application's jobs be done from now on, in this process and others, until it is disabled.
    /// - Parameter options: `nil`: the defaults.
    /// - Throws: a `PHPhotosError`: `.accessUserDenied` without full access.
    public func enableUploadJobExtension(with options: PHAssetResourceUploadJobOptions?) throws {
        try keepUploadOptions((options ?? PHAssetResourceUploadJobOptions()).text)
    }

    /// Lets no job begin any more. Those that wait stay.
    /// - Throws: as `enableUploadJobExtension`.
    public func disableUploadJobExtension() throws { try keepUploadOptions(nil) }

    /// Changes what was asked for.
    /// - Throws: `.changeNotSupported` where uploads are not enabled; as `enableUploadJobExtension`.
    public func setUploadJobExtensionOptions(_ options: PHAssetResourceUploadJobOptions) throws {
        guard uploadJobExtensionEnabled else {
            throw PHPhotosError(code: .changeNotSupported, message: "Uploads are not enabled. Call enableUploadJobExtension(with:) with the options.")
        }
        try keepUploadOptions(options.text)
    }

    private var keptUploadOptions: String? {
        guard let gate = try? gate() else { return nil }
        return try? gate.read { try $0.uploadOptions(of: gate.application) }
    }

    private func keepUploadOptions(_ text: String?) throws {
        do {
            let gate = try gate()
            try gate.performChanges(needing: .collections) { try $0.setUploadOptions(text, of: gate.application) }
        } catch {
            throw PHPhotosError(engine: error)
        }
    }
}
