import Foundation
import Photos
import SharedWorld
import Testing

/// What Apple's documentation says, asked as an application would: with `import Photos`, Foundation and nothing of ours.
///
/// The same sources compile on a Mac against Apple's Photos; what stands under `OPENPHOTOKIT` there has no counterpart: names that only the
/// documentation's index lists, and facts that no application can make. `World` is the one thing to be written anew.
@Suite(.serialized, .sharedLibrary) enum ApplicationTests {}

extension PHFetchResult {
    /// All objects, as a loop over the indexes finds them.
    var all: [ObjectType] { (0..<count).map { object(at: $0) } }
}

func options(_ change: (PHFetchOptions) -> Void) -> PHFetchOptions {
    let options = PHFetchOptions()
    change(options)
    return options
}
