import Imaging
import LibraryEngine
import Pixels

extension LibraryGenerator {
    /// Gives every asset one of `pictures` drawn thumbnails of its shape, and the placeholder of it.
    /// - Parameter last: how many of the assets that came in last get one; `nil` for all.
    package func fillThumbnails(of library: PhotoLibrary, pictures: Int = 1000, last: Int? = nil) throws {
        let shapes = [PixelSize(width: 256, height: 192), PixelSize(width: 192, height: 256), PixelSize(width: 256, height: 144)]
        let perShape = max(1, pictures / shapes.count)
        var random = GeneratorRandom(seed: seed &+ 1)
        var images: [EncodedImage] = []
        for shape in shapes {
            for _ in 0..<perShape { images.append(try DrawnLandscape(&random).thumbnail(shape)) }
        }
        var shown: [(version: DerivativeStore.Version, image: Int)] = []
        shown.reserveCapacity(assetCount)
        for start in stride(from: Int64(max(0, assetCount - (last ?? assetCount)) + 1), through: Int64(assetCount), by: batchSize) {
            let ids = Array(start..<min(start + Int64(batchSize), Int64(assetCount) + 1))
            for case let asset? in try library.read({ try $0.assets(ids: ids) }) {
                let shape = asset.mediaType == .video ? 2 : asset.pixelWidth < asset.pixelHeight ? 1 : 0
                let version = DerivativeStore.Version(assetID: asset.id, uuid: asset.uuid, revision: asset.revision)
                shown.append((version, shape * perShape + random.number(below: perShape)))
            }
        }
        try library.derivatives.shareThumbnails(images, among: shown)
    }
}
