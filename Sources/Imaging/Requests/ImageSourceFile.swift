/// Where a version's bytes come from.
package struct ImageSourceFile: Sendable {
    /// Opens the file for reading. The pipeline closes the descriptor.
    /// - Throws: a `FetchableError` where the file is in the cloud; any other error where it can't be had.
    package var open: @Sendable () throws -> Int32
    /// What the user knows the file by.
    package var name: String
    package var uniformType: String
    /// The request as the library answers it now, before the file is opened: with the asset's revision, size and file as they are recorded. `nil`: the
    /// request is as new as the library.
    /// - Throws: why there is nothing to be had of the asset any more.
    package var refresh: (@Sendable (ImageRequest) throws -> ImageRequest)?
    /// A look at the library from outside that costs next to nothing: while it stays the same, `refresh` would say the same. `nil`, and an answer of
    /// `nil`: that can't be told.
    package var stamp: (@Sendable () -> LibraryStamp?)?
    /// Brings the file here where `open` says that it is in the cloud; `nil`: such a request fails.
    package var fetch: FileFetch?
    /// Brings the stored preview of the current version here, before `fetch` is asked for the file; used where the preview is enough. It ends well also where there is
    /// none to be had: what is here by then is looked at again. `nil`: there is no such way.
    package var fetchPreview: FileFetch?

    package init(name: String, uniformType: String, open: @escaping @Sendable () throws -> Int32) {
        (self.name, self.uniformType, self.open) = (name, uniformType, open)
    }
}
