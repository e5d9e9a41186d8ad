import ArgumentParser
import Foundation
import LibraryEngine
import Photos
import Synchronization

struct BenchResources: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "resources",
        abstract: "The resources of many assets listed one asset after the other, as an application does; with FILE a picture written out of a library made of it.")

    @OptionGroup(title: say("For every command")) var global: GlobalOptions

    @Option(help: ArgumentHelp("Assets whose resources are listed.", valueName: "n"))
    var assets = 100_000

    @Option(help: ArgumentHelp("Runs, of which the best counts.", valueName: "n"))
    var runs = 5

    @Argument(help: ArgumentHelp("A picture, as large as it may be.", valueName: "file"))
    var file: String?

    func validate() throws {
        guard (1...1000).contains(runs) else { throw wrongUsage("--runs must be from 1 to 1000.") }
        guard assets > 0 else { throw wrongUsage("--assets must be at least 1.") }
    }

    func run() throws {
        try run(global) { tool in
            let measurement = if let file { try written(URL(fileURLWithPath: file)) } else { try listed(tool.openQuietLibrary()) }
            try tool.console.resultLine(measurement.json)
        }
    }

    /// Milliseconds for all of them. The statement is that of one asset, for a floor that steps it as often.
    private func listed(_ library: PhotoLibrary) throws -> Measurement {
        let options = PHFetchOptions()
        options.photoLibrary = PHPhotoLibrary(session: LibrarySession(library))
        options.sortDescriptors = [NSSortDescriptor(key: "creationDate", ascending: true)]
        options.fetchLimit = assets
        let result = PHAsset.fetchAssets(with: options), all = (0..<result.count).map { result.object(at: $0) }
        var count = 0
        let best = Stopwatch.best(of: runs) {
            count = 0
            for asset in all { for resource in PHAssetResource.assetResources(for: asset) { count += resource.originalFilename.isEmpty ? 0 : 1 } }
        }
        guard count >= all.count else { throw LibraryError(.failed, "Some assets have no resources. Make the library with photos-generate.") }
        return Measurement(name: "resources.list", value: best, unit: "ms", sql: try library.read { $0.statementOfResources })
    }

    /// Milliseconds for one file, from the call to its end.
    private func written(_ file: URL) throws -> Measurement {
        let folder = file.deletingLastPathComponent().appendingPathComponent("bench-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }
        let session = LibrarySession(url: folder.appendingPathComponent("Bench.photolibrary"), environment: .process)
        defer { session.openLibrary?.close() }
        let library = PHPhotoLibrary(session: session), options = PHFetchOptions()
        try library.performChangesAndWait { _ = PHAssetChangeRequest.creationRequestForAssetFromImage(atFileURL: file) }
        options.photoLibrary = library
        guard let resource = PHAsset.fetchAssets(with: options).firstObject.flatMap({ PHAssetResource.assetResources(for: $0).first }) else {
            throw LibraryError(.failed, "\(file.path) became no asset.")
        }
        let target = folder.appendingPathComponent("copy")
        var best = Double.infinity
        for _ in 0..<runs {
            best = min(best, try Stopwatch.best(of: 1) { try write(resource, to: target) })
            try FileManager.default.removeItem(at: target)
        }
        return Measurement(name: "resources.write", value: best, unit: "ms")
    }

    private func write(_ resource: PHAssetResource, to target: URL) throws {
        let failure = Mutex<(any Error)?>(nil), isDone = DispatchSemaphore(value: 0)
        PHAssetResourceManager.default().writeData(for: resource, toFile: target, options: nil) { error in
            failure.withLock { $0 = error }
            isDone.signal()
        }
        isDone.wait()
        if let error = failure.withLock({ $0 }) { throw error }
    }
}
