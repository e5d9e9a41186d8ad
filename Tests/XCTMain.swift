import Testing

/// Where the tests' program begins.
///
/// SwiftPM finds this file by its name, and then need not look for tests of XCTest, of which there are none, in an index of all sources.
@main struct TestProgram {
    static func main() async { await Testing.__swiftPMEntryPoint() as Never }
}
