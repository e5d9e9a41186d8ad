import ArgumentParser
import Foundation
import LibraryEngine
import Photos
import Pixels
import Synchronization

struct BenchRequests: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "requests",
        abstract: "What is left when nothing is to be decoded: a picture that is in memory, from the call to the handler, and the trip to a worker and back.",
        discussion: """
            A picture in memory is asked for as an application does, by PHImageManager on the main thread, whose run loop then calls the handler; and once more \
            by a request that is answered at once. The trip is a tiny picture's, without what each further one adds that comes along.
            """)

    @OptionGroup(title: say("For every command")) var global: GlobalOptions

    @Option(help: ArgumentHelp("Rounds, of which the best counts.", valueName: "n"))
    var runs = 50

    private static let times = 2000

    func validate() throws {
        guard (1...1000).contains(runs) else { throw wrongUsage("--runs must be from 1 to 1000.") }
    }

    func run() throws {
        try run(global) { tool in
            let library = try tool.openQuietLibrary()
            let options = PHFetchOptions()
            options.photoLibrary = PHPhotoLibrary(session: LibrarySession(library))
            options.fetchLimit = 1
            guard let asset = PHAsset.fetchAssets(with: options).firstObject else {
                throw LibraryError(.failed, "The library is empty. Make one with photos-generate --thumbnails.")
            }
            let memory = try inMemory(asset), trip = try Self.trip(runs)
            for measurement in [
                Measurement(name: "requests.hit", value: memory.queued, unit: "µs"),
                Measurement(name: "requests.hit.synchronous", value: memory.synchronous, unit: "µs"),
                Measurement(name: "requests.trip", value: trip, unit: "µs"),
            ] { try tool.console.resultLine(measurement.json) }
        }
    }

    private func inMemory(_ asset: PHAsset) throws -> (queued: Double, synchronous: Double) {
        let manager = PHImageManager.default(), size = CGSize(width: 200, height: 200)
        let now = PHImageRequestOptions(), soon = PHImageRequestOptions()
        now.isSynchronous = true
        soon.deliveryMode = .highQualityFormat
        var pictures = 0
        func askNow() {
            manager.requestImage(for: asset, targetSize: size, contentMode: .aspectFit, options: now) { image, _ in pictures += image == nil ? 0 : 1 }
        }
        // From the call to the handler, without the run loop's end and the next one's beginning.
        func askSoon() -> Double {
            let asked = monotonicSeconds()
            var answered: Double?
            manager.requestImage(for: asset, targetSize: size, contentMode: .aspectFit, options: soon) { image, _ in
                answered = monotonicSeconds()
                pictures += image == nil ? 0 : 1
            }
            while true {
                _ = RunLoop.main.run(mode: .default, before: .distantFuture)
                if let answered { return answered - asked }
            }
        }
        askNow()
        guard pictures == 1 else { throw LibraryError(.failed, "The first asset has no picture. Make the library with photos-generate --thumbnails.") }
        let queued = (0..<runs).map { _ in (0..<Self.times).reduce(0) { sum, _ in sum + askSoon() } }.min()! * 1000
        let synchronous = Stopwatch.best(of: runs) { for _ in 0..<Self.times { askNow() } }
        guard pictures == 1 + 2 * runs * Self.times else { throw LibraryError(.failed, "Some requests were not answered by a picture.") }
        return (queued / Double(Self.times) * 1000, synchronous / Double(Self.times) * 1000)
    }
}

extension BenchRequests {
    /// Microseconds to a worker and back with a picture of 8 by 8 pixels, in memory.
    private static func trip(_ runs: Int) throws -> Double {
        let decoder = try Environment.process.makeDecoder()
        defer { decoder.close() }
        let pixels = PixelImage(width: 8, height: 8, bytesPerRow: 32, pixels: [UInt8](repeating: 128, count: 256), hasAlpha: false)
        let picture = try decoder.encode(pixels, as: .jpeg(quality: 80)).bytes
        func microseconds(_ count: Int) throws -> Double {
            let pictures = Array(repeating: picture, count: count)
            func round() throws { for _ in 0..<times { _ = try decoder.render(packed: pictures, RenderRequest()) } }
            try round()
            return try Stopwatch.best(of: runs, round) / Double(times) * 1000
        }
        let one = try microseconds(1), many = 9
        return one - (try microseconds(many) - one) / Double(many - 1)
    }
}
