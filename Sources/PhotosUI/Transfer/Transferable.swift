import Foundation
import Photos

/// What can be made of content that was picked. <https://developer.apple.com/documentation/coretransferable/transferable>
///
/// A stand-in for CoreTransferable's, for what a program takes in: what it says of exporting is kept for signatures.
public protocol Transferable: Sendable {
    /// What says of which content it is made.
    associatedtype Representation: TransferRepresentation
    /// Of which content it is made, the best first.
    @TransferRepresentationBuilder<Self> static var transferRepresentation: Representation { get }
}

/// A way of making an item of content. <https://developer.apple.com/documentation/coretransferable/transferrepresentation>
public protocol TransferRepresentation<Item>: Sendable {
    /// What is made.
    associatedtype Item: Transferable
    /// The ways there are, the best first. Addition: CoreTransferable keeps them to itself.
    var imports: [TransferImport<Item>] { get }
}

/// One way of making an item. Addition.
public struct TransferImport<Item: Transferable>: Sendable {
    enum Source: Sendable {
        case data(@Sendable (Data) async throws -> Item)
        case file(@Sendable (ReceivedTransferredFile) async throws -> Item)
        /// Of an object that a provider loads by its class.
        case object(any NSItemProviderReading.Type, @Sendable (any NSItemProviderReading) -> Item?)
    }

    /// Of which content.
    public let contentType: UTType
    let source: Source
}

/// Joins several ways, the best first. <https://developer.apple.com/documentation/coretransferable/transferrepresentationbuilder>
@resultBuilder public enum TransferRepresentationBuilder<Item: Transferable> {
    /// One way.
    public static func buildExpression<Content: TransferRepresentation<Item>>(_ content: Content) -> Content { content }
    /// One way.
    public static func buildBlock<Content: TransferRepresentation<Item>>(_ content: Content) -> Content { content }
    /// Two ways.
    public static func buildBlock<A: TransferRepresentation<Item>, B: TransferRepresentation<Item>>(_ a: A, _ b: B) -> some TransferRepresentation<Item> {
        JoinedRepresentation(imports: a.imports + b.imports)
    }
    /// Three ways.
    public static func buildBlock<A: TransferRepresentation<Item>, B: TransferRepresentation<Item>, C: TransferRepresentation<Item>>(
        _ a: A, _ b: B, _ c: C
    ) -> some TransferRepresentation<Item> {
        JoinedRepresentation(imports: a.imports + b.imports + c.imports)
    }
}

private struct JoinedRepresentation<Item: Transferable>: TransferRepresentation {
    let imports: [TransferImport<Item>]
}

/// An item made of data. <https://developer.apple.com/documentation/coretransferable/datarepresentation>
public struct DataRepresentation<Item: Transferable>: TransferRepresentation {
    /// The one way.
    public let imports: [TransferImport<Item>]

    /// Of data of this type, or a kind of it.
    public init(importedContentType: UTType, importing: @escaping @Sendable (Data) async throws -> Item) {
        imports = [TransferImport(contentType: importedContentType, source: .data(importing))]
    }

    /// The same; nothing is exported here.
    public init(
        contentType: UTType, exporting: @escaping @Sendable (Item) async throws -> Data, importing: @escaping @Sendable (Data) async throws -> Item
    ) {
        self.init(importedContentType: contentType, importing: importing)
    }
}

/// An item made of a file. <https://developer.apple.com/documentation/coretransferable/filerepresentation>
public struct FileRepresentation<Item: Transferable>: TransferRepresentation {
    /// The one way.
    public let imports: [TransferImport<Item>]

    /// Of a file of this type, or a kind of it, which is there until `importing` has ended: move it, or read it before.
    public init(
        importedContentType: UTType, shouldAttemptToOpenInPlace: Bool = false, importing: @escaping @Sendable (ReceivedTransferredFile) async throws -> Item
    ) {
        imports = [TransferImport(contentType: importedContentType, source: .file(importing))]
    }

    /// The same; nothing is exported here.
    public init(
        contentType: UTType, shouldAttemptToOpenInPlace: Bool = false, exporting: @escaping @Sendable (Item) async throws -> SentTransferredFile,
        importing: @escaping @Sendable (ReceivedTransferredFile) async throws -> Item
    ) {
        self.init(importedContentType: contentType, importing: importing)
    }
}

/// A file that a program gets. <https://developer.apple.com/documentation/coretransferable/receivedtransferredfile>
public struct ReceivedTransferredFile: Sendable {
    /// Where it is.
    public let file: URL
    /// Always false: it is a copy.
    public let isOriginalFile: Bool
}

/// A file that a program gives. Kept for signatures. <https://developer.apple.com/documentation/coretransferable/senttransferredfile>
public struct SentTransferredFile: Sendable {
    /// Where it is.
    public let file: URL
    /// Whether whoever gets it may have the very file.
    public let allowAccessingOriginalFile: Bool

    /// A file to be given.
    public init(_ file: URL, allowAccessingOriginalFile: Bool = false) { (self.file, self.allowAccessingOriginalFile) = (file, allowAccessingOriginalFile) }
}

extension Data: Transferable {
    /// The bytes of whatever there is.
    public static var transferRepresentation: some TransferRepresentation { DataRepresentation<Data>(importedContentType: .data) { $0 } }
}

extension PHLivePhoto: Transferable {
    /// A Live Photo that was picked.
    public static var transferRepresentation: LivePhotoRepresentation { LivePhotoRepresentation() }

    /// How a Live Photo is made of what was picked. Addition: Apple's has no name.
    public struct LivePhotoRepresentation: TransferRepresentation {
        /// The one way.
        public var imports: [TransferImport<PHLivePhoto>] {
            [TransferImport(contentType: .livePhoto, source: .object(PHLivePhoto.self) { $0 as? PHLivePhoto })]
        }
    }
}
