import Foundation
import LibraryEngine
import Pixels

/// Reads a movie of the library. What is made of it says what the library knew when it was asked for, where its file says otherwise.
final class LibraryMediaInspector: MediaInspector {
    private let reader = ProcessMediaInspector()
    private let known: WrittenMetadata?

    /// As every movie is read.
    init() { known = nil }

    init(stating known: WrittenMetadata) { self.known = known }

    func inspect(_ url: URL) throws(AVError) -> MediaDescription { try reader.inspect(url) }

    func frame(of url: URL, at seconds: Double, size: CGSize?, isUpright: Bool) throws(AVError) -> CGImage {
        try reader.frame(of: url, at: seconds, size: size, isUpright: isUpright)
    }

    func export(_ url: URL, _ plan: ExportPlan, to descriptor: Int32, goesOn: @escaping (Double) -> Bool) throws(AVError) {
        try ProcessMediaInspector.export(url, plan, stating: known, to: descriptor, goesOn: goesOn)
    }
}
