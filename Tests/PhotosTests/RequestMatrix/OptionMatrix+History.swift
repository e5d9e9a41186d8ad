import Foundation
import Photos
import Synchronization

/// What happens.
extension OptionMatrix {
    /// The history of one request: every call of its handler, in order.
    final class History: Sendable {
        enum Place: String, Sendable { case main, caller, elsewhere }
        enum Content: Equatable, Sendable { case nothing, picture(Size), bytes(String) }

        struct Call: Sendable {
            var content: Content
            /// `nil` where the info has no such key, or no number under it.
            var requestID: Int32?
            var isDegraded: Bool?
            var isInCloud: Bool?
            var isCancelled: Bool?
            var error: Int?
            var errorDomain: String?
            var place: Place
            var isBeforeReturn: Bool
            var isUpright = true
        }

        private struct State {
            var calls: [Call] = []
            var caller: pthread_t?
            var id: PHImageRequestID?
        }

        private let state = Mutex(State())
        private let arrived = DispatchSemaphore(value: 0)

        /// Makes the request on this thread; what comes before `body` returns is told apart from what comes later.
        func during(_ body: (History) -> PHImageRequestID) {
            state.withLock { $0.caller = pthread_self() }
            let id = body(self)
            state.withLock { ($0.caller, $0.id) = (nil, id) }
        }

        func image(_ image: UIImage?, _ info: [AnyHashable: Any]?) {
            let pixels = image?.cgImage
            let isUpright = image.map { $0.imageOrientation == .up && $0.scale == 1 } ?? true
            note(pixels.map { .picture(Size(width: $0.width, height: $0.height)) } ?? .nothing, info, isUpright: isUpright)
        }

        func note(_ content: Content, _ info: [AnyHashable: Any]?, isUpright: Bool = true) {
            func flag(_ key: String) -> Bool? { (info?[key] as? NSNumber)?.boolValue }
            let error = info?[PHImageErrorKey] as? NSError
            let caller = state.withLock { $0.caller }
            let isOnCaller = caller.map { pthread_equal($0, pthread_self()) != 0 } ?? false
            let call = Call(
                content: content, requestID: (info?[PHImageResultRequestIDKey] as? NSNumber)?.int32Value, isDegraded: flag(PHImageResultIsDegradedKey),
                isInCloud: flag(PHImageResultIsInCloudKey), isCancelled: flag(PHImageCancelledKey), error: error?.code, errorDomain: error?.domain,
                place: isOnCaller ? .caller : MainQueue.isCurrent ? .main : .elsewhere, isBeforeReturn: caller != nil, isUpright: isUpright)
            state.withLock { $0.calls.append(call) }
            arrived.signal()
        }

        /// The calls in words.
        var texts: [String] { state.withLock { state in state.calls.map { $0.text(id: state.id) } } }
        var id: PHImageRequestID? { state.withLock { $0.id } }

        /// Waits for so many calls, and lets the main queue do what is queued behind them. The limit only ends a test that fails.
        func wait(for count: Int) -> Bool {
            for _ in 0..<count where arrived.wait(timeout: .now() + 120) == .timedOut { return false }
            for _ in 0..<2 { DispatchQueue.main.sync {} }
            return true
        }

        static func words(_ isDegraded: Bool, _ isInCloud: Bool, _ isCancelled: Bool, _ error: Int?) -> [String] {
            [isDegraded ? "degraded" : nil, isInCloud ? "in cloud" : nil, isCancelled ? "cancelled" : nil, error.map { "error \($0)" }].compactMap { $0 }
        }

        /// What differs from the table; `nil` where nothing does.
        func difference(from expected: [Expected]) -> String? {
            let (calls, id) = state.withLock { ($0.calls, $0.id) }
            let fits = calls.count == expected.count && zip(calls, expected).allSatisfy { $0.fits($1, id: id) }
            return fits ? nil : "expected \(expected), saw \(texts)"
        }
    }
}

extension OptionMatrix.History.Call {
    func fits(_ expected: OptionMatrix.Expected, id: PHImageRequestID?) -> Bool {
        let isRight: Bool =
            switch (expected.content, content) {
            case (.nothing, .nothing): true
            case (.bytes(let wanted), .bytes(let seen)): wanted == seen
            case (.exactly(let wanted), .picture(let seen)): wanted == seen
            case (.between(let low, let high), .picture(let seen)): low.isWithin(seen) && seen.isWithin(high)
            default: false
            }
        // Every call says these three. The other keys are there where they say something.
        let hasNumbers = requestID == id && requestID != PHInvalidImageRequestID && isDegraded == expected.isDegraded && isInCloud == expected.isInCloud
        let hasReason = isCancelled == (expected.isCancelled ? true : nil) && error == expected.error && (error == nil || errorDomain == PHPhotosErrorDomain)
        return isRight && hasNumbers && hasReason && place == expected.place && isBeforeReturn == (expected.place == .caller) && isUpright
    }

    func text(id: PHImageRequestID?) -> String {
        var words: [String] =
            switch content {
            case .nothing: ["nil"]
            case .picture(let size): ["\(size)"]
            case .bytes(let name): [name]
            }
        words += OptionMatrix.History.words(isDegraded ?? false, isInCloud ?? false, isCancelled ?? false, error) + [place.rawValue]
        if requestID != id { words.append("id \(requestID.map(String.init) ?? "missing") of \(id.map(String.init) ?? "none")") }
        if isDegraded == nil { words.append("without degraded key") }
        if isInCloud == nil { words.append("without cloud key") }
        if isCancelled == false { words.append("cancelled key without need") }
        if let errorDomain, errorDomain != PHPhotosErrorDomain { words.append(errorDomain) }
        if isBeforeReturn, place != .caller { words.append("before return") }
        if !isUpright { words.append("not upright") }
        return words.joined(separator: " ")
    }
}
