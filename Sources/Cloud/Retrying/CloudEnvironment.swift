import Foundation

/// Time and chance, as stores use them.
package struct CloudEnvironment: Sendable {
    /// Seconds since 1970.
    package var now: @Sendable () -> Double
    /// Ends early, with an error, where the task is cancelled.
    package var sleep: @Sendable (_ seconds: Double) async throws -> Void
    /// From 0 up to 1.
    package var random: @Sendable () -> Double

    package init(
        now: @escaping @Sendable () -> Double, sleep: @escaping @Sendable (_ seconds: Double) async throws -> Void, random: @escaping @Sendable () -> Double
    ) {
        (self.now, self.sleep, self.random) = (now, sleep, random)
    }

    package static let system = CloudEnvironment(
        now: { Date().timeIntervalSince1970 }, sleep: { try await Task.sleep(for: .seconds($0)) }, random: { Double.random(in: 0..<1) })
}
