import Testing
#if OPENPHOTOKIT
import PhotosTesting
#endif

/// Holds the shared library while a suite runs: other test targets of this process speak to it too.
struct SharedLibraryTrait: SuiteTrait, TestScoping {
    func provideScope(for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void) async throws {
        #if OPENPHOTOKIT
        try await SharedLibraryLock.withLock(function)
        #else
        try await function()
        #endif
    }
}

extension Trait where Self == SharedLibraryTrait {
    static var sharedLibrary: SharedLibraryTrait { SharedLibraryTrait() }
}
