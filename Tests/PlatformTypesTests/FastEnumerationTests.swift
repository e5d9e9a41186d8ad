import Foundation
import PlatformTypes
import Testing

@Suite struct FastEnumerationTests {
    private final class Thing: NSObject {}

    private func count(_ enumeration: any NSFastEnumeration) -> Int { elements(of: enumeration).count { $0 is Thing } }

    @Test func everyKindOfEnumerationGivesItsElements() {
        let a = Thing(), b = Thing()
        let optional: Thing? = a
        #expect(count([a, b] as NSArray) == 2)
        #expect(count([a, b] as NSFastEnumeration) == 2)
        #expect(count([a, b]) == 2)
        #expect(count([optional] as NSFastEnumeration) == 1)
        #expect(count([optional, nil] as [Thing?]) == 1)
        #expect(count(NSArray(array: [optional as Any, NSNull()])) == 1)
        #expect(count([a, b][1...]) == 1)
        #expect(count(Set([a, b])) == 2)
        #expect(count(NSSet(array: [a, b])) == 2)
        #expect(count(NSOrderedSet(array: [a, b])) == 2)
        #expect(count([] as NSArray) == 0)
    }

    @Test func poolsGiveTheirResult() throws {
        #expect(autoreleasepool { 7 } == 7)
        #expect(throws: CocoaError.self) { try autoreleasepool { throw CocoaError(.fileNoSuchFile) } }
    }
}

@Suite struct ModuleNameTests {
    @Test func familiarModulesLeadToTheTypes() { #expect(ModuleNames.types.count == 12) }
}
