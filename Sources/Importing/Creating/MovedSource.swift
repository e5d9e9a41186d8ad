import Originals

/// A file of the user's that goes once the asset made of it is committed.
struct MovedSource: Sendable {
    let path: BytePath
    /// What was read and kept.
    let signature: FileSignature

    /// Removes the file, and never another that has taken its name since, nor what was written to it.
    func remove() throws(OriginalsError) {
        guard try FileSignature(path: path) == signature else {
            throw OriginalsError(.changedWhileReading, "\(path.display) was changed after it was added to the library, so it stays. Remove it if it is not wanted.")
        }
        try Folder.removeFile(path)
    }
}
