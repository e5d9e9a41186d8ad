import Foundation
import PlatformTypes
import Synchronization
import Testing

/// Providers of what a program registers.
@Suite(.timeLimit(.minutes(20))) struct ItemProviderTests {
    private final class Note: NSObject, NSItemProviderReading, Sendable {
        let text: String
        init(_ text: String) { self.text = text }
        static var readableTypeIdentifiersForItemProvider: [String] { ["public.utf8-plain-text", "public.json"] }
        static func object(withItemProviderData data: Data, typeIdentifier: String) throws -> Note {
            guard !data.isEmpty else { throw CocoaError(.fileReadCorruptFile) }
            return Note("\(typeIdentifier): \(String(decoding: data, as: UTF8.self))")
        }
    }

    private func provider(_ types: [String: String]) -> NSItemProvider {
        let provider = NSItemProvider()
        for (type, text) in types.sorted(by: { $0.key < $1.key }) {
            provider.registerDataRepresentation(forTypeIdentifier: type, visibility: .all) { done in
                done(Data(text.utf8), nil)
                return nil
            }
        }
        return provider
    }

    private func data(_ provider: NSItemProvider, _ type: String) async throws -> String {
        try await withCheckedThrowingContinuation { done in
            provider.loadDataRepresentation(forTypeIdentifier: type) { data, error in
                done.resume(with: Result { if let data { String(decoding: data, as: UTF8.self) } else { throw error ?? CocoaError(.featureUnsupported) } })
            }
        }
    }

    @Test func typesAreListedInOrderAndFoundByTheirKinds() async throws {
        let provider = provider(["public.json": "{}", "public.png": "picture"])
        provider.registerDataRepresentation(forTypeIdentifier: "PUBLIC.PNG", visibility: .ownProcess) { done in
            done(Data("other".utf8), nil)
            // Who answers twice is heard once.
            done(nil, CocoaError(.fileNoSuchFile))
            return nil
        }
        #expect(provider.registeredTypeIdentifiers == ["public.json", "public.png"] && provider.registeredContentTypes == [.json, .png])
        #expect(provider.registeredContentTypes(conformingTo: .image) == [.png] && provider.registeredTypeIdentifiers(fileOptions: .openInPlace).isEmpty)
        #expect(provider.hasItemConformingToTypeIdentifier("public.image") && !provider.hasItemConformingToTypeIdentifier("public.movie"))
        #expect(
            provider.hasRepresentationConforming(toTypeIdentifier: "public.data")
                && !provider.hasRepresentationConforming(toTypeIdentifier: "public.data", fileOptions: .openInPlace))
        #expect(try await data(provider, "public.image") == "other")
        #expect(try await data(provider, "public.data") == "{}", "the first that fits")
        let copy = try #require(provider.copy() as? NSItemProvider)
        provider.registerDataRepresentation(forTypeIdentifier: "public.html", visibility: .all) { _ in nil }
        #expect(copy.registeredTypeIdentifiers == ["public.json", "public.png"] && copy !== provider)
    }

    @Test func dataComesAsAFileWithAName() async throws {
        let provider = provider(["public.json": "{}"])
        provider.suggestedName = "a/b"
        let (name, text): (String, String) = try await withCheckedThrowingContinuation { done in
            provider.loadFileRepresentation(for: .json) { url, isInPlace, error in
                dispatchPrecondition(condition: .notOnQueue(.main))
                done.resume(
                    with: Result {
                        guard let url, !isInPlace else { throw error ?? CocoaError(.featureUnsupported) }
                        return (url.lastPathComponent, try String(contentsOf: url, encoding: .utf8))
                    })
            }
        }
        #expect(name == "a_b.json" && text == "{}")
    }

    @Test func aFileIsCopied() async throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("items-\(UUID().uuidString).png")
        try Data("picture".utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let provider = try #require(NSItemProvider(contentsOf: file))
        #expect(provider.registeredContentTypes == [.png] && provider.suggestedName == file.deletingPathExtension().lastPathComponent)
        let copy: URL = try await withCheckedThrowingContinuation { done in
            provider.loadInPlaceFileRepresentation(forTypeIdentifier: "public.png") { url, _, error in
                done.resume(
                    with: Result {
                        guard let url else { throw error ?? CocoaError(.featureUnsupported) }
                        try FileManager.default.removeItem(at: url)
                        return url
                    })
            }
        }
        #expect(copy != file && copy.lastPathComponent == file.lastPathComponent && FileManager.default.fileExists(atPath: file.path))
        #expect(try await data(provider, "public.image") == "picture")
        #expect(NSItemProvider(contentsOf: file.appendingPathExtension("gone")) == nil && NSItemProvider(contentsOf: URL(string: "http://localhost/a.png")) == nil)
    }

    @Test func objectsAreMadeOfWhatTheirClassReadsBest() async throws {
        let provider = provider(["public.json": "{}", "public.utf8-plain-text": "words"])
        #expect(provider.canLoadObject(ofClass: Note.self) && !NSItemProvider().canLoadObject(ofClass: Note.self))
        func text(_ provider: NSItemProvider) async throws -> String? {
            try await withCheckedThrowingContinuation { done in
                provider.loadObject(ofClass: Note.self) { object, error in
                    if let note = object as? Note { done.resume(returning: note.text) } else { done.resume(throwing: error ?? CocoaError(.featureUnsupported)) }
                }
            }
        }
        #expect(try await text(provider) == "public.utf8-plain-text: words")
        for (provider, code) in [(self.provider(["public.png": ""]), -1200), (self.provider(["public.json": ""]), -1000)] {
            let error = await #expect(throws: (any Error).self) { try await text(provider) } as NSError?
            #expect(error?.domain == NSItemProvider.errorDomain && error?.code == code)
        }
    }

    @Test func cancellingReachesWhoLoads() async throws {
        let provider = NSItemProvider(), (begun, beginning) = AsyncStream.makeStream(of: Void.self), (ended, ending) = AsyncStream.makeStream(of: Void.self)
        provider.registerDataRepresentation(forTypeIdentifier: "public.png", visibility: .all) { _ in
            let progress = Progress.discreteProgress(totalUnitCount: 1)
            progress.cancellationHandler = { ending.yield() }
            beginning.yield()
            return progress
        }
        let calls = Mutex(0)
        let error: NSError = await withCheckedContinuation { done in
            let progress = provider.loadDataRepresentation(for: .png) { _, error in
                calls.withLock { $0 += 1 }
                done.resume(returning: (error ?? CocoaError(.featureUnsupported)) as NSError)
            }
            Task.detached {
                for await _ in begun { break }
                progress.cancel()
            }
        }
        for await _ in ended { break }
        #expect(error.domain == NSCocoaErrorDomain && error.code == CocoaError.userCancelled.rawValue && calls.withLock { $0 } == 1)
    }

    @Test func numbersAreThoseOfObjectiveC() {
        let visibility: [NSItemProviderRepresentationVisibility] = [.all, .team, .group, .ownProcess]
        #expect(visibility.map(\.rawValue) == [0, 1, 2, 3] && NSItemProviderFileOptions.openInPlace.rawValue == 1)
        let codes: [NSItemProvider.ErrorCode] = [.unknownError, .itemUnavailableError, .unexpectedValueClassError, .unavailableCoercionError]
        #expect(codes.map(\.rawValue) == [-1, -1000, -1100, -1200])
    }
}

@MainActor @Suite struct ViewControllerTests {
    private final class Recorded: UIViewController {
        var calls: [String] = []
        override func viewWillAppear(_ animated: Bool) { calls.append("will appear \(animated)") }
        override func viewDidAppear(_ animated: Bool) { calls.append("did appear") }
        override func viewWillDisappear(_ animated: Bool) { calls.append("will disappear") }
        override func viewDidDisappear(_ animated: Bool) { calls.append("did disappear \(presentingViewController == nil)") }
    }

    @Test func whatIsPresentedIsPresentedOnceAndTakenAwayWhole() async {
        let host = UIViewController(), first = Recorded(), second = Recorded()
        await withCheckedContinuation { done in
            host.present(first, animated: true) { done.resume() }
            #expect(host.presentedViewController === first && first.presentingViewController === host)
        }
        host.present(second, animated: true)
        #expect(host.presentedViewController === first && second.calls.isEmpty, "one at a time")
        first.present(second, animated: false)
        UIViewController().present(second, animated: false)
        #expect(second.calls == ["will appear false", "did appear"])
        await withCheckedContinuation { done in host.dismiss(animated: false) { done.resume() } }
        #expect(first.calls == ["will appear true", "did appear", "will disappear", "did disappear true"] && second.calls.suffix(2) == ["will disappear", "did disappear true"])
        host.present(second, animated: false)
        second.dismiss(animated: false)
        #expect(host.presentedViewController == nil && second.presentingViewController == nil)
        second.dismiss(animated: false)
    }
}
