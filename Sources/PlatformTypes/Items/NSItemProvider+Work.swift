import Foundation
import Synchronization

extension NSItemProvider {
    /// Handlers are called here: they may wait, and more than one load may end at once.
    private static let handlers = DispatchQueue(label: "photos.items", attributes: .concurrent)
    private static let steps: Int64 = 1_000

    /// Runs a load, and tells its end once. What is cancelled is told so at once, whatever the work still does.
    package func load<Value: Sendable>(
        _ handler: @escaping @Sendable (Result<Value, any Error>) -> Void, _ work: @escaping @Sendable (_ advance: @escaping Advance) async throws -> Value
    ) -> Progress {
        let progress = Progress.discreteProgress(totalUnitCount: Self.steps), end = LoadEnd(handler)
        let advance: Advance = { done in
            // Progress never goes back, and ends with the load.
            let units = Int64((min(1, max(0, done)) * Double(Self.steps - 1)).rounded(.down))
            if units > progress.completedUnitCount { progress.completedUnitCount = units }
        }
        let what = suggestedName ?? "The item"
        let task = Task.detached(priority: .userInitiated) {
            var result: Result<Value, any Error>
            do { result = .success(try await work(advance)) } catch { result = .failure(Self.told(error, what)) }
            guard let handler = end.take() else { return }
            if case .success = result { progress.completedUnitCount = Self.steps }
            Self.handlers.async { [result] in handler(result) }
        }
        progress.cancellationHandler = {
            guard let handler = end.take() else { return }
            task.cancel()
            Self.handlers.async { handler(.failure(CocoaError(.userCancelled))) }
        }
        return progress
    }

    static func data(_ loader: Loader, _ type: UTType, _ advance: @escaping Advance) async throws -> Data {
        switch loader {
        case .data(let load):
            return try await answered(type) { done in
                load { data, error in done(data.map { .success($0) } ?? .failure(error ?? Self.error(.itemUnavailableError, "There is no \(type)."))) }
            }
        case .file, .made:
            let file = try await file(loader, type, named: nil, advance)
            defer { withExtendedLifetime(file) {} }
            return try Data(contentsOf: file.url)
        }
    }

    static func file(_ loader: Loader, _ type: UTType, named name: String?, _ advance: @escaping Advance) async throws -> LoadedFile {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("photos-item-\(UUID().uuidString)", isDirectory: true)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        do {
            switch loader {
            case .made(let make): return LoadedFile(folder, try await make(folder, advance))
            case .data:
                let url = folder.appendingPathComponent(fileName(name, type))
                try await data(loader, type, advance).write(to: url)
                return LoadedFile(folder, url)
            case .file(let load):
                let source: URL = try await answered(type) { done in
                    load { url, _, error in done(url.map { .success($0) } ?? .failure(error ?? Self.error(.itemUnavailableError, "There is no \(type)."))) }
                }
                let url = folder.appendingPathComponent(source.lastPathComponent)
                try FileManager.default.copyItem(at: source, to: url)
                return LoadedFile(folder, url)
            }
        } catch {
            try? FileManager.default.removeItem(at: folder)
            throw error
        }
    }

    private static func fileName(_ name: String?, _ type: UTType) -> String {
        let stem = name.map { $0.replacingOccurrences(of: "/", with: "_") }.flatMap { $0.isEmpty || $0.hasPrefix(".") ? nil : $0 } ?? "item"
        return type.preferredFilenameExtension.map { "\(stem).\($0)" } ?? stem
    }

    /// Waits for a handler that somebody else calls; whoever calls it twice is heard once, and a cancellation reaches the progress that came back.
    private static func answered<Value: Sendable>(
        _ type: UTType, _ start: @escaping @Sendable (@escaping @Sendable (Result<Value, any Error>) -> Void) -> Progress?
    ) async throws -> Value {
        let running = Mutex<(progress: Progress?, isCancelled: Bool)>((nil, false))
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Value, any Error>) in
                let end = LoadEnd<Value> { continuation.resume(with: $0) }
                let progress = start { result in end.take()?(result) }
                let isCancelled = running.withLock { running in
                    running.progress = progress
                    return running.isCancelled
                }
                if isCancelled { progress?.cancel() }
            }
        } onCancel: {
            let progress = running.withLock { running in
                running.isCancelled = true
                return running.progress
            }
            progress?.cancel()
        }
    }
}

/// The one call of a handler.
private final class LoadEnd<Value>: Sendable {
    typealias Handler = @Sendable (Result<Value, any Error>) -> Void

    private let handler: Mutex<Handler?>

    init(_ handler: @escaping Handler) { self.handler = Mutex(handler) }

    /// `nil` for all but the first who ends the load.
    func take() -> Handler? {
        handler.withLock { handler in
            defer { handler = nil }
            return handler
        }
    }
}

extension Result where Failure == any Error {
    var value: Success? { if case .success(let value) = self { value } else { nil } }
    var error: Failure? { if case .failure(let error) = self { error } else { nil } }
}
