import Photos
import SharedWorld
import Testing

/// Thirteen clients, in the manner in which applications on GitHub use Photos (counted over 98 of them), compiled in Swift 5's mode as most of
/// them are. Each file holds one: the client first, then the test that runs it against a library.
@Suite(.serialized, .sharedLibrary) struct ClientTests {}

extension PHFetchResult {
    var all: [ObjectType] { (0..<count).map { self[$0] } }
}
