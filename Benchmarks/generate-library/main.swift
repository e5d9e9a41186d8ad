import Foundation
import LibraryEngine
import PhotosTesting

/// photos-generate [--assets N] [--seed N] [--thumbnails] PATH: a library whose catalogue is full and whose files do not exist, for benchmarks.
/// With thumbnails each asset has one of a thousand drawn ones.
///
/// photos-generate --stored [--assets N] [--seed N] PATH: the same, where the files are said to be in a store as well, and the last thousand assets have thumbnails.
///
/// photos-generate --looks [--assets N] [--seed N] PATH: gives each photo of such a library a look of its own, for searches for duplicates.
var assets = 1_000_000
var seed: UInt64 = 1
var thumbnails = false, stored = false, looks = false
var path: String?
var arguments = CommandLine.arguments.dropFirst().makeIterator()
while let argument = arguments.next() {
    switch argument {
    case "--assets": assets = arguments.next().flatMap(Int.init) ?? 0
    case "--seed": seed = arguments.next().flatMap(UInt64.init) ?? 0
    case "--thumbnails": thumbnails = true
    case "--stored": stored = true
    case "--looks": looks = true
    // No library has such a name, and the rest is the usage to read.
    case _ where argument.hasPrefix("-"): assets = 0
    default: path = argument
    }
}
guard let path, assets > 0, seed > 0 else {
    FileHandle.standardError.write(Data("usage: photos-generate [--assets N] [--seed N] [--thumbnails | --stored | --looks] PATH\n".utf8))
    exit(64)
}

do {
    let url = URL(fileURLWithPath: path)
    var generator = LibraryGenerator(assetCount: assets)
    generator.seed = seed
    generator.isStored = stored
    if looks {
        try generator.fillLooks(of: PhotoLibrary.open(at: url, environment: .process))
    } else {
        let library = try PhotoLibrary.create(at: url, environment: .process)
        try generator.fill(library) { done in
            FileHandle.standardError.write(Data("\(done) of \(assets)\n".utf8))
        }
        if thumbnails { try generator.fillThumbnails(of: library) }
        if stored { try generator.fillThumbnails(of: library, last: 1_000) }
    }
} catch {
    FileHandle.standardError.write(Data("photos-generate: \(error)\n".utf8))
    exit(1)
}
