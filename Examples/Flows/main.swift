import Foundation

// photo-flows NAME [ARGUMENTS]: the things an application does with photos, each a small program of its own. They work on the library that PHOTOS_LIBRARY names.
//
// Each file is one flow, written once with AssetsLibrary and once with PhotoKit where both have it.
let flows: [(name: String, arguments: String, run: @MainActor @Sendable ([String]) async throws -> Void)] = [
    ("permission", "", { _ in await Permission.run() }),
    ("albums", "", { _ in await AlbumList.run() }),
    ("pages", "ALBUM", { try await Pages.run(album: $0[0]) }),
    ("screen", "ASSET", { try await FullScreen.run(asset: $0[0]) }),
    ("edited", "ASSET", { try await EditedOriginal.run(asset: $0[0]) }),
    ("sizes", "ASSET", { try await ThreeSizes.run(asset: $0[0]) }),
    ("orientation", "ASSET", { try await Orientation.run(asset: $0[0]) }),
    ("draft", "FILE", { try Drafts.run(file: URL(fileURLWithPath: $0[0])) }),
    ("camera", "PICTURE", { try await Camera.run(picture: URL(fileURLWithPath: $0[0])) }),
    ("upload", "ASSET FILE", { try await Upload.run(asset: $0[0], file: URL(fileURLWithPath: $0[1])) }),
]

let arguments = Array(CommandLine.arguments.dropFirst())
guard let flow = flows.first(where: { $0.name == arguments.first }), arguments.count - 1 == flow.arguments.split(separator: " ").count else {
    FileHandle.standardError.write(Data("usage:\n\(flows.map { "  photo-flows \($0.name) \($0.arguments)" }.joined(separator: "\n"))\n".utf8))
    exit(64)
}
Task { @MainActor in
    do {
        try await flow.run(Array(arguments.dropFirst()))
        exit(0)
    } catch {
        FileHandle.standardError.write(Data("photo-flows: \(error.localizedDescription)\n".utf8))
        exit(1)
    }
}
// Blocks of both frameworks are called on the main queue.
dispatchMain()
