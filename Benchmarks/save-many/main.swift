import AssetsLibrary
import Glibc
import Photos
import Synchronization

// photos-save-many PICTURE COUNT: saves a JPEG so many times into the library of PHOTOS_LIBRARY, as a camera would, each time as another asset and every tenth by
// AssetsLibrary, while pictures of those before are asked for and nobody waits for them. Prints its memory in
// kilobytes after each tenth part, when what was asked for has come: a line of JSON.

/// Pictures that were asked for and have not come.
private let inFlight = DispatchSemaphore(value: 32)
private let delivered = Atomic(0)

private func askForPicture(of identifier: String, whole: Bool) {
    guard let asset = PHAsset.fetchAssets(withLocalIdentifiers: [identifier], options: nil).firstObject else { return }
    let options = PHImageRequestOptions()
    if whole { options.deliveryMode = .highQualityFormat }
    inFlight.wait()
    PHImageManager.default().requestImage(
        for: asset, targetSize: whole ? PHImageManagerMaximumSize : CGSize(width: 300, height: 300), contentMode: .aspectFill, options: options
    ) { image, info in
        if (info?[PHImageResultIsDegradedKey] as? Bool) == true { return }
        if image != nil { delivered.add(1, ordering: .relaxed) }
        inFlight.signal()
    }
}

/// `malloc_trim`, which Glibc's module does not have: gives back what the allocator keeps.
private let trim = dlsym(nil, "malloc_trim").map { unsafeBitCast($0, to: (@convention(c) (Int) -> Int32).self) }

/// What the process holds of its own, after its allocator gave back what it could; the library's mapped files, which grow with it, are the system's to drop.
private func memory() -> Int {
    _ = trim?(0)
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    // Pictures come in memory that is shared with the workers.
    return status.split(separator: "\n").filter { $0.hasPrefix("RssAnon:") || $0.hasPrefix("RssShmem:") }.reduce(0) { $0 + (Int($1.filter(\.isNumber)) ?? 0) }
}

/// Waits until nothing is in flight: how many pictures are, and how large, is chance, and up to 30 MB.
private func waitForPictures() {
    for _ in 0..<32 { inFlight.wait() }
    for _ in 0..<32 { inFlight.signal() }
}

private func save(_ picture: Data, _ count: Int) throws {
    for number in 0..<count {
        // Bytes behind the picture make another file of it.
        let data = picture + Data("\(number)".utf8)
        if number % 10 == 9 {
            let library = ALAssetsLibrary(), done = DispatchSemaphore(value: 0), failed = Atomic(false)
            library.writeImageData(toSavedPhotosAlbum: data, metadata: nil) { _, error in
                if error != nil { failed.store(true, ordering: .relaxed) }
                done.signal()
            }
            done.wait()
            if failed.load(ordering: .relaxed) { throw CocoaError(.fileWriteUnknown) }
        } else {
            var identifier = ""
            try PHPhotoLibrary.shared().performChangesAndWait {
                let request = PHAssetCreationRequest.forAsset()
                request.addResource(with: .photo, data: data, options: nil)
                identifier = request.placeholderForCreatedAsset?.localIdentifier ?? ""
            }
            askForPicture(of: identifier, whole: number % 5 == 0)
        }
        if (number + 1) % max(count / 10, 1) == 0 {
            waitForPictures()
            print(#"{"saved": \#(number + 1), "kilobytes": \#(memory())}"#)
        }
    }
    waitForPictures()
    print(#"{"delivered": \#(delivered.load(ordering: .relaxed))}"#)
}

let words = Array(CommandLine.arguments.dropFirst())
guard words.count == 2, let count = Int(words[1]), let picture = FileManager.default.contents(atPath: words[0]) else {
    FileHandle.standardError.write(Data("usage: photos-save-many PICTURE COUNT\n".utf8))
    exit(64)
}
// Completions are called on the main queue, which has to be free for them.
DispatchQueue.global().async {
    do {
        try save(picture, count)
        exit(0)
    } catch {
        FileHandle.standardError.write(Data("photos-save-many: \(error.localizedDescription)\n".utf8))
        exit(1)
    }
}
dispatchMain()
