import Foundation
import Glibc

/// The folder of the pages' files.
struct PageFolder: Sendable {
    let url: URL

    init(_ url: URL) { self.url = url }

    /// The pages that came with the program: beside it, where building puts them, or where it is installed.
    ///
    /// `Bundle.module` would end the process where they are missing.
    static func installed() throws(ServerError) -> PageFolder {
        let program = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        let places = [program.appendingPathComponent("OpenPhotoKit_PhotosServer.resources/Web"), program.appendingPathComponent("../share/photos/Web")]
        for place in places where access(place.appendingPathComponent("index.html").path, R_OK) == 0 { return PageFolder(place.standardizedFileURL) }
        throw ServerError(
            .pagesMissing, "The gallery's pages are not at \(places[0].path). Put the folder OpenPhotoKit_PhotosServer.resources beside the program again.")
    }

    init(_ given: URL?) throws(ServerError) {
        if let given { self.init(given) } else { self = try .installed() }
    }
}
