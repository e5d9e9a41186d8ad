/// What somebody who was let in may see and do. A new kind is one more case.
package enum Grant: Hashable, Sendable {
    /// All that the application may which serves the library: the owner's browsers and programs.
    case owner
    /// What the library's owner gave to an application (`photos access grant`): everything, a selection, adding alone, or nothing any more. The
    /// library's own record says which, and is read with all that the application asks for.
    case application(String)

    func allows(_ need: Need) -> Bool {
        switch self {
        case .owner: true
        case .application: need != .gallery
        }
    }
}

/// What a route needs of a session's grant.
package enum Need: String, Sendable, CaseIterable {
    /// No more than being let in: there is nothing of the library in the answer.
    case nothing
    /// To use the gallery's page.
    case gallery
    /// To see assets: lists of them, what is known of them, their pictures.
    case viewing
    /// To get files as they came in.
    case downloading
    /// To change the library.
    case changing
}
