import Foundation

/// What somebody who was let in may see and do. A new kind is one more case.
package enum Grant: Hashable, Sendable {
    /// All that the application may which serves the library: the owner's browsers and programs.
    case owner
    /// What the library's owner gave to an application (`photos access grant`): everything, a selection, adding alone, or nothing any more. The
    /// library's own record says which, and is read with all that the application asks for.
    case application(String)
    /// A person at a picker's page, let in by its address: sees what the owner sees, but for what is hidden or deleted, to choose from it while the picker is open,
    /// and changes nothing.
    case chooser
    /// The program that asked for a picker, by the picker's identifier: gets what was chosen there, and nothing else.
    case collector(UUID)
    /// Whoever comes by the address of a link that nobody has looked up yet.
    case stranger
    /// Whoever comes by a link, by the link's identifier, and has to give its password first.
    case visitor(UUID)
    /// Whoever comes by a link: sees what it shows, and changes nothing.
    case guest(UUID, mayDownload: Bool)
    /// Whoever comes by a link that takes files: sends some into its album, and sees nothing of the library.
    case sender(UUID)

    func allows(_ need: Need) -> Bool {
        switch (self, need) {
        case (.stranger, _): false
        case (.owner, .visiting), (.owner, .beholding), (.owner, .taking), (.owner, .sending): false
        case (.owner, _), (_, .nothing): true
        case (.application, .viewing), (.application, .downloading), (.application, .changing), (.application, .asking): true
        case (.chooser, .page), (.chooser, .viewing), (.chooser, .fetching), (.chooser, .choosing): true
        case (.collector, .collecting): true
        case (.visitor, .visiting), (.guest, .visiting), (.guest, .beholding): true
        case (.guest(_, let mayDownload), .taking): mayDownload
        case (.sender, .visiting), (.sender, .sending): true
        case (.application, _), (.chooser, _), (.collector, _), (.visitor, _), (.guest, _), (.sender, _): false
        }
    }
}

/// What a route needs of a session's grant.
package enum Need: String, Sendable, CaseIterable {
    /// No more than being let in: there is nothing of the library in the answer.
    case nothing
    /// To use the gallery's page.
    case gallery
    /// To load what pages are made of.
    case page
    /// To see assets: lists of them, what is known of them, their pictures.
    case viewing
    /// To know which of them are elsewhere, and how far their files are on the way here.
    case fetching
    /// To get files as they came in.
    case downloading
    /// To change the library.
    case changing
    /// To send files that come into the library.
    case uploading
    /// To see what is there twice, and to say what becomes of it.
    case comparing
    /// To ask a person to choose photos.
    case asking
    /// To choose them, at a picker's page.
    case choosing
    /// To get what was chosen at one's own picker.
    case collecting
    /// To let others in, and see who is.
    case granting
    /// To make links, list them and take them back.
    case sharing
    /// To come by a link: its page, and to give its password.
    case visiting
    /// To see what a link shows.
    case beholding
    /// To download what a link shows.
    case taking
    /// To send files by a link.
    case sending

    /// Whether the answer has something of the library in it, or changes it, rather than of a page, of the server or of a picker.
    var isOfLibrary: Bool { self != .nothing && self != .page && self != .choosing }

    /// Whether it is a link's token in the address that lets in, and nothing else.
    var isOfLinks: Bool { self == .visiting || self == .beholding || self == .taking || self == .sending }
}
