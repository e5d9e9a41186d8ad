// photo-pick: asks for up to nine photos with Apple's picker, whose page `photos serve` shows, and says what was chosen.
//
// usage: photo-pick http://127.0.0.1:8420 TOKEN-FILE
//
// The library is the one that PHOTOS_LIBRARY names, which has to be the one that is served. TOKEN-FILE is what `photos serve --token-file` was given.
import Foundation
import PhotosUI
import PhotosUIPages

/// Hands what was chosen to whoever waits for it.
@MainActor private final class Choosing: PHPickerViewControllerDelegate {
    private var waiting: CheckedContinuation<[PHPickerResult], Never>?

    func picker(_ picker: PHPickerViewController, didFinishPicking results: [PHPickerResult]) {
        waiting?.resume(returning: results)
        waiting = nil
    }

    /// Shows a picker, and waits until the person is done.
    func choose(_ configuration: PHPickerConfiguration) async -> [PHPickerResult] {
        let picker = PHPickerViewController(configuration: configuration)
        picker.delegate = self
        return await withCheckedContinuation { continuation in
            waiting = continuation
            _ = picker.open()
        }
    }
}

/// The bytes of what was chosen, as its first type.
private func data(of result: PHPickerResult) async throws -> Data {
    guard let type = result.itemProvider.registeredTypeIdentifiers.first else { return Data() }
    return try await withCheckedThrowingContinuation { continuation in
        _ = result.itemProvider.loadDataRepresentation(forTypeIdentifier: type) { data, error in
            continuation.resume(
                with: Result { () throws -> Data in
                    if let error { throw error }
                    return data ?? Data()
                })
        }
    }
}

private func fail(_ message: String, _ status: Int32) -> Never {
    FileHandle.standardError.write(Data("photo-pick: \(message)\n".utf8))
    exit(status)
}

guard CommandLine.arguments.count == 3, let server = URL(string: CommandLine.arguments[1]) else { fail("usage: photo-pick SERVER TOKEN-FILE", 64) }
guard let token = try? String(contentsOfFile: CommandLine.arguments[2], encoding: .utf8).trimmingCharacters(in: .whitespacesAndNewlines) else {
    fail("\(CommandLine.arguments[2]) can't be read. Name the file that `photos serve --token-file` was given.", 66)
}
PHPickerViewController.presenter = PHPickerPagePresenter(server: server, token: token) { page in
    FileHandle.standardError.write(Data("Choose at \(page.absoluteString)\n".utf8))
}
var configuration = PHPickerConfiguration(photoLibrary: .shared())
configuration.selectionLimit = 9
configuration.selection = .ordered
configuration.filter = .images
let results = await Choosing().choose(configuration)
guard !results.isEmpty else { fail("Nothing was chosen.", 1) }
do {
    for result in results { print(result.assetIdentifier ?? "", try await data(of: result).count, "bytes") }
} catch {
    fail("What was chosen can't be loaded: \(error.localizedDescription)", 66)
}
