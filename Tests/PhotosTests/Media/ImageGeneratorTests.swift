import AVFoundation
import Photos
import PhotosTesting
import TestSupport
import Testing

extension ClientTests {
    @Suite(.timeLimit(.minutes(20))) struct ImageGenerators {
        let fixture: Fixture
        init() throws { fixture = try Fixture() }

        private func movie(_ change: (inout MadeFilm) -> Void = { _ in }) throws -> AVURLAsset {
            let url = fixture.temporary.folder.appendingPathComponent("\(UUID().uuidString).mov")
            try Data(MadeFilm(change).bytes()).write(to: url)
            return AVURLAsset(url: url)
        }

        private func time(_ seconds: Double) -> CMTime { CMTime(seconds: seconds, preferredTimescale: 600) }

        /// The grey of a picture's middle, as luma of limited range.
        private func grey(_ image: CGImage) throws -> Int {
            let data = try #require(image.dataProvider?.data) as Data
            return 16 + Int(data[image.height / 2 * image.bytesPerRow + image.width / 2 * 4 + 1]) * 219 / 255
        }

        @Test(arguments: ["libx264", "libx265"]) func theFrameIsTheOneThatShowsThen(_ encoder: String) async throws {
            let generator = AVAssetImageGenerator(asset: try movie { ($0.picture, $0.rate) = (encoder, 10) })
            for frame in [0, 1, 7, 9, 10, 11, 19, 20, 29] {
                let wanted = time(Double(frame) / 10 + 0.05), (image, actual) = try await generator.image(at: wanted)
                #expect(try abs(grey(image) - (16 + frame * 8 % 208)) <= 3 && actual == wanted, "\(frame)")
            }
            #expect(try abs(grey(await generator.image(at: time(99)).image) - 40) <= 3, "the last one")
            #expect(try abs(grey(await generator.image(at: time(-1)).image) - 16) <= 3, "the first one")
            generator.requestedTimeToleranceBefore = .zero
            await #expect { try await generator.image(at: time(99)) } throws: { AVError.noImageAtTime ~= $0 }
            await #expect { try await generator.image(at: .invalid) } throws: { AVError.noImageAtTime ~= $0 }
        }

        @Test func framesAreTurnedAndMadeSmallerWhereThatIsWanted() throws {
            let generator = AVAssetImageGenerator(asset: try movie { $0.rotation = 90 })
            func size() throws -> [Int] {
                let image = try generator.copyCGImage(at: .zero, actualTime: nil)
                return [image.width, image.height]
            }
            #expect(try size() == [320, 240])
            generator.appliesPreferredTrackTransform = true
            #expect(try size() == [240, 320])
            generator.maximumSize = CGSize(width: 60, height: 0)
            #expect(try size() == [60, 80])
            generator.maximumSize = CGSize(width: 600, height: 600)
            #expect(try size() == [240, 320])
        }

        @Test func framesOfManyTimesComeInTurnEachWithItsOutcome() async throws {
            let generator = AVAssetImageGenerator(asset: try movie { $0.rate = 10 }), times = [time(1.05), time(99), .invalid, time(0.05)]
            generator.requestedTimeToleranceBefore = .zero
            let (told, tell) = AsyncStream.makeStream(of: String.self)
            generator.generateCGImagesAsynchronously(forTimes: times.map { NSValue(time: $0) }) { requested, image, actual, result, error in
                let isThere = image != nil && requested == actual && error == nil, isMissing = image == nil && error.map { AVError.noImageAtTime ~= $0 } == true
                tell.yield("\(requested.seconds) \(result) \(isThere) \(isMissing)")
            }
            var lines: [String] = []
            for await line in told {
                lines.append(line)
                if lines.count == times.count { break }
            }
            #expect(lines == ["1.05 succeeded true false", "99.0 failed false true", "nan failed false true", "0.05 succeeded true false"])

            var greys: [Int] = [], missing: [CMTime] = []
            for await frame in generator.images(for: [time(1.05), time(99), time(0.05)]) {
                switch frame {
                case .success(let requested, let image, let actual):
                    greys.append(try grey(image))
                    #expect(try requested == actual && frame.image.width == image.width && frame.actualTime == actual)
                case .failure(let requested, let error):
                    missing.append(requested)
                    #expect(AVError.noImageAtTime ~= error)
                }
            }
            #expect(greys.count == 2 && abs(greys[0] - 96) <= 3 && abs(greys[1] - 16) <= 3 && missing == [time(99)], "\(greys)")
        }

        @Test func whatIsCancelledIsToldForEachTime() async throws {
            let generator = AVAssetImageGenerator(asset: try movie()), times = (0..<40).map { time(Double($0) / 20) }
            let (told, tell) = AsyncStream.makeStream(of: AVAssetImageGenerator.Result.self)
            generator.generateCGImagesAsynchronously(forTimes: times.map { NSValue(time: $0) }) { _, _, _, result, _ in tell.yield(result) }
            generator.cancelAllCGImageGeneration()
            var results: [AVAssetImageGenerator.Result] = []
            for await result in told {
                results.append(result)
                if results.count == times.count { break }
            }
            #expect(results.last == .cancelled && !results.contains(.failed))
            var count = 0
            for await frame in generator.images(for: times) {
                count += 1
                if count == 1 { generator.cancelAllCGImageGeneration() } else { #expect(throws: AVError.self) { try frame.image } }
            }
            #expect(count == times.count)
        }

        @Test func aTimeIsAnObjectToo() {
            let times: [CMTime] = [.zero, .invalid, .positiveInfinity, .indefinite, CMTime(value: -7, timescale: 600), CMTime(value: 9, timescale: 2, flags: .valid, epoch: 3)]
            for time in times {
                let found = NSValue(time: time).timeValue
                #expect(found.value == time.value && found.timescale == time.timescale && found.flags == time.flags && found.epoch == time.epoch)
            }
            #expect(!NSNumber(value: 3).timeValue.isValid)
        }

        @Test func whatHasNoPictureSaysSo() async throws {
            let sound = AVAssetImageGenerator(asset: try movie { $0.picture = nil })
            await #expect { try await sound.image(at: .zero) } throws: { AVError.operationNotSupportedForAsset ~= $0 }
            let gone = AVAssetImageGenerator(asset: AVURLAsset(url: fixture.temporary.folder.appendingPathComponent("gone.mov")))
            await #expect { try await gone.image(at: .zero) } throws: { AVError.noLongerPlayable ~= $0 }
            let given = AVAssetImageGenerator(asset: try movie())
            async let picture = given.image(at: .zero)
            given.cancelAllCGImageGeneration()
            do { _ = try await picture } catch { #expect(AVError.operationCancelled ~= error) }
        }
    }
}
