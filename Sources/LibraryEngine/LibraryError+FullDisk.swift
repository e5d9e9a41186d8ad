import Catalog
import Foundation
import Originals

extension LibraryError {
    /// Whether it fails because there is no room: on the disk of the library, or on one where files of the moment lie.
    package var isDiskFull: Bool {
        switch cause {
        case let error as CatalogError: error.code == .diskFull
        case let error as OriginalsError: error.code == .noSpace
        case let error?: Self.saysNoRoom(error as NSError)
        case nil: false
        }
    }

    /// What the system says, or Foundation of it.
    private static func saysNoRoom(_ error: NSError) -> Bool {
        if error.domain == NSPOSIXErrorDomain { return [ENOSPC, EDQUOT, EFBIG].contains(Int32(truncatingIfNeeded: error.code)) }
        if error.domain == NSCocoaErrorDomain, error.code == CocoaError.Code.fileWriteOutOfSpace.rawValue { return true }
        return (error.userInfo[NSUnderlyingErrorKey] as? any Error).map { saysNoRoom($0 as NSError) } ?? false
    }
}
