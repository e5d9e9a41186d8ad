import Catalog
import PhotoModel
import Query

/// One snapshot of a library, valid inside the block it was given to.
package struct LibraryReader {
    let catalog: CatalogReader
    /// Whether what is hidden or in Recently Deleted is there. It is for everybody but a person who chooses from a library.
    package let showsHidden: Bool

    init(_ catalog: CatalogReader, showsHidden: Bool = true) { (self.catalog, self.showsHidden) = (catalog, showsHidden) }

    /// The application whose selection is all that this reader shows: no other asset, and no album or folder. `nil` shows everything.
    package var selection: String? { catalog.selection }
    /// What everything that is fetched may cost together; `nil` gives each fetch a budget of its own.
    package var budget: QueryBudget? { catalog.budget }
    package func libraryInfo() throws -> LibraryInfo { try catalog.libraryInfo() }
    /// Bytes of what searches for words look through.
    package func wordsSize() throws -> Int64 { try catalog.wordsSize() }
    /// What is wrong with the catalogue, a line each. Reads all of it, which takes seconds for a large one.
    package func integrityProblems() throws -> [String] { try catalog.integrityProblems() }
}

extension PhotoLibrary {
    /// Runs `body` on one snapshot of the library: whatever is written meanwhile stays unseen. A read within a read of the same thread has the same snapshot.
    /// - Parameters:
    ///   - selection: the application whose selection limits what is seen; `nil` sees everything.
    ///   - budget: what all fetches of `body` together may cost, and how to end them from elsewhere.
    ///   - showsHidden: whether what is hidden or in Recently Deleted is there.
    /// - Throws: what `body` throws; a `LibraryError`.
    package func read<T>(selection: String? = nil, budget: QueryBudget? = nil, showsHidden: Bool = true, _ body: (LibraryReader) throws -> T) throws -> T {
        do {
            return try catalog.read(selection: selection, budget: budget) { try body(LibraryReader($0, showsHidden: showsHidden)) }
        } catch let error as CatalogError {
            throw LibraryError(whileReading: error)
        }
    }
}
