import Foundation
import LibraryEngine

/// A wish to change something, made inside a change block. <https://developer.apple.com/documentation/photos/phchangerequest>
///
/// Made elsewhere, which is an exception on Apple's platforms, it does nothing and says so in the log.
open class PHChangeRequest: NSObject {
    /// The block it was made in.
    let change: ChangeSession?

    override init() {
        change = .current
        super.init()
        guard let change else {
            PHPhotoLibrary.shared().session.report(
                .error, "\(type(of: self)) was made outside of a change block and does nothing. Make it inside PHPhotoLibrary.performChanges.")
            return
        }
        change.enroll(self)
    }

    /// Whose library it changes.
    var session: LibrarySession { (change?.library ?? .shared()).session }

    /// How much access it takes.
    var need: ChangeNeed { .collections }

    /// Before anything else: whether what was asked for makes sense at all, as far as the request itself can tell.
    func validate() throws(PHPhotosError) {}

    /// Before the transaction: whatever takes long.
    func prepare(_ library: PhotoLibrary) throws {}

    /// Inside the transaction, before any request is carried out: the row of what it creates, so that requests made earlier can name it.
    func insert(_ transaction: LibraryTransaction, _ library: PhotoLibrary) throws {}

    /// Inside the transaction, in the order the requests were made.
    func perform(_ transaction: LibraryTransaction, _ library: PhotoLibrary) throws {}
}
