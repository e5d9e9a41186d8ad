import Foundation
import PhotosTesting
import Synchronization
import Testing

@testable import PhotoAsset

@Suite(.timeLimit(.minutes(20))) struct FactTests {
    let shelf: Shelf
    init() throws { shelf = try Shelf() }

    @Test func whatTheLibraryKeepsIsKnownWithoutTheFile() throws {
        var metadata = FixtureImages.Metadata()
        (metadata.dateTimeOriginal, metadata.offset, metadata.make, metadata.model) = ("2023:11:02 17:04:05", "+02:00", "Maker", "Model X")
        metadata.coordinate = CLLocationCoordinate2D(latitude: 31.25, longitude: 121.5)
        metadata.orientation = .right
        let data = try FixtureImages.jpeg(width: 60, height: 40, metadata: metadata)
        // A name says nothing of what is in the file.
        let asset = try shelf.save([(.photo, "Holiday.PNG", data)])
        try shelf.spoil(asset, .photo, with: nil)
        #expect(asset.filename == "Holiday.PNG" && asset.imageType == .jpeg && asset.dataLength == data.count)
        #expect(asset.dimensions == CGSize(width: 40, height: 60) && asset.mediaType == .image && asset.duration == 0 && !asset.isLivePhoto)
        #expect(asset.creationDate == Date(timeIntervalSince1970: 1_698_937_445) && asset.creationDate == asset.phAsset.creationDate)
        #expect(asset.cameraModel == "Model X" && asset.lensModel == nil)
        #expect(abs((asset.latitude ?? 0) - 31.25) < 1e-4 && abs((asset.longitude ?? 0) - 121.5) < 1e-4 && asset.location != nil)
        #expect(asset.sha256?.count == 32 && asset.sha1?.count == 20 && asset.sha1Text?.count == 40)
        #expect(asset.assetURL.absoluteString == "assets-library://asset/asset.PNG?id=\(asset.localIdentifier.prefix(36))&ext=PNG")
        #expect(asset.downloadStatus == .local && asset.progress == 1 && !asset.isResolved && !asset.isDamaged)
        #expect(asset == PhotoAsset(asset.phAsset) && Set([asset, PhotoAsset(asset.phAsset)]).count == 1)
    }

    @Test func hashesAreThoseOfTheBytes() async throws {
        let asset = try shelf.save([(.photo, "a.jpg", FixtureImages.jpeg()), (.adjustmentData, "a.data", Data("abc".utf8))])
        let data = try await asset.originalData(), file = shelf.temporary.folder.appendingPathComponent("bytes")
        try data.write(to: file)
        #expect(try data == FixtureImages.jpeg())
        for (program, hash) in [("sha1sum", asset.sha1), ("sha256sum", asset.sha256)] {
            let process = Process(), pipe = Pipe()
            process.executableURL = URL(fileURLWithPath: "/usr/bin/" + program)
            (process.arguments, process.standardOutput) = ([file.path], pipe)
            try process.run()
            let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            process.waitUntilExit()
            let digits = (hash ?? Data()).map { String(format: "%02x", $0) }.joined()
            #expect(text.hasPrefix(digits + " "), "\(program)")
        }
    }

    @Test func whatAPersonSaysStaysWithTheObject() throws {
        let asset = try shelf.photo()
        #expect(asset.introduction == "" && asset.cropRect == .null)
        (asset.introduction, asset.cropRect) = ("At the sea", CGRect(x: 1, y: 2, width: 30, height: 20))
        #expect(asset.introduction == "At the sea" && asset.cropRect == CGRect(x: 1, y: 2, width: 30, height: 20))
        #expect(asset.current()?.introduction == "")
    }

    @Test func theModifiedDateIsTheEditsOrThePictures() throws {
        let asset = try shelf.photo { $0.creationDate = Date(timeIntervalSinceReferenceDate: 1) }
        #expect(asset.modifiedDate == asset.phAsset.modificationDate ?? Date(timeIntervalSinceReferenceDate: 1))
        shelf.temporary.clock.advance(by: 1000)
        let phAsset = asset.phAsset
        try shelf.change { PHAssetChangeRequest(for: phAsset).isFavorite = true }
        #expect(asset.current()?.modifiedDate == shelf.temporary.clock.now)
    }

    @Test func ofARawAndJPEGPairTheOriginalIsTheOneThatCountsAsIt() throws {
        let jpeg = try FixtureImages.jpeg(), raw = FixtureImages.raw()
        let asset = try shelf.save([(.photo, "a.jpg", jpeg), (.alternatePhoto, "a.dng", raw)])
        #expect(asset.resources.map(\.type) == [.photo, .alternatePhoto] && asset.dataLength == jpeg.count && asset.imageType == .jpeg)
        #expect(asset.filename == "a.jpg" && asset.assetURL.absoluteString.hasSuffix("&ext=JPG"))
        let phAsset = asset.phAsset
        try shelf.change { PHAssetChangeRequest(for: phAsset).revertAssetContent(to: .raw) }
        let chosen = try #require(asset.current())
        #expect(chosen.originalResource?.type == .alternatePhoto && chosen.dataLength == raw.count && chosen.imageType?.identifier == "com.adobe.raw-image")
        #expect(chosen.filename == "a.dng" && chosen.assetURL.absoluteString.hasSuffix("&ext=DNG"))

        let other = FixtureImages.raw(seed: 4), turned = try shelf.save([(.photo, "b.dng", other), (.alternatePhoto, "b.jpg", FixtureImages.jpeg(seed: 4))])
        #expect(turned.originalResource?.type == .photo && turned.dataLength == other.count && turned.imageType?.identifier == "com.adobe.raw-image")
        #expect(turned.filename == "b.dng")
    }

    @Test func videosAndLivePhotosHaveTheirParts() async throws {
        let film = FixtureMovies.blue
        let video = try shelf.save([(.video, "a.mov", film)])
        #expect(video.mediaType == .video && video.duration > 1 && video.imageType == .quickTimeMovie)
        let movie = try await video.video()
        #expect(!movie.tracks(withMediaType: .video).isEmpty)
        #expect(try await video.movieData() == film)
        #expect(try await video.originalData() == film)
        let notLive = await #expect(throws: PHPhotosError.self) { try await video.livePhoto() }
        #expect(notLive?.code == .requestNotSupportedForAsset)

        let live = try shelf.save([(.photo, "b.jpg", FixtureImages.jpeg(width: 80, height: 60)), (.pairedVideo, "b.mov", film)])
        #expect(live.isLivePhoto)
        #expect(try await live.livePhoto().size == CGSize(width: 80, height: 60))
        #expect(try await live.movieData() == film)
        let noVideo = await #expect(throws: PHPhotosError.self) { try await live.video() }
        #expect(noVideo?.code == .requestNotSupportedForAsset)
        let photo = try shelf.photo(seed: 3)
        let noMovie = await #expect(throws: PHPhotosError.self) { try await photo.movieData() }
        #expect(noMovie?.code == .requestNotSupportedForAsset)
    }

    /// An extension that a name has not comes from the file, as in AssetsLibrary.
    @Test func anAssetHasOneURLWhateverItsNameIs() throws {
        let asset = try shelf.save([(.photo, "no extension", FixtureImages.png())])
        #expect(asset.assetURL.absoluteString == "assets-library://asset/asset.PNG?id=\(asset.localIdentifier.prefix(36))&ext=PNG")
        final class Double: PHAsset, @unchecked Sendable {  // Guarded by having nothing that changes.
            override var localIdentifier: String { "first" }
        }
        #expect(PhotoAsset(Double()).reference == PhotoAsset(Double()).reference, "a double's name need be no UUID")
    }

    @Test func originalDataTellsWhereItStands() async throws {
        let data = try FixtureImages.jpeg(width: 300, height: 200), asset = try shelf.save([(.photo, "a.jpg", data)])
        try shelf.temporary.sendToCloud([asset.phAsset], [.photo])
        let error = await #expect(throws: PHPhotosError.self) { try await asset.originalData(allowsNetworkAccess: false) }
        #expect(error?.code == .networkAccessRequired)
        let told = Mutex<[Double]>([])
        #expect(try await asset.originalData(progress: { fraction in told.withLock { $0.append(fraction) } }) == data)
        let fractions = told.withLock { $0 }
        #expect(fractions.first == 0 && fractions.last == 1 && zip(fractions, fractions.dropFirst()).allSatisfy { $0 < $1 } && asset.progress == 1)
    }

    @Test func progressIsPostedOnTheMainQueueUntilItIsWhole() async throws {
        let asset = try shelf.photo(width: 300, height: 200)
        try shelf.temporary.sendToCloud([asset.phAsset], [.photo])
        let posted = Posted(PhotoAsset.progressChangedNotification, asset) { $0.progress }
        async let image = asset.image(.original)
        for await progress in posted where progress == 1 { break }
        #expect(try await image.pixels == "300x200")
    }

    @Test func aFailedDownloadOfTheFileIsToldUntilOneSucceeds() async throws {
        let data = try FixtureImages.jpeg(width: 300, height: 200), asset = try shelf.save([(.photo, "a.jpg", data)])
        try shelf.temporary.sendToCloud([asset.phAsset], [.photo])
        let attempts: [@Sendable () async throws -> Void] = [{ _ = try await asset.originalData() }, { _ = try await asset.resolve() }]
        for attempt in attempts {
            shelf.temporary.cloud.fault = .unreachable
            let error = await #expect(throws: PHPhotosError.self) { try await attempt() }
            #expect(error?.code == .networkError)
            if case .failed(let failure) = asset.downloadStatus { #expect(failure.code == .networkError) } else { Issue.record("\(asset.downloadStatus)") }
        }
        shelf.temporary.cloud.fault = nil
        let whole = try await asset.originalData()
        #expect(whole == data)
        #expect(asset.downloadStatus == .local)
    }

    /// Somebody writes for long, so that the catalogue can't be told of the file.
    @Test func aFileThatCameIsLocalBeforeTheCatalogueSaysSo() async throws {
        let asset = try shelf.photo(width: 300, height: 200), library = shelf.temporary.library
        try shelf.temporary.sendToCloud([asset.phAsset], [.photo])
        let (holds, hold) = AsyncStream<Void>.makeStream(), end = DispatchSemaphore(value: 0)
        defer { end.signal() }
        DispatchQueue.global().async {
            try? library.performChanges(author: "test") { _ in
                hold.yield()
                end.wait()
            }
        }
        for await _ in holds { break }
        _ = try await asset.originalData()
        #expect(asset.originalResource?.isLocallyAvailable == false && asset.downloadStatus == .local)
        let other = PhotoAsset(asset.phAsset)
        #expect(other.downloadStatus == .local && other.progress == 1, "whoever fetched it")
    }

    @Test func aFailedDownloadIsToldUntilOneSucceeds() async throws {
        let asset = try shelf.photo(width: 300, height: 200)
        try shelf.temporary.sendToCloud([asset.phAsset], [.photo])
        shelf.temporary.cloud.fault = .unreachable
        let error = await #expect(throws: PHPhotosError.self) { try await asset.image(.original) }
        #expect(error?.code == .networkError)
        if case .failed(let failure) = asset.downloadStatus { #expect(failure.code == .networkError) } else { Issue.record("\(asset.downloadStatus)") }
        shelf.temporary.cloud.fault = nil
        #expect(try await asset.image(.original).pixels == "300x200")
        #expect(asset.downloadStatus == .local)
    }

    /// Begins a download of which nothing arrives, and waits until it is told.
    private func hold(_ asset: PhotoAsset, _ begin: () -> Void) async {
        let posted = Posted(PhotoAsset.progressChangedNotification, asset) { $0.downloadStatus }
        shelf.temporary.cloud.fault = .hold
        begin()
        for await status in posted where status == .downloading(0) { break }
    }

    private func cancel(_ asset: PhotoAsset, _ attempt: @escaping @Sendable () async throws -> Void) async throws {
        var begun: Task<Void, any Error>?
        await hold(asset) { begun = Task { try await attempt() } }
        let task = try #require(begun)
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test func aCancelledDownloadLeavesTheStatusThatWas() async throws {
        let asset = try shelf.photo(width: 300, height: 200)
        try shelf.temporary.sendToCloud([asset.phAsset], [.photo])
        let attempts: [@Sendable () async throws -> Void] = [{ _ = try await asset.originalData() }, { _ = try await asset.image(.original) }]
        for attempt in attempts {
            try await cancel(asset, attempt)
            #expect(asset.downloadStatus == .inCloud && asset.progress == 0)
        }
        shelf.temporary.cloud.fault = .unreachable
        await #expect(throws: PHPhotosError.self) { try await asset.originalData() }
        let failed = asset.downloadStatus
        if case .failed = failed {} else { Issue.record("\(failed)") }
        for attempt in attempts {
            try await cancel(asset, attempt)
            #expect(asset.downloadStatus == failed)
        }
        shelf.temporary.cloud.release()
    }

    @Test func aCancelledRequestLeavesTheStatusThatWas() async throws {
        let asset = try shelf.photo(width: 300, height: 200)
        try shelf.temporary.sendToCloud([asset.phAsset], [.photo])
        let (ends, end) = AsyncStream<DownloadStatus>.makeStream()
        var request = PHInvalidImageRequestID
        await hold(asset) {
            request = asset.requestImage(.original) { _, info in
                if (info?[PHImageCancelledKey] as? NSNumber)?.boolValue == true { end.yield(asset.downloadStatus) }
            }
        }
        asset.cancel(request)
        for await status in ends {
            #expect(status == .inCloud)
            break
        }
        shelf.temporary.cloud.release()
    }

    /// Takes the smaller picture, and leaves the loop when the download of the whole one is told.
    private func leave(_ pictures: ImageDeliveries, of asset: PhotoAsset) async throws {
        let posted = Posted(PhotoAsset.progressChangedNotification, asset) { $0.downloadStatus }
        for try await picture in pictures {
            #expect(picture.isDegraded)
            for await status in posted where status == .downloading(0) { break }
            break
        }
    }

    @Test func aLoopThatIsLeftLeavesTheStatusThatWasAndTheNextIsTold() async throws {
        let asset = try shelf.photo(width: 300, height: 200)
        try shelf.temporary.sendToCloud([asset.phAsset], [.photo])
        shelf.temporary.cloud.fault = .hold
        let pictures = asset.images(.original)
        for _ in 0..<2 {
            try await leave(pictures, of: asset)
            #expect(asset.downloadStatus == .inCloud && asset.progress == 0)
        }
        withExtendedLifetime(pictures) {}
        shelf.temporary.cloud.release()
    }

    @Test func oneOfTwoDownloadsMayBeCancelled() async throws {
        let data = try FixtureImages.jpeg(width: 300, height: 200), asset = try shelf.save([(.photo, "a.jpg", data)])
        try shelf.temporary.sendToCloud([asset.phAsset], [.photo])
        var begun: Task<Data, any Error>?
        await hold(asset) { begun = Task { try await asset.originalData() } }
        let staying = try #require(begun)
        let (joined, join) = AsyncStream<Void>.makeStream()
        let (ends, end) = AsyncStream<DownloadStatus>.makeStream()
        let leaving = asset.requestImage(.original, progress: { _, _, _, _ in join.yield() }) { _, info in
            if (info?[PHImageCancelledKey] as? NSNumber)?.boolValue == true { end.yield(asset.downloadStatus) }
        }
        for await _ in joined { break }
        asset.cancel(leaving)
        for await status in ends {
            #expect(status == .downloading(0))
            break
        }
        shelf.temporary.cloud.release()
        let whole = try await staying.value
        #expect(whole == data)
        #expect(asset.downloadStatus == .local)
    }

    /// The steps are taken by hand, since a test's store does the same to all downloads at a time.
    @Test func whatEndsMeanwhileIsKnownWhenAnotherIsCancelled() throws {
        let asset = try shelf.photo(width: 300, height: 200)
        try shelf.temporary.sendToCloud([asset.phAsset], [.photo])
        let first = Download(asset), failing = Download(asset)
        first.note(0.25)
        failing.note(0.5)
        failing.note(0.5, PHPhotosError(.networkError))
        failing.end()
        first.note(0.75)
        #expect(asset.downloadStatus == .downloading(0.75))
        first.end()
        if case .failed(let failure) = asset.downloadStatus { #expect(failure.code == .networkError) } else { Issue.record("\(asset.downloadStatus)") }

        let second = Download(asset), whole = Download(asset)
        second.note(0.25)
        whole.note(1)
        whole.end()
        second.note(0.5)
        second.end()
        #expect(asset.progress == 1 && asset.downloadStatus == .inCloud)
    }
}
