import Support

/// Why a store did not do what it was asked for.
package struct CloudError: CodedError {
    package enum Code: String, Sendable {
        // What is wrong with the store or the way to it.
        /// This machine's clock and the server's differ too much for signatures.
        case clockSkew
        case wrongRegion
        /// The bucket, or the folder's disk, is not there. Never said of an empty store.
        case storeMissing
        /// It is there and belongs to another library, or is no store.
        case otherStore
        case missingRights
        /// The access key is not known, or its secret is another.
        case wrongCredentials
        case expiredCredentials
        /// No space, or a quota is used up.
        case full
        /// The store asked for less, again and again.
        case throttled
        case network
        /// The server does not do what it would have to for this.
        case unsupported
        /// The server failed, or answered what can't be understood.
        case server

        // What is wrong with an object.
        case objectMissing
        case objectChanged
        case preconditionFailed
        /// Bytes that are not what was kept.
        case corrupt
        case tooLarge
        case invalidKey

        // Encryption.
        /// The passphrase, or the recovery key, is not the store's.
        case wrongPassphrase
        /// The store is encrypted with another key than this one.
        case wrongKey

        // What is wrong on this side.
        /// The bytes that were to be sent are not those that were named.
        case sourceChanged
        /// The disk here failed or is full; see the cause.
        case local
        /// What takes or saves for the caller threw; see the cause.
        case receiver
        case cancelled
    }

    package let code: Code
    /// The object that is meant; `nil` where it is the whole store.
    package let object: String?
    package let message: String
    package let cause: (any Error)?

    package init(_ code: Code, object: String?, _ message: String, cause: (any Error)? = nil) {
        (self.code, self.object, self.message, self.cause) = (code, object, message, cause)
    }

    static func cancelled(_ key: String?, _ store: String) -> CloudError {
        CloudError(.cancelled, object: key, "The transfer \(key.map { "of \($0) " } ?? "")was cancelled. Start it again when it is wanted.")
    }

    static func missing(_ key: String, _ store: String) -> CloudError {
        CloudError(.objectMissing, object: key, "\(key) is not in \(store). Restore it from a backup, or upload it again where the original is.")
    }

    static func changed(_ key: String, _ store: String) -> CloudError {
        CloudError(.objectChanged, object: key, "\(key) in \(store) was replaced meanwhile. Ask for it again to get what is there now.")
    }

    static func unmet(_ key: String, _ condition: WriteCondition, _ store: String) -> CloudError {
        let message =
            switch condition {
            case .ifAbsent: "\(store.capitalizedSentence) has \(key) already. It was not replaced; read it, and decide again."
            default: "\(key) in \(store) is not the one that was to be replaced. It was kept; read it, and decide again."
            }
        return CloudError(.preconditionFailed, object: key, message)
    }

    static func sourceChanged(_ key: String) -> CloudError {
        CloudError(.sourceChanged, object: key, "What was to be uploaded as \(key) is not what was imported. Nothing was kept; run verify, and restore the file from a backup.")
    }

    static func corrupt(_ key: String, _ store: String) -> CloudError {
        CloudError(.corrupt, object: key, "What \(store) has as \(key) is not what was uploaded. It was not kept here; restore it from a backup, or upload the original again.")
    }
}

extension String {
    /// With a capital letter at the start, and otherwise as it is.
    package var capitalizedSentence: String { prefix(1).uppercased() + dropFirst() }
}
