import Foundation
import Synchronization

/// Content that is loaded when somebody asks for it, in one of several types. <https://developer.apple.com/documentation/foundation/nsitemprovider>
///
/// May be used from any thread. Handlers of loads are called exactly once, on queues that are never the main one, and may wait.
open class NSItemProvider: NSObject, NSCopying, @unchecked Sendable {
    /// How a representation is loaded.
    package enum Loader: Sendable {
        case data(@Sendable (@escaping @Sendable (Data?, (any Error)?) -> Void) -> Progress?)
        case file(@Sendable (@escaping @Sendable (URL?, Bool, (any Error)?) -> Void) -> Progress?)
        /// Writes a file or folder into the folder, which is removed after the handler has had it. It stops where its task is cancelled.
        case made(@Sendable (_ folder: URL, _ advance: @escaping Advance) async throws -> URL)
    }

    /// Is told how much of a load is done, from 0 to 1.
    package typealias Advance = @Sendable (Double) -> Void

    /// How an object is loaded. It stops where its task is cancelled.
    package typealias ObjectLoader = @Sendable (_ advance: @escaping Advance) async throws -> LoadedObject

    struct State {
        var types: [String] = []
        var loaders: [String: Loader] = [:]
        var objects: [ObjectIdentifier: ObjectLoader] = [:]
        var suggestedName: String?
    }

    // Guarded by its lock, which is never held while somebody else's code runs.
    let state: Mutex<State>

    /// A provider of nothing, until something is registered.
    public override init() { state = Mutex(State()) }

    private init(_ state: State) { self.state = Mutex(state) }

    /// A provider of a file, of the type that its name says. `nil` for what is no file that can be read.
    public convenience init?(contentsOf fileURL: URL!) {
        guard let fileURL, fileURL.isFileURL, FileManager.default.isReadableFile(atPath: fileURL.path) else { return nil }
        self.init()
        let type = UTType(filenameExtension: fileURL.pathExtension) ?? .data
        suggestedName = fileURL.deletingPathExtension().lastPathComponent
        registerFileRepresentation(forTypeIdentifier: type.identifier, fileOptions: [], visibility: .all) { completion in
            completion(fileURL, false, nil)
            return nil
        }
    }

    /// Another provider of the same.
    @discardableResult
    open func copy(with zone: NSZone? = nil) -> Any { NSItemProvider(state.withLock { $0 }) }

    /// What to call the content, without an extension. Default `nil`.
    open var suggestedName: String? {
        get { state.withLock { $0.suggestedName } }
        set { state.withLock { $0.suggestedName = newValue } }
    }

    // MARK: What there is

    /// In the order of registration: what keeps most comes first.
    open var registeredTypeIdentifiers: [String] { state.withLock { $0.types } }

    /// The same; with ``NSItemProviderFileOptions/openInPlace`` none, since everything here is a copy.
    open func registeredTypeIdentifiers(fileOptions: NSItemProviderFileOptions = []) -> [String] { fileOptions.isEmpty ? registeredTypeIdentifiers : [] }

    /// The types of ``registeredTypeIdentifiers``.
    open var registeredContentTypes: [UTType] { registeredTypeIdentifiers.map { UTType(recorded: $0) } }

    /// Those that are a kind of another type.
    open func registeredContentTypes(conformingTo contentType: UTType) -> [UTType] { registeredContentTypes.filter { $0.conforms(to: contentType) } }

    /// Whether there is a representation that is of a type or a kind of it.
    open func hasItemConformingToTypeIdentifier(_ typeIdentifier: String) -> Bool { representation(typeIdentifier) != nil }

    /// The same of what can be had as a file in a certain way.
    open func hasRepresentationConforming(toTypeIdentifier typeIdentifier: String, fileOptions: NSItemProviderFileOptions = []) -> Bool {
        fileOptions.isEmpty && hasItemConformingToTypeIdentifier(typeIdentifier)
    }

    // MARK: Offering

    /// Offers data of a type. What was registered for the type before is replaced.
    /// - Parameters:
    ///   - visibility: kept for the signature: whoever has the provider may load from it.
    ///   - loadHandler: called for each load, on a queue of the provider's; it calls its argument once, now or later.
    open func registerDataRepresentation(
        forTypeIdentifier typeIdentifier: String, visibility: NSItemProviderRepresentationVisibility,
        loadHandler: @escaping @Sendable (@escaping @Sendable (Data?, (any Error)?) -> Void) -> Progress?
    ) {
        register(typeIdentifier, .data(loadHandler))
    }

    /// Offers a file or a folder of a type. It is copied for each load.
    /// - Parameters:
    ///   - fileOptions: kept for the signature: nothing is opened in place here.
    ///   - visibility: kept for the signature.
    ///   - loadHandler: called for each load, on a queue of the provider's; it calls its argument once, now or later.
    open func registerFileRepresentation(
        forTypeIdentifier typeIdentifier: String, fileOptions: NSItemProviderFileOptions = [], visibility: NSItemProviderRepresentationVisibility,
        loadHandler: @escaping @Sendable (@escaping @Sendable (URL?, Bool, (any Error)?) -> Void) -> Progress?
    ) {
        register(typeIdentifier, .file(loadHandler))
    }

    package func register(_ typeIdentifier: String, _ loader: Loader) {
        let identifier = UTType(recorded: typeIdentifier).identifier
        state.withLock { state in
            if state.loaders.updateValue(loader, forKey: identifier) == nil { state.types.append(identifier) }
        }
    }

    /// Offers objects of a class, whatever data there is.
    package func register(_ type: any NSItemProviderReading.Type, _ loader: @escaping ObjectLoader) {
        state.withLock { $0.objects[ObjectIdentifier(type)] = loader }
    }

    // MARK: Loading

    /// Loads the first representation that is of a type, or a kind of it, as data. A folder has none.
    /// - Parameter completionHandler: called once: with the data, or with why there is none, `CocoaError.userCancelled` after a cancellation.
    /// - Returns: how far it has come; cancelling it ends the load.
    @discardableResult
    open func loadDataRepresentation(forTypeIdentifier typeIdentifier: String, completionHandler: @escaping @Sendable (Data?, (any Error)?) -> Void) -> Progress {
        load({ (result: Result<Data, any Error>) in completionHandler(result.value, result.error) }) { [self] advance in try await data(UTType(recorded: typeIdentifier), advance) }
    }

    /// The same by a type.
    @discardableResult
    open func loadDataRepresentation(for contentType: UTType, completionHandler: @escaping @Sendable (Data?, (any Error)?) -> Void) -> Progress {
        loadDataRepresentation(forTypeIdentifier: contentType.identifier, completionHandler: completionHandler)
    }

    /// Loads the first representation that is of a type, or a kind of it, as a file or folder that is the handler's alone, and is removed when the handler
    /// returns: move it, or read it before.
    /// - Parameter completionHandler: called once: with the file, or with why there is none, `CocoaError.userCancelled` after a cancellation.
    /// - Returns: how far it has come; cancelling it ends the load.
    @discardableResult
    open func loadFileRepresentation(forTypeIdentifier typeIdentifier: String, completionHandler: @escaping @Sendable (URL?, (any Error)?) -> Void) -> Progress {
        load({ (result: Result<LoadedFile, any Error>) in
            completionHandler(result.value?.url, result.error)
            // The file goes with its last owner, which is this call.
            withExtendedLifetime(result) {}
        }) { [self] advance in try await file(UTType(recorded: typeIdentifier), advance) }
    }

    /// The same by a type. The second argument of the handler is false: nothing is opened in place here.
    @discardableResult
    open func loadFileRepresentation(
        for contentType: UTType, openInPlace: Bool = false, completionHandler: @escaping @Sendable (URL?, Bool, (any Error)?) -> Void
    ) -> Progress {
        loadFileRepresentation(forTypeIdentifier: contentType.identifier) { completionHandler($0, false, $1) }
    }

    /// As ``loadFileRepresentation(forTypeIdentifier:completionHandler:)``: always a copy, which the handler's second argument says.
    @discardableResult
    open func loadInPlaceFileRepresentation(
        forTypeIdentifier typeIdentifier: String, completionHandler: @escaping @Sendable (URL?, Bool, (any Error)?) -> Void
    ) -> Progress {
        loadFileRepresentation(forTypeIdentifier: typeIdentifier) { completionHandler($0, false, $1) }
    }

    /// Whether ``loadObject(ofClass:completionHandler:)`` can be asked for the class.
    open func canLoadObject(ofClass aClass: any NSItemProviderReading.Type) -> Bool {
        state.withLock { $0.objects[ObjectIdentifier(aClass)] } != nil || readable(aClass) != nil
    }

    /// Loads an object of a class, such as `UIImage.self`.
    /// - Parameter completionHandler: called once: with the object, or with why there is none, `CocoaError.userCancelled` after a cancellation.
    /// - Returns: how far it has come; cancelling it ends the load.
    @discardableResult
    open func loadObject(
        ofClass aClass: any NSItemProviderReading.Type, completionHandler: @escaping @Sendable ((any NSItemProviderReading)?, (any Error)?) -> Void
    ) -> Progress {
        load({ (result: Result<LoadedObject, any Error>) in completionHandler(result.value?.value, result.error) }) { [self] advance in try await object(aClass, advance) }
    }

    /// The first that is of this type, else the first that is a kind of it.
    func representation(_ identifier: String) -> (type: UTType, loader: Loader)? {
        let wanted = UTType(recorded: identifier)
        return state.withLock { state in
            let type = state.types.first { $0 == wanted.identifier } ?? state.types.first { UTType(recorded: $0).conforms(to: wanted) }
            return type.flatMap { type in state.loaders[type].map { (UTType(recorded: type), $0) } }
        }
    }
}

/// An object that can be made of what a provider loads. <https://developer.apple.com/documentation/foundation/nsitemproviderreading>
public protocol NSItemProviderReading: NSObjectProtocol, SendableMetatype {
    /// What it can be made of, the best first.
    static var readableTypeIdentifiersForItemProvider: [String] { get }
    /// Makes one.
    /// - Throws: why that can't be.
    static func object(withItemProviderData data: Data, typeIdentifier: String) throws -> Self
}

/// Who may load a representation. Kept for signatures: here whoever has the provider may.
public enum NSItemProviderRepresentationVisibility: Int, Sendable {
    /// All programs.
    case all = 0
    /// Programs of the same team.
    case team = 1
    /// Programs of a group.
    case group = 2
    /// This program alone.
    case ownProcess = 3
}

/// How a file may be had.
public struct NSItemProviderFileOptions: OptionSet, Sendable, Hashable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    /// The very file and no copy. Nothing here is given so.
    public static let openInPlace = NSItemProviderFileOptions(rawValue: 1)
}
