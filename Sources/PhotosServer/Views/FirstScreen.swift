import Foundation
import LibraryEngine
import Photos

extension GalleryServices {
    /// Makes ready what the owner's page asks for first, while a browser is still on its way: the list of a million assets and its days take a fifth of a second, and
    /// the first words of a page what the system knows of a language.
    ///
    /// Nobody waits for it, so a failure is told to whoever asks for the same.
    func prepareFirstScreen(_ session: LibrarySession) async {
        _ = try? await work.run(.answer) { [self] in
            for path in ["index.html", "js/gallery.js"] { _ = pages.file(path, languages: nil) }
        }
        _ = try? await work.run(.answer) { [self] in
            let request = ViewRequest(zone: library.environment.timeZone)
            try session.gate().read { reader in
                let view = try ResolvedView(request, reader, now: now())
                let snapshot = try views.snapshot(for: .owner, view, reader, now: now())
                _ = try Timeline(view: view, snapshot: snapshot, unit: .day).json(reader)
            }
        }
    }
}
