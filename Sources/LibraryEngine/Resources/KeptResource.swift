import Catalog
import PhotoModel

/// A resource as it was when it was read. Whoever lists many neither copies nor makes the records of those that nobody asks about.
package struct KeptResource: Sendable {
    /// Those that were read together are there for as long as anybody has one of them: some hundred bytes each.
    private let read: ReadResources
    private let index: Int

    package init(_ record: ResourceRecord) { self.init(ReadResources(ofOneAsset: PackedResources(record)), 0) }
    fileprivate init(_ read: ReadResources, _ index: Int) { (self.read, self.index) = (read, index) }

    /// Everything; whoever wants one thing of it asks for that.
    package var record: ResourceRecord { read.resources[index] }
    package var id: Int64 { read.resources.id(at: index) }
    package var type: ResourceType { read.resources.type(at: index) }
    /// The name the file had when it came in.
    package var filename: String { read.resources.filename(at: index) }
    package var uniformType: String { read.resources.uniformType(at: index) }
    /// Bytes.
    package var size: Int64 { read.resources.size(at: index) }
}

/// Those of one asset, perhaps among those of many, in the order they were added.
package struct KeptResources: RandomAccessCollection, Sendable {
    private let read: ReadResources
    package let startIndex: Int
    package let endIndex: Int

    /// - Parameter resources: of one asset.
    init(_ resources: PackedResources) { self.init(ReadResources(ofOneAsset: resources), 0..<resources.count) }
    fileprivate init(_ read: ReadResources, _ range: Range<Int>) { (self.read, startIndex, endIndex) = (read, range.lowerBound, range.upperBound) }

    package subscript(index: Int) -> KeptResource { KeptResource(read, index) }
}

/// The resources of several assets, as one read found them.
final class ReadResources: Sendable {
    fileprivate let resources: PackedResources
    /// Where those of each asset are, in the order of the batch.
    private let ranges: [Range<Int>]

    init(_ resources: PackedResources, _ ranges: [Range<Int>]) { (self.resources, self.ranges) = (resources, ranges) }
    fileprivate convenience init(ofOneAsset resources: PackedResources) { self.init(resources, [0..<resources.count]) }

    /// - Parameter index: of the asset in the batch.
    subscript(index: Int) -> KeptResources { KeptResources(self, ranges[index]) }
}
