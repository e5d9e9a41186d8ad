import Foundation

extension PHPhotoLibrary {
    /// Runs the block on a serial queue and then makes all its changes at once, or none.
    ///
    /// The changes are visible before the completion handler runs, which it does on another queue than the block, so it may start changes and wait
    /// for them. A block inside a block is run after it.
    public func performChanges(_ changeBlock: @escaping () -> Void, completionHandler: (@Sendable (Bool, (any Error)?) -> Void)? = nil) {
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

    /// Runs the block at once where the caller is, on its actor, so that it may set the caller's variables; the changes it asks for are made when
    /// those of earlier blocks have been.
    /// - Throws: a `PHPhotosError`.
    public nonisolated(nonsending) func performChanges(_ changeBlock: @escaping () -> Void) async throws {
        let session = ChangeSession(library: self)
        session.record(changeBlock)
        let recorded = Unchecked(session)
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            enqueue({ _, error in
                if let error { continuation.resume(throwing: error) } else { continuation.resume() }
            }) { () throws(PHPhotosError) in try recorded.value.carryOut() }
        }
    }

    /// Runs the block and makes its changes before it returns. Not for the main thread, and not inside another block, where it throws.
    /// - Throws: a `PHPhotosError`.
    public func performChangesAndWait(_ changeBlock: @escaping () -> Void) throws {
        guard ChangeSession.current == nil else {
            throw PHPhotosError(.changeNotSupported, "performChangesAndWait was called inside a change block. Put the changes into the outer block.")
        }
        try changeQueue.sync { try ChangeSession(library: self).run(changeBlock) }
    }
}
