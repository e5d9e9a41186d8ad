import Testing

/// Where the tests begin. Without it SwiftPM writes one of its own, for which it looks up XCTest's tests in an index of all sources; we have none, and the index takes an
/// eighth of a clean build.
@main
struct XCTMain {
    static func main() async {
        await Testing.__swiftPMEntryPoint() as Never
    }
}
