import Foundation

extension NSItemProvider {
    /// The domain of ``ErrorCode``.
    public static let errorDomain = "NSItemProviderErrorDomain"

    /// Why nothing was loaded. <https://developer.apple.com/documentation/foundation/nsitemprovider/errorcode>
    public enum ErrorCode: Int, Sendable {
        /// None of the others.
        case unknownError = -1
        /// There is no representation of the type, or it could not be loaded: `NSUnderlyingErrorKey` says why.
        case itemUnavailableError = -1000
        /// What was loaded makes no object of the class.
        case unexpectedValueClassError = -1100
        /// Nothing that there is can be made into what was asked for.
        case unavailableCoercionError = -1200
    }

    static func error(_ code: ErrorCode, _ message: String, cause: (any Error)? = nil) -> NSError {
        var info: [String: Any] = [NSLocalizedDescriptionKey: message]
        if let cause { info[NSUnderlyingErrorKey] = cause }
        return NSError(domain: errorDomain, code: code.rawValue, userInfo: info)
    }

    private func missing(_ identifier: String) -> NSError {
        let types = registeredTypeIdentifiers
        return Self.error(.itemUnavailableError, "There is no \(identifier) to load, only \(types.isEmpty ? "nothing" : types.joined(separator: ", ")).")
    }

    /// What a load that failed is told as: a cancellation is `CocoaError.userCancelled`.
    static func told(_ error: any Error, _ what: String) -> any Error {
        if error is CancellationError { return CocoaError(.userCancelled) }
        if (error as NSError).domain == errorDomain { return error }
        return Self.error(.itemUnavailableError, "\(what) could not be loaded: \(error.localizedDescription)", cause: error)
    }
}

extension NSItemProvider {
    package func data(_ type: UTType, _ advance: @escaping Advance) async throws -> Data {
        guard let (type, loader) = representation(type.identifier) else { throw missing(type.identifier) }
        guard !type.conforms(to: .directory) else {
            throw Self.error(.unavailableCoercionError, "\(type) is a folder and not data. Load its file representation.")
        }
        return try await Self.data(loader, type, advance)
    }

    package func file(_ type: UTType, _ advance: @escaping Advance) async throws -> LoadedFile {
        guard let (type, loader) = representation(type.identifier) else { throw missing(type.identifier) }
        return try await Self.file(loader, type, named: suggestedName, advance)
    }

    package func object(_ aClass: any NSItemProviderReading.Type, _ advance: @escaping Advance) async throws -> LoadedObject {
        if let loader = state.withLock({ $0.objects[ObjectIdentifier(aClass)] }) { return try await loader(advance) }
        guard let identifier = readable(aClass), let (type, loader) = representation(identifier) else {
            throw Self.error(.unavailableCoercionError, "Nothing that there is can be made into \(aClass): \(registeredTypeIdentifiers.joined(separator: ", ")).")
        }
        return LoadedObject(try aClass.object(withItemProviderData: try await Self.data(loader, type, advance), typeIdentifier: type.identifier))
    }

    /// What there is for a class, folders left out.
    func readable(_ aClass: any NSItemProviderReading.Type) -> String? {
        let types = registeredContentTypes.filter { !$0.conforms(to: .directory) }
        return aClass.readableTypeIdentifiersForItemProvider.lazy.map { UTType(recorded: $0) }
            .compactMap { wanted in types.first { $0.conforms(to: wanted) } }.first?.identifier
    }
}

/// An object on its way to the one who gets it.
// Guarded by that: it is made by a load and handed over once.
package struct LoadedObject: @unchecked Sendable {
    package let value: any NSItemProviderReading

    package init(_ value: any NSItemProviderReading) { self.value = value }
}

/// A file or folder in a folder of its own, which is removed with this object.
package final class LoadedFile: Sendable {
    package let url: URL
    private let folder: URL

    init(_ folder: URL, _ url: URL) { (self.folder, self.url) = (folder, url) }

    deinit { try? FileManager.default.removeItem(at: folder) }
}
