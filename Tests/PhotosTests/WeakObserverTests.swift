import Testing
@testable import Photos

@Suite struct WeakObserverTests {
    private final class Observer {}

    /// One that registers while others are told may know more than they are told.
    @Test func nobodyIsToldTheSameTwice() {
        let observers = WeakObservers<Int>(), first = Observer(), second = Observer()
        var heard: [String] = []
        func tell(_ latest: Int, _ body: () -> Void = {}) {
            observers.forEach(tell: latest, where: { $0 < latest }) { observer, told in
                heard.append("\(observer === first ? "first" : "second") \(told)...\(latest)")
                body()
            }
        }
        #expect(observers.add(first, told: 1))
        tell(2) { #expect(observers.add(second, told: 3)) }
        tell(2)
        tell(4)
        tell(4)
        #expect(heard == ["first 1...2", "first 2...4", "second 3...4"])
    }
}
