import Catalog
import PhotoModel

/// A resource as it was when it was read. Whoever lists many neither copies nor makes the records of those that nobody asks about.
package struct KeptResource: Sendable {
    private final class Alone: Sendable {
        let record: ResourceRecord
        init(_ record: ResourceRecord) { self.record = record }
    }

    private enum Source: Sendable {
        case alone(Alone)
        /// One of many that were read together, which are there for as long as anybody has one of them: some hundred bytes each.
        case together(ReadResources, index: Int)
    }

    private let source: Source

    package init(_ record: ResourceRecord) { source = .alone(Alone(record)) }
    fileprivate init(_ read: ReadResources, _ index: Int) { source = .together(read, index: index) }

    /// Everything; whoever wants one thing of it asks for that.
    package var record: ResourceRecord {
        switch source {
        case .alone(let alone): alone.record
        case .together(let read, let index): read.resources[index]
        }
    }
    package var id: Int64 {
        switch source {
        case .alone(let alone): alone.record.id
        case .together(let read, let index): read.resources.id(at: index)
        }
    }
    package var type: ResourceType {
        switch source {
        case .alone(let alone): alone.record.type
        case .together(let read, let index): read.resources.type(at: index)
        }
    }
    /// The name the file had when it came in.
    package var filename: String {
        switch source {
        case .alone(let alone): alone.record.filename
        case .together(let read, let index): read.resources.filename(at: index)
        }
    }
    package var uniformType: String {
        switch source {
        case .alone(let alone): alone.record.uniformType
        case .together(let read, let index): read.resources.uniformType(at: index)
        }
    }
    /// Bytes.
    package var size: Int64 {
        switch source {
        case .alone(let alone): alone.record.size
        case .together(let read, let index): read.resources.size(at: index)
        }
    }
}

/// Those of one asset among those of many, in the order they were added.
package struct KeptResources: RandomAccessCollection, Sendable {
    fileprivate let read: ReadResources
    package let startIndex: Int
    package let endIndex: Int

    package subscript(index: Int) -> KeptResource { KeptResource(read, index) }
}

/// The resources of several assets, as one read found them.
final class ReadResources: Sendable {
    fileprivate let resources: PackedResources
    /// Where those of each asset are, in the order of the batch.
    private let ranges: [Range<Int>]

    init(_ resources: PackedResources, _ ranges: [Range<Int>]) { (self.resources, self.ranges) = (resources, ranges) }

    /// - Parameter index: of the asset in the batch.
    subscript(index: Int) -> KeptResources { KeptResources(read: self, startIndex: ranges[index].lowerBound, endIndex: ranges[index].upperBound) }
}
