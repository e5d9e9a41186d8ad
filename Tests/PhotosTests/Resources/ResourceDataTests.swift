import Foundation
import LibraryEngine
import Photos
import PhotosTesting
import Testing

extension ClientTests {
    /// The bytes of resources, and how a request for them ends.
    @Suite(.timeLimit(.minutes(20))) struct ResourceData {
        let fixture: Fixture
        init() throws { fixture = try Fixture() }

        private static let mega = 1 << 20
        /// Two pieces and a bit.
        private static let long = Data((0..<2 * mega + 17).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 9) })

        /// A photo with adjustment data of these bytes.
        private func resource(_ data: Data) throws -> PHAssetResource {
            let asset = try fixture.make([(.photo, "a.jpg", try FixtureImages.jpeg()), (.adjustmentData, "a.data", data)])
            return try #require(asset.resource(.adjustmentData))
        }

        private func photo() throws -> PHAssetResource { try #require(try fixture.save().resource(.photo)) }

        /// Where its bytes lie.
        private func file(_ resource: PHAssetResource) throws -> URL { try #require(resource.value(forKey: "fileURL") as? URL) }

        private static func overwrite(_ file: URL, at offset: Int, _ bytes: Data) throws {
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
            let handle = try FileHandle(forWritingTo: file)
            try handle.seek(toOffset: UInt64(offset))
            try handle.write(contentsOf: bytes)
            try handle.close()
        }

        private func target(_ name: String = "out") -> URL { fixture.temporary.folder.appendingPathComponent(name) }

        private func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: fixture.temporary.folder.path).sorted() }

        // MARK: What comes

        @Test func piecesComeInOrderOneAtATime() throws {
            let history = ResourceHistory()
            #expect(try history.request(resource(Self.long)) > 0)
            #expect(history.all() == ["\(Self.mega)", "\(Self.mega)", "17", "done"])
            #expect(history.data == Self.long)
        }

        @Test func theNextPieceIsReadWhenTheLastWasTaken() throws {
            let resource = try resource(Self.long), file = try file(resource), history = ResourceHistory()
            // While the first is with the client the last piece is changed: it was not read before.
            history.request(resource) { count in
                guard history.data.count == count else { return }
                do { try Self.overwrite(file, at: 2 * Self.mega, Data("other bytes".utf8)) } catch { history.note("\(error)") }
            }
            #expect(history.all() == ["\(Self.mega)", "\(Self.mega)", "17", "error 3302"])
        }

        @Test func anEmptyFileIsToldOnce() throws {
            let history = ResourceHistory()
            history.request(try resource(Data()))
            #expect(history.all() == ["0", "done"])
        }

        @Test func manyRequestsWhoseHandlersWaitForEachOther() throws {
            let resource = try photo(), inner = ResourceHistory(), outer = (0..<20).map { _ in ResourceHistory() }
            let waiting = DispatchGroup()
            for _ in outer { waiting.enter() }
            for history in outer {
                history.request(resource) { _ in
                    waiting.leave()
                    waiting.wait()
                }
            }
            // All twenty hold a piece at the same time, and none of the threads that read.
            for history in outer { #expect(history.all().last == "done") }
            inner.request(resource)
            #expect(inner.all().last == "done")
        }

        // MARK: Ends

        @Test func aCancelledRequestHearsNothingButThat() throws {
            let resource = try resource(Self.long), history = ResourceHistory(), manager = PHAssetResourceManager.default()
            let began = DispatchSemaphore(value: 0), cancelled = DispatchSemaphore(value: 0)
            let id = history.request(resource) { _ in
                began.signal()
                cancelled.wait()
            }
            began.wait()
            manager.cancelDataRequest(id)
            cancelled.signal()
            #expect(history.all() == ["\(Self.mega)", "error 3072"])
            manager.cancelDataRequest(id)
            manager.cancelDataRequest(PHInvalidAssetResourceDataRequestID)
            let other = ResourceHistory()
            other.request(resource)
            #expect(other.all().last == "done")
        }

        @Test func otherBytesThanWereImportedAreAnError() throws {
            let resource = try photo(), length = try #require(resource.dataSize)
            try Self.overwrite(file(resource), at: length - 5, Data("12345".utf8))
            let history = ResourceHistory(), before = try names()
            history.request(resource)
            #expect(history.all() == ["\(length)", "error 3302"])
            #expect(ResourceHistory().write(resource, to: target()) == ["error 3302"])
            #expect(try names() == before, "nothing half written, nothing hidden")
        }

        @Test(arguments: [true, false]) func aFileWithOtherBytesIsMarkedAsDamaged(_ writes: Bool) throws {
            let resource = try photo(), length = try #require(resource.dataSize), history = ResourceHistory()
            try Self.overwrite(file(resource), at: length - 5, Data("12345".utf8))
            func asset() throws -> PHAsset { try #require(PHAsset.fetchAssets(withLocalIdentifiers: [resource.assetLocalIdentifier], options: nil).firstObject) }
            #expect(try asset().damage == nil)
            if writes {
                #expect(history.write(resource, to: target()) == ["error 3302"])
            } else {
                history.request(resource)
                _ = history.all()
            }
            fixture.temporary.noteDamage()
            #expect(try asset().damage == "its content is not the one that was imported")
            #expect(try PHAssetResource.assetResources(for: asset()).map(\.damage) == ["its content is not the one that was imported"])
        }

        @Test func aFileThatGrowsIsAnErrorAtItsFirstByteTooMany() throws {
            let resource = try resource(Self.long), file = try file(resource), history = ResourceHistory()
            history.request(resource) { count in
                guard history.data.count == count else { return }
                do { try Self.overwrite(file, at: Self.long.count, Data(count: 3)) } catch { history.note("\(error)") }
            }
            #expect(history.all() == ["\(Self.mega)", "\(Self.mega)", "17", "error 3302"])
        }

        @Test func aFileThatIsGoneIsMissing() throws {
            let resource = try photo(), history = ResourceHistory()
            try FileManager.default.removeItem(at: file(resource))
            history.request(resource)
            #expect(history.all() == ["error 3303"])
            #expect(ResourceHistory().write(resource, to: target()) == ["error 3303"])
        }

        @Test func whatIsHiddenOrInRecentlyDeletedIsGivenAndWhatIsPurgedIsNot() throws {
            let asset = try fixture.save(), resource = try #require(asset.resource(.photo))
            try fixture.library.performChangesAndWait { PHAssetChangeRequest(for: asset).isHidden = true }
            try fixture.library.performChangesAndWait { PHAssetChangeRequest.deleteAssets([asset] as NSFastEnumeration) }
            let history = ResourceHistory()
            history.request(resource)
            #expect(history.all().last == "done")
            try fixture.temporary.purge([asset])
            let late = ResourceHistory()
            late.request(resource)
            #expect(late.all() == ["error 3201"])
            #expect(ResourceHistory().write(resource, to: target()) == ["error 3201"])
        }

        @Test func anEditsFilesAreNotGivenForThoseOfTheNext() throws {
            let plist = try PropertyListSerialization.data(
                fromPropertyList: ["adjustmentFormatIdentifier": "org.example", "adjustmentFormatVersion": "1", "adjustmentData": Data([1])], format: .xml, options: 0)
            let asset = try fixture.make([
                (.photo, "a.jpg", try FixtureImages.jpeg()), (.fullSizePhoto, "b.jpg", try FixtureImages.jpeg(seed: 1)), (.adjustmentData, "a.plist", plist),
            ])
            let (original, rendering) = (try #require(asset.resource(.photo)), try #require(asset.resource(.fullSizePhoto)))
            let library = fixture.temporary.library, uuid = try #require(UUID(uuidString: String(asset.localIdentifier.prefix(36))))
            let edit = [ResourceInput(.fullSizePhoto, .data(try FixtureImages.jpeg(seed: 2))), ResourceInput(.adjustmentData, .data(plist))]
            let rendition = try library.prepareRendition(edit, of: .photo)
            let row = try #require(try library.read { try $0.assetID(uuid: uuid) })
            try library.performChanges(author: "editor") { try $0.replaceRendition(of: row, with: rendition) }
            let (kept, replaced) = (ResourceHistory(), ResourceHistory())
            kept.request(original)
            replaced.request(rendering)
            #expect(kept.all().last == "done")
            #expect(replaced.all() == ["error 3303"])
        }

        @Test func aLibraryThatWasTakenAwayIsOffline() throws {
            let resource = try photo(), history = ResourceHistory()
            try fixture.temporary.unmount()
            history.request(resource)
            #expect(history.all() == ["error 3114"])
        }

        // MARK: Files

        @Test func aFileIsWrittenWhole() async throws {
            let resource = try resource(Self.long), manager = PHAssetResourceManager.default()
            #expect(ResourceHistory().write(resource, to: target("a")) == ["done"])
            try await manager.writeData(for: resource, toFile: target("b"), options: nil)
            #expect(try Data(contentsOf: target("a")) == Self.long && Data(contentsOf: target("b")) == Self.long)
            #expect(try names().allSatisfy { !$0.hasPrefix(".") })
            let modes = try FileManager.default.attributesOfItem(atPath: target("a").path)[.posixPermissions] as? NSNumber
            #expect((modes?.intValue ?? 0) & 0o200 != 0, "the copy is the client's own, to change")
        }

        /// More than the hashing thread has pieces, and than the disk is told of at once.
        private static let large = Data(count: 9 * mega) + long

        @Test func aLargeFileIsWrittenWhole() throws {
            let resource = try resource(Self.large)
            #expect(ResourceHistory().write(resource, to: target()) == ["done"])
            #expect(try Data(contentsOf: target()) == Self.large)
        }

        @Test(arguments: [0, 5 * mega, 11 * mega + 16, 11 * mega + 17])
        func aLargeFileThatIsDamagedIsNotWritten(_ offset: Int) throws {
            let resource = try resource(Self.large), before = try names()
            try Self.overwrite(file(resource), at: offset, Data([0xA5]))
            #expect(ResourceHistory().write(resource, to: target()) == ["error 3302"])
            #expect(try names() == before)
        }

        @Test func nothingIsWrittenOver() async throws {
            let resource = try photo(), manager = PHAssetResourceManager.default()
            try Data("precious".utf8).write(to: target())
            #expect(ResourceHistory().write(resource, to: target()) == ["error -1"])
            let error = await #expect(throws: PHPhotosError.self) { try await manager.writeData(for: resource, toFile: target(), options: nil) }
            #expect(error?.code == .internalError && error?.localizedDescription.contains("is there already") == true)
            #expect(try Data(contentsOf: target()) == Data("precious".utf8))
            #expect(ResourceHistory().write(resource, to: target("no/such/folder")) == ["error -1"])
            #expect(try ResourceHistory().write(resource, to: #require(URL(string: "https://example.org/a.jpg"))) == ["error -1"])
        }

        @Test func filesOfALivePhotoThatNoLibraryHas() async throws {
            let live = try fixture.livePhoto(), options = PHLivePhotoRequestOptions()
            options.deliveryMode = .highQualityFormat
            let photo = try #require(
                await withCheckedContinuation { (done: CheckedContinuation<PHLivePhoto?, Never>) in
                    PHImageManager.default().requestLivePhoto(for: live, targetSize: .zero, contentMode: .default, options: options) { photo, _ in
                        done.resume(returning: photo)
                    }
                })
            let archive = try NSKeyedArchiver.archivedData(withRootObject: photo, requiringSecureCoding: true)
            let loose = try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: PHLivePhoto.self, from: archive))
            let movie = try #require(PHAssetResource.assetResources(for: loose).last), history = ResourceHistory()
            history.request(movie)
            #expect(history.all().last == "done" && history.data == FixtureMovies.blue)
            #expect(ResourceHistory().write(movie, to: target("a.mov")) == ["done"])
            #expect(try Data(contentsOf: target("a.mov")) == FixtureMovies.blue)
            try FileManager.default.removeItem(at: file(movie))
            #expect(ResourceHistory().write(movie, to: target("b.mov")) == ["error 3303"])
        }
    }
}
