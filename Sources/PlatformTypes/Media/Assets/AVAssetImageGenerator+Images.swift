/// Told of one frame of many: the time that was asked for, the picture, its time in the movie, what became of it, and an `AVError` where there is no picture.
public typealias AVAssetImageGeneratorCompletionHandler = @Sendable (CMTime, CGImage?, CMTime, AVAssetImageGenerator.Result, (any Error)?) -> Void

extension AVAssetImageGenerator {
    /// What became of one frame. <https://developer.apple.com/documentation/avfoundation/avassetimagegenerator/result>
    public enum Result: Int, Sendable {
        /// It is there.
        case succeeded = 0
        /// It could not be made; the error says why.
        case failed = 1
        /// `cancelAllCGImageGeneration()` came first.
        case cancelled = 2

        init(_ error: (any Error)?) {
            guard let error else {
                self = .succeeded
                return
            }
            self = AVError.operationCancelled ~= error ? .cancelled : .failed
        }
    }

    /// Frames at several times. <https://developer.apple.com/documentation/avfoundation/avassetimagegenerator/images>
    ///
    /// Each is made when it is asked for. After `cancelAllCGImageGeneration()` those that are left fail with `AVError.operationCancelled`; a loop whose task is
    /// cancelled ends.
    public struct Images: AsyncSequence, Sendable {
        private let generator: AVAssetImageGenerator
        private let times: [CMTime]

        init(_ generator: AVAssetImageGenerator, _ times: [CMTime]) { (self.generator, self.times) = (generator, times) }

        public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(generator, times) }

        /// What came of one time.
        public enum Element: Sendable {
            /// There is a picture.
            case success(requestedTime: CMTime, image: CGImage, actualTime: CMTime)
            /// There is none; the error is an `AVError`.
            case failure(requestedTime: CMTime, error: any Error)

            /// The time that was asked for.
            public var requestedTime: CMTime {
                switch self {
                case .success(let requestedTime, _, _), .failure(let requestedTime, _): requestedTime
                }
            }

            /// The picture.
            /// - Throws: why there is none.
            public var image: CGImage {
                get throws {
                    switch self {
                    case .success(_, let image, _): return image
                    case .failure(_, let error): throw error
                    }
                }
            }

            /// The picture's time in the movie.
            /// - Throws: why there is none.
            public var actualTime: CMTime {
                get throws {
                    switch self {
                    case .success(_, _, let actualTime): return actualTime
                    case .failure(_, let error): throw error
                    }
                }
            }
        }

        /// One loop over the frames.
        public struct AsyncIterator: AsyncIteratorProtocol, Sendable {
            private let generator: AVAssetImageGenerator
            private var times: ArraySlice<CMTime>
            private let begun: Int

            init(_ generator: AVAssetImageGenerator, _ times: [CMTime]) {
                (self.generator, self.times, begun) = (generator, times[...], generator.cancellations)
            }

            /// The next frame, waited for; `nil` after the last.
            public mutating func next() async -> Images.Element? {
                guard !Task.isCancelled, let time = times.popFirst() else { return nil }
                return await withCheckedContinuation { (done: CheckedContinuation<Images.Element, Never>) in
                    generator.generate(time, since: begun) { image, actual, error in
                        if let image {
                            done.resume(returning: .success(requestedTime: time, image: image, actualTime: actual))
                        } else {
                            done.resume(returning: .failure(requestedTime: time, error: error ?? AVError(.unknown)))
                        }
                    }
                }
            }
        }
    }
}
