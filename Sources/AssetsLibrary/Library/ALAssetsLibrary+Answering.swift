import Photos

extension ALAssetsLibrary {
    func beginWatching() {
        link.adopt(self)
        watch = ChangeWatch(link) { [weak self] info in
            let info = Handed(info)
            DispatchQueue.main.async {
                // Nobody who let go of the library hears of it any more.
                if let self { NotificationCenter.default.post(name: .ALAssetsLibraryChanged, object: self, userInfo: info.value) }
            }
        }
    }

    func enumerate(
        _ types: GroupTypes, _ block: ALAssetsLibraryGroupsEnumerationResultsBlock?, _ failureBlock: ALAssetsLibraryAccessFailureBlock?
    ) {
        link.perform(.readWrite) {
            try $0.groups(of: types)
        } then: { result in
            switch result {
            case .success(let groups):
                var stop: ObjCBool = false
                for group in groups {
                    block?(group, &stop)
                    if stop.boolValue { return }
                }
                block?(nil, &stop)
            case .failure(let failure): failureBlock?(failure.error)
            }
        }
    }

    /// Finds something and tells the one block of it or the other of the reason why it can't be looked for.
    func answer<Found>(_ block: ((Found?) -> Void)?, _ failureBlock: ALAssetsLibraryAccessFailureBlock?, _ find: @escaping (LibraryLink) throws -> Found?) {
        link.perform(.readWrite, find) { result in
            switch result {
            case .success(let found): block?(found)
            case .failure(let failure): failureBlock?(failure.error)
            }
        }
    }

    func save(_ completion: ALAssetsLibraryWriteImageCompletionBlock?, _ file: @escaping () throws -> SavedFile) {
        link.write(completion, needing: .addOnly) { link in try link.save(file()) }
    }
}

/// Awaits what a form with a completion block tells.
nonisolated(nonsending) func written(_ start: (@escaping ALAssetsLibraryWriteImageCompletionBlock) -> Void) async throws -> URL? {
    try await withCheckedThrowingContinuation { (done: CheckedContinuation<URL?, any Error>) in
        start { url, error in
            if let error { done.resume(throwing: error) } else { done.resume(returning: url) }
        }
    }
}
