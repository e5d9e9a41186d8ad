import Foundation

extension PHPhotoLibrary {
    func perform(_ changeBlock: @escaping () -> Void, _ completionHandler: (@Sendable (Bool, (any Error)?) -> Void)?) {
        let block = Unchecked(changeBlock)
        enqueue(completionHandler) { () throws(PHPhotosError) in try ChangeSession(library: self).run(block.value) }
    }

    private func enqueue(_ completionHandler: (@Sendable (Bool, (any Error)?) -> Void)?, _ work: @escaping @Sendable () throws(PHPhotosError) -> Void) {
        changeQueue.async {
            var failure: PHPhotosError?
            do throws(PHPhotosError) { try work() } catch { failure = error }
            guard let completionHandler else {
                // Nobody else would hear of it.
                if let failure { self.session.report(.error, "Changes failed: \(failure.localizedDescription)") }
                return
            }
            let error = failure
            self.callbacks.call { completionHandler(error == nil, error) }
        }
    }

    nonisolated(nonsending) func perform(_ changeBlock: @escaping () -> Void) async throws {
        // To Objective-C this is the form with a handler, so that is what a test double overrides for both.
        if session.isNone { return try await performByHandler(changeBlock) }
        let session = ChangeSession(library: self)
        session.record(changeBlock)
        let recorded = Unchecked(session)
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            enqueue({ _, error in
                if let error { continuation.resume(throwing: error) } else { continuation.resume() }
            }) { () throws(PHPhotosError) in try recorded.value.carryOut() }
        }
    }

    private nonisolated(nonsending) func performByHandler(_ changeBlock: @escaping () -> Void) async throws {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            performChanges(changeBlock) { _, error in
                if let error { continuation.resume(throwing: error) } else { continuation.resume() }
            }
        }
    }

    func performNow(_ changeBlock: @escaping () -> Void) throws {
        guard ChangeSession.current == nil else {
            throw PHPhotosError(.changeNotSupported, "performChangesAndWait was called inside a change block. Put the changes into the outer block.")
        }
        try changeQueue.sync { try ChangeSession(library: self).run(changeBlock) }
    }
}
