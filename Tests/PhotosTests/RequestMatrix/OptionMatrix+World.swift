import Foundation
import Photos
import PhotosTesting
import Testing

/// Where it happens.
extension OptionMatrix {
    /// A library with equal assets, which nobody else uses.
    final class World: Sendable {
        let temporary: TemporaryLibrary
        /// At least one.
        let assets: [PHAsset]
        var asset: PHAsset { assets[0] }
        let photo: Data, rendering: Data
        private static let garbage = Data("This is no picture any more. ".utf8)

        /// - Parameter count: of assets, all made of the same bytes.
        init(_ pictures: Pictures, isEdited: Bool = false, hasRaw: Bool = false, count: Int = 1) throws {
            let temporary = try TemporaryLibrary()
            let photo = try FixtureImages.jpeg(width: pictures.original.width, height: pictures.original.height)
            let rendering = try FixtureImages.jpeg(width: pictures.rendering.width, height: pictures.rendering.height, seed: 1)
            let raw = hasRaw ? FixtureImages.raw(width: pictures.raw.width, height: pictures.raw.height) : nil
            let adjustment = try PropertyListSerialization.data(
                fromPropertyList: ["adjustmentFormatIdentifier": "org.example.editor", "adjustmentFormatVersion": "1", "adjustmentData": Data([1])],
                format: .xml, options: 0)
            var identifiers: [String] = []
            try temporary.photoLibrary.performChangesAndWait {
                for number in 0..<count {
                    let request = PHAssetCreationRequest.forAsset()
                    request.addResource(with: .photo, data: photo, options: Self.named("IMG_\(number).JPG"))
                    if let raw { request.addResource(with: .alternatePhoto, data: raw, options: Self.named("IMG_\(number).DNG")) }
                    if isEdited {
                        request.addResource(with: .adjustmentData, data: adjustment, options: Self.named("IMG_\(number).AAE"))
                        request.addResource(with: .fullSizePhoto, data: rendering, options: Self.named("IMG_E\(number).JPG"))
                    }
                    if let placeholder = request.placeholderForCreatedAsset { identifiers.append(placeholder.localIdentifier) }
                }
            }
            (self.temporary, self.photo, self.rendering) = (temporary, photo, rendering)
            assets = try Self.fetch(identifiers, in: temporary, count)
        }

        /// A library with one asset, of any resources.
        init(_ resources: [(type: PHAssetResourceType, name: String, data: Data)]) throws {
            let temporary = try TemporaryLibrary()
            var identifiers: [String] = []
            try temporary.photoLibrary.performChangesAndWait {
                let request = PHAssetCreationRequest.forAsset()
                for resource in resources { request.addResource(with: resource.type, data: resource.data, options: Self.named(resource.name)) }
                if let placeholder = request.placeholderForCreatedAsset { identifiers.append(placeholder.localIdentifier) }
            }
            (self.temporary, photo, rendering) = (temporary, resources.first?.data ?? Data(), Data())
            assets = try Self.fetch(identifiers, in: temporary, 1)
        }

        private static func named(_ name: String) -> PHAssetResourceCreationOptions {
            let options = PHAssetResourceCreationOptions()
            options.originalFilename = name
            return options
        }

        private static func fetch(_ identifiers: [String], in temporary: TemporaryLibrary, _ count: Int) throws -> [PHAsset] {
            let options = PHFetchOptions()
            options.photoLibrary = temporary.photoLibrary
            let assets = PHAsset.fetchAssets(withLocalIdentifiers: identifiers, options: options).all
            guard count > 0, assets.count == count else { throw Failure(description: "\(assets.count) of \(count) assets were made") }
            return assets
        }

        struct Failure: Error, CustomStringConvertible {
            let description: String
        }

        /// Thumbnails and previews may be deleted at any time; what needs them makes them again.
        func dropDerivatives() throws {
            let derivatives = temporary.url.appendingPathComponent("derivatives")
            if FileManager.default.fileExists(atPath: derivatives.path) { try FileManager.default.removeItem(at: derivatives) }
        }

        /// Takes the file of every asset that shows a version away, or puts as many bytes in its place that are no picture.
        func spoil(_ type: PHAssetResourceType, damaging: Bool) throws {
            for asset in assets {
                let resource = PHAssetResource.assetResources(for: asset).first { $0.type == type }
                guard let file = resource?.value(forKey: "fileURL") as? URL else { throw Failure(description: "\(asset.localIdentifier) has no file of type \(type)") }
                let size = try Data(contentsOf: file).count
                try FileManager.default.removeItem(at: file)
                if damaging { try Self.garbled(size).write(to: file) }
            }
        }

        static func garbled(_ size: Int) -> Data { Data((0..<size).map { garbage[$0 % garbage.count] }) }

        /// The world of a row, as its first cell finds it.
        convenience init(_ row: Row, _ pictures: Pictures) throws {
            try self.init(pictures, isEdited: row.isEdited, hasRaw: row.hasRaw)
            switch row.availability.original {
            case .there, .inCloud: break
            case .missing: try spoil(row.shown, damaging: false)
            case .damaged: try spoil(row.shown, damaging: true)
            }
        }

        /// Brings it back to that, before each cell: what one request makes, the next would find.
        func prepare(_ row: Row, _ cell: Cell) throws {
            temporary.forgetPictures()
            if !row.availability.hasDerivatives { try dropDerivatives() }
            if row.availability.original == .inCloud { try temporary.sendToCloud(assets, [row.shown]) }
            if row.availability == .remembered { _ = OptionMatrix.request(cell.synchronous, for: asset) }
        }
    }
}

extension OptionMatrix.Row {
    /// The file that shows the version.
    var shown: PHAssetResourceType { isEdited && version == .current ? .fullSizePhoto : showsRaw ? .alternatePhoto : .photo }

    /// Runs all cells and gives what differs from the table.
    /// - Parameter pictures: previews decide only where the original can't be had, or where they are asked for.
    func differences(of pictures: OptionMatrix.Pictures? = nil, allowsSecondary: Bool = false) throws -> [String] {
        let pictures = pictures ?? (availability.original == .there ? .middling : .large)
        var cells = OptionMatrix.Cell.all(version, pictures.targets, allowsNetwork: availability.allowsNetwork)
        for index in cells.indices { cells[index].allowsSecondary = allowsSecondary }
        let world = try OptionMatrix.World(self, pictures), situation = situation(of: pictures)
        return try OptionMatrix.differences(cells, in: world, prepare: { try world.prepare(self, $0) }, expected: { OptionMatrix.history(of: $0, in: situation) }) {
            OptionMatrix.request($0, for: world.asset)
        }
    }
}

extension OptionMatrix.World {
    /// Whatever was still under way is done: later requests of every kind have had their answers. Keeps the library open until then.
    func finish() throws {
        let image = OptionMatrix.request(OptionMatrix.Cell(delivery: .highQualityFormat, resize: .exact, target: .box(90, 90)), for: asset)
        let data = OptionMatrix.requestData(of: asset)
        guard image.wait(for: 1), data.wait(for: 1) else { throw Failure(description: "A later request was never answered") }
    }

    /// Keeps the library open until here.
    func end() { withExtendedLifetime(temporary) {} }

    /// Asks at once, and gives the picture.
    func image(_ target: CGSize, _ mode: PHImageContentMode = .aspectFit, _ change: (PHImageRequestOptions) -> Void = { _ in }) throws -> UIImage {
        let options = PHImageRequestOptions()
        options.isSynchronous = true
        change(options)
        var result: UIImage?
        PHImageManager.default().requestImage(for: asset, targetSize: target, contentMode: mode, options: options) { image, _ in result = image }
        return try #require(result)
    }

    func size(_ target: CGSize, _ mode: PHImageContentMode = .aspectFit, _ change: (PHImageRequestOptions) -> Void = { _ in }) throws -> OptionMatrix.Size {
        let pixels = try #require(try image(target, mode, change).cgImage)
        return OptionMatrix.Size(width: pixels.width, height: pixels.height)
    }
}
