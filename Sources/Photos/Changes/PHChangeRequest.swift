import Foundation
import LibraryEngine

/// A wish to change something, made inside a change block. <https://developer.apple.com/documentation/photos/phchangerequest>
///
/// Made elsewhere, which is an exception on Apple's platforms, it does nothing and says so in the log.
open class PHChangeRequest: NSObject {
    /// The block it was made in.
    private(set) var change: ChangeSession?

    /// A request that asks for nothing, wherever it is made: for test doubles.
    public override init() {}

    /// Makes it one of the block that is running. Requests that ask for something call this last when they are made.
    func enroll() {
        change = .current
        guard let change else {
            PHPhotoLibrary.report(
                .error, "\(type(of: self)) was made outside of a change block and does nothing. Make it inside PHPhotoLibrary.performChanges.")
            return
        }
        change.enroll(self)
    }

    /// For what the block that is running creates.
    static func newUUID() -> UUID { ChangeSession.current?.library.session.openLibrary?.environment.makeUUID() ?? UUID() }

    /// Whose library it changes; `none` outside of a block.
    var session: LibrarySession { change?.library.session ?? .none }

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

    /// After the transaction, which has happened.
    func committed() {}
}
