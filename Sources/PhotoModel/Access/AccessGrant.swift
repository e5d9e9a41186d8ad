/// What an application wants to do. Raw values of `PHAccessLevel`.
package enum AccessLevel: Int, Sendable, CaseIterable {
    case addOnly = 1
    case readWrite = 2
}

/// Raw values of `PHAuthorizationStatus`.
package enum AccessStatus: Int, Sendable {
    /// Never stored.
    case notDetermined = 0
    case restricted = 1
    case denied = 2
    case authorized = 3
    /// Only the assets of the application's selection.
    case limited = 4
}

/// What was decided for one application, by level. No dictionary: to make the type of one takes a client's first fetch longer than to read what stands in it.
package struct AccessStatuses: Sendable, Equatable, ExpressibleByDictionaryLiteral {
    private var addOnly, readWrite: AccessStatus?

    /// Of two for one level the later one holds.
    package init(dictionaryLiteral elements: (AccessLevel, AccessStatus)...) {
        for (level, status) in elements { self[level] = status }
    }

    package init() {}

    /// `nil` where nothing was decided.
    package subscript(level: AccessLevel) -> AccessStatus? {
        get {
            switch level {
            case .addOnly: addOnly
            case .readWrite: readWrite
            }
        }
        set {
            switch level {
            case .addOnly: addOnly = newValue
            case .readWrite: readWrite = newValue
            }
        }
    }

    package var isEmpty: Bool { addOnly == nil && readWrite == nil }
}

/// What was decided for one application and level.
package struct AccessGrant: Sendable, Equatable {
    /// What `PHOTOS_APP_ID` names.
    package var application: String
    package var level: AccessLevel
    package var status: AccessStatus
    /// When it was decided, in seconds since 2001-01-01T00:00:00Z.
    package var date: Double

    package init(application: String, level: AccessLevel, status: AccessStatus, date: Double) {
        (self.application, self.level, self.status, self.date) = (application, level, status, date)
    }
}
