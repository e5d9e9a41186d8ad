import Foundation
import Pixels

extension PHAsset {
    /// Why the asset's file can't be read, or not all of it, for a person; `nil` where nobody has noticed any damage. Addition.
    ///
    /// Found out when the file came in, and by requests for its picture or its files' bytes, which mark it about a second after they failed. `photos verify --repair` takes the
    /// mark away where the file can be read again. As of when the asset was fetched.
    public var damage: String? { record.damage }
}

extension PHAssetResource {
    /// The same of this file; `nil` for one that belongs to no asset. Addition.
    public var damage: String? {
        switch storage {
        case .library(let kept, _): kept.record.damage
        case .file, .none: nil
        }
    }
}

extension PHPhotosError {
    /// Whether nothing on this machine can decode the file, which may be sound.
    package var isForWantOfDecoder: Bool { (userInfo[NSUnderlyingErrorKey] as? CodecError)?.code == .unsupported }
}
