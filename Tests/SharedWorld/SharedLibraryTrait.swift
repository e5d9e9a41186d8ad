import PhotosTesting
import Testing

/// Holds the shared library while a suite runs: other test targets of this process speak to it too.
public struct SharedLibraryTrait: SuiteTrait, TestScoping {
    public func provideScope(for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void) async throws {
        try await SharedLibraryLock.withLock(function)
    }
}

extension Trait where Self == SharedLibraryTrait {
    public static var sharedLibrary: SharedLibraryTrait { SharedLibraryTrait() }
}
