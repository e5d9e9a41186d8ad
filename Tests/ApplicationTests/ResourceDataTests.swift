import CloudKit
import Foundation
import Photos
import SharedWorld
import Synchronization
import Testing

extension ApplicationTests {
    /// The bytes of resources, as applications ask for them.
    @Suite(.timeLimit(.minutes(20))) struct ResourceData {
        let world: World
        init() throws { world = try World() }
        private let manager = PHAssetResourceManager.default()

        private func resource() throws -> (PHAssetResource, Data) {
            let asset = try world.save("IMG_7.JPG", seed: 7)
            let resource = try #require(PHAssetResource.assetResources(for: asset).first { $0.type == .photo })
            return (resource, try Data(contentsOf: world.folder.appendingPathComponent("IMG_7.JPG")))
        }

        @Test func piecesAddUpToTheFile() async throws {
            let (resource, bytes) = try resource(), options = PHAssetResourceRequestOptions()
            options.isNetworkAccessAllowed = true
            let data = Mutex(Data())
            let isOnMain: Bool = try await withCheckedThrowingContinuation { continuation in
                let id: PHAssetResourceDataRequestID = manager.requestData(for: resource, options: options) { piece in
                    data.withLock { $0.append(piece) }
                } completionHandler: { error in
                    if let error { continuation.resume(throwing: error) } else { continuation.resume(returning: Thread.isMainThread) }
                }
                #expect(id != PHInvalidAssetResourceDataRequestID)
            }
            #expect(data.withLock { $0 } == bytes)
            #expect(!isOnMain)
        }

        @Test func aFileIsWritten() async throws {
            let (resource, bytes) = try resource(), file = world.folder.appendingPathComponent(resource.originalFilename + ".copy")
            let error: (any Error)? = await withCheckedContinuation { continuation in
                manager.writeData(for: resource, toFile: file, options: nil) { continuation.resume(returning: $0) }
            }
            #expect(error == nil)
            #expect(try Data(contentsOf: file) == bytes)
        }

        @Test func aFileIsAwaited() async throws {
            let (resource, bytes) = try resource(), file = world.folder.appendingPathComponent("awaited.jpg")
            try await manager.writeData(for: resource, toFile: file, options: PHAssetResourceRequestOptions())
            #expect(try Data(contentsOf: file) == bytes)
        }

        // Guarded by holding nothing of its own.
        private final class Refusing: PHAssetResourceManager, @unchecked Sendable {
            override func writeData(
                for resource: PHAssetResource, toFile fileURL: URL, options: PHAssetResourceRequestOptions?,
                completionHandler: @escaping @Sendable ((any Error)?) -> Void
            ) {
                completionHandler(PHPhotosError(.notEnoughSpace))
            }
        }

        @Test func aDoubleAnswersBothForms() async throws {
            let (resource, _) = try resource(), file = world.folder.appendingPathComponent("refused.jpg")
            await #expect(throws: PHPhotosError.self) { try await Refusing().writeData(for: resource, toFile: file, options: nil) }
            #expect(!FileManager.default.fileExists(atPath: file.path))
        }

        @Test func optionsHaveTheirDefaultsAndAreCopied() throws {
            let options = PHAssetResourceRequestOptions()
            #expect(!options.isNetworkAccessAllowed && options.progressHandler == nil)
            options.isNetworkAccessAllowed = true
            var heard: [Double] = []
            let handler: PHAssetResourceProgressHandler = { heard.append($0) }
            options.progressHandler = handler
            let copy = try #require(options.copy() as? PHAssetResourceRequestOptions)
            #expect(copy !== options && copy.isNetworkAccessAllowed)
            copy.progressHandler?(0.5)
            #expect(heard == [0.5])
        }

        @Test func aRequestIsCancelled() async throws {
            let (resource, _) = try resource(), manager = manager
            let id = Mutex(PHInvalidAssetResourceDataRequestID), isKnown = DispatchSemaphore(value: 0)
            let error: (any Error)? = await withCheckedContinuation { continuation in
                let request = manager.requestData(for: resource, options: nil) { _ in
                    isKnown.wait()
                    manager.cancelDataRequest(id.withLock { $0 })
                } completionHandler: {
                    continuation.resume(returning: $0)
                }
                id.withLock { $0 = request }
                isKnown.signal()
            }
            #expect((error as? PHPhotosError)?.code == .userCancelled)
            #expect((error as NSError?)?.domain == PHPhotosErrorDomain && PHInvalidAssetResourceDataRequestID == 0)
        }

        @Test func whatIsNotInICloudIsWrittenInstead() async throws {
            let (resource, bytes) = try resource(), file = world.folder.appendingPathComponent("instead.jpg")
            do {
                let identifier: CKAsset.ExportedAssetID = try await manager.exportedAssetID(for: resource)
                Issue.record("the library uses no iCloud Photos, but gave \(identifier)")
            } catch PHPhotosError.requestNotSupportedForAsset {
                try await manager.writeData(for: resource, toFile: file, options: nil)
            }
            #expect(try Data(contentsOf: file) == bytes)
        }

        @Test func whoIsCancelledGetsNoIdentifier() async throws {
            let (resource, _) = try resource(), manager = manager
            let asking = Task { @Sendable in
                withUnsafeCurrentTask { $0?.cancel() }
                return try await manager.exportedAssetID(for: resource)
            }
            await #expect(throws: CancellationError.self) { try await asking.value }
        }
    }
}
