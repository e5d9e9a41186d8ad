import Foundation
import Photos

/// Loads what a `Transferable` is made of.
enum TransferLoad {
    /// The first way for which there is content. A folder is no data and no file that could be read.
    static func way<T: Transferable>(_ type: T.Type, in provider: NSItemProvider) -> (way: TransferImport<T.Representation.Item>?, content: UTType) {
        let files = provider.registeredContentTypes.filter { !$0.conforms(to: .directory) }
        for way in T.transferRepresentation.imports {
            if case .object(let type, _) = way.source {
                if provider.canLoadObject(ofClass: type) { return (way, way.contentType) }
            } else if let content = files.first(where: { $0.conforms(to: way.contentType) }) {
                return (way, content)
            }
        }
        return (nil, .data)
    }

    static func value<T: Transferable>(
        _ type: T.Type, _ way: TransferImport<T.Representation.Item>, _ content: UTType, _ provider: NSItemProvider, _ advance: @escaping NSItemProvider.Advance
    ) async throws -> T {
        let made: T.Representation.Item?
        switch way.source {
        case .data(let make): made = try await make(provider.data(content, advance))
        case .file(let make):
            let file = try await provider.file(content, advance)
            defer { withExtendedLifetime(file) {} }
            made = try await make(ReceivedTransferredFile(file: file.url, isOriginalFile: false))
        case .object(let type, let make): made = make(try await provider.object(type, advance).value)
        }
        // A representation may be of a class that the type is a kind of.
        guard let value = made as? T else {
            throw PHPhotosError(.invalidResource, userInfo: [NSLocalizedDescriptionKey: "What was picked makes no \(T.self). Ask for another type."])
        }
        return value
    }
}
