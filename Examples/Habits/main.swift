import Foundation

// photo-habits NAME [ARGUMENTS]: what the project's documents do in Objective-C, function by function in Swift. README.md says which is which. It works on the
// library that PHOTOS_LIBRARY names.
let habits: [(name: String, arguments: String, run: @MainActor @Sendable ([String]) async throws -> Void)] = [
    ("lists", "", { _ in await Lists.show() }),
    ("wrapper", "ASSET", { try await CachedAsset.show(asset: $0[0]) }),
    ("model", "ASSET", { try await AssetModel.show(identifier: $0[0]) }),
    ("drafts", "SAVED", { try await SavedPosts.show(file: URL(fileURLWithPath: $0[0])) }),
    ("camera", "PICTURE", { try await Shots.show(picture: URL(fileURLWithPath: $0[0])) }),
]

let arguments = Array(CommandLine.arguments.dropFirst())
guard let habit = habits.first(where: { $0.name == arguments.first }), arguments.count - 1 == habit.arguments.split(separator: " ").count else {
    FileHandle.standardError.write(Data("usage:\n\(habits.map { "  photo-habits \($0.name) \($0.arguments)" }.joined(separator: "\n"))\n".utf8))
    exit(64)
}
Task { @MainActor in
    do {
        try await habit.run(Array(arguments.dropFirst()))
        exit(0)
    } catch {
        FileHandle.standardError.write(Data("photo-habits: \(error.localizedDescription)\n".utf8))
        exit(1)
    }
}
// Blocks of both frameworks are called on the main queue.
dispatchMain()
