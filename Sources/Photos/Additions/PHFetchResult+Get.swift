/// Fetches that say what was wrong.
extension PHFetchResult {
    /// The result itself, or why there is none: `try PHAsset.fetchAssets(with: options).get()`. Addition.
    /// - Throws: a `PHPhotosError`; for a predicate or sort key that objects of this type don't have, its description names it and those they have.
    @discardableResult
    public func get() throws -> PHFetchResult {
        if let error { throw error }
        return self
    }
}
