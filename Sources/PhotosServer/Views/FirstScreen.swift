import Foundation
import LibraryEngine
import Photos
import Picking

/// What a page asks for first is made ready while a browser is still on its way: the list of a million assets and its days take a fifth of a second.
///
/// Nobody waits for it, so a failure is told to whoever asks for the same.
extension GalleryServices {
    /// The owner's own page, and what its first words need of what the system knows of a language.
    func prepareFirstScreen(_ session: LibrarySession) async {
        _ = try? await work.run(.answer) { [self] in
            for path in ["index.html", "js/gallery.js"] { _ = pages.file(path, languages: nil) }
        }
        guard let gate = try? session.gate() else { return }
        await prepareList(ViewRequest(zone: library.environment.timeZone), for: .owner, through: gate)
    }

    /// Begins a picker, and makes ready what its page shows to whoever comes by the owner's address. An application's is opened with the owner's cookie, which has the
    /// owner's list; and what an application asks for costs nothing but its own turns.
    /// - Throws: as `PickerStore.begin`.
    func beginPicker(_ request: PickerRequest, by asker: Grant, session: UUID? = nil) throws(Problem) -> Picker {
        let picker = try pickers.begin(request, by: asker, session: session, date: now())
        guard asker == .owner else { return picker }
        var list = ViewRequest(zone: library.environment.timeZone)
        list.filter = picker.current.filter
        Task { [self, list] in await prepareList(list, for: .chooser, through: doors.choosing) }
        return picker
    }

    private func prepareList(_ request: ViewRequest, for grant: Grant, through gate: AccessGate) async {
        _ = try? await work.run(.answer) { [self] in
            try gate.read { reader in
                let view = try ResolvedView(request, reader, now: now())
                let snapshot = try views.snapshot(for: grant, view, reader, now: now())
                _ = try Timeline(view: view, snapshot: snapshot, unit: .day).json(reader)
            }
        }
    }
}
