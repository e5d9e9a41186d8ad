import Foundation

/// What a flow tells its user where it can't go on.
struct Failure: LocalizedError {
    let errorDescription: String?
    init(_ text: String) { errorDescription = text }
}
