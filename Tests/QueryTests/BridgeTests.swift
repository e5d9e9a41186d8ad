import Foundation
import Query
import Testing

/// What client code writes; it must compile without qualification beside Foundation.
struct BridgeTests {
    enum Kind: Int { case image = 1 }

    final class Person: NSObject, PredicateEvaluable {
        let name: String
        let age: Int?
        init(_ name: String, _ age: Int?) {
            self.name = name
            self.age = age
        }

        func predicateValue(forKey key: String) -> Any? {
            switch key {
            case "name": name
            case "age": age
            case "tags": ["tag of \(name)", "person"]
            default: nil
            }
        }
    }

    struct Asset: PredicateIdentifiable {
        let predicateIdentifier: String
    }

    private func tree(_ predicate: NSPredicate) throws -> String { try predicateAST(of: predicate).description }

    @Test func aFormatTravelsThroughNSPredicate() throws {
        let predicate = NSPredicate(format: "mediaType == %d AND isFavorite == YES", 1)
        #expect(try tree(predicate) == "mediaType == 1 AND isFavorite == YES")
        #expect(try tree(NSPredicate(format: "mediaType == 1")) == "mediaType == 1")
        #expect(try tree(NSPredicate(format: "a == %@ AND b == %d", argumentArray: ["x", 2])) == #"a == "x" AND b == 2"#)
        #expect(try tree(NSPredicate(format: "TRUEPREDICATE", argumentArray: nil)) == "TRUEPREDICATE")
    }

    @Test func everyKindOfArgumentIsRead() throws {
        let date = Date(timeIntervalSinceReferenceDate: 5)
        let uuid = UUID()
        let nothing: Int? = nil
        let some: Int? = 7
        let wrapped: Any = some as Any
        let cases: [(Any?, String)] = [
            (Int8(-1), "-1"), (UInt8(1), "1"), (Int16(1), "1"), (UInt16(1), "1"), (Int32(1), "1"), (UInt32(1), "1"), (Int64.min, "\(Int64.min)"),
            (UInt64(1), "1"), (UInt(1), "1"), (UInt64.max, "1.8446744073709552e+19"), (1.5, "1.5"), (Float(0.5), "0.5"), (true, "YES"), (false, "NO"),
            (NSNumber(value: 5), "5"), (NSNumber(value: 5.5), "5.5"), ("x", "\"x\""), (NSString(string: "x"), "\"x\""), (Substring("x"), "\"x\""),
            (date, "CAST(5.0, \"NSDate\")"), (NSDate(timeIntervalSinceReferenceDate: 5), "CAST(5.0, \"NSDate\")"),
            (uuid, "CAST(\"\(uuid.uuidString)\", \"NSUUID\")"), (NSUUID(uuidString: uuid.uuidString), "CAST(\"\(uuid.uuidString)\", \"NSUUID\")"),
            (nil, "NIL"), (nothing, "NIL"), (some, "7"), (wrapped, "7"), (nothing as Any, "NIL"), (NSNull(), "NIL"), (Kind.image, "1"), (Kind.image.rawValue, "1"),
            ([1, 2], "{1, 2}"), (["a", "b"], "{\"a\", \"b\"}"), (NSArray(array: [1, "a"]), "{1, \"a\"}"), (Set([3]), "{3}"), (NSSet(array: [3]), "{3}"),
            ([date], "{CAST(5.0, \"NSDate\")}"), ([1, "a", nil] as [Any?], "{1, \"a\", NIL}"), (ContiguousArray([4]), "{4}"), (1...3, "{1, 2, 3}"),
            (Asset(predicateIdentifier: "ABC/L0/001"), "\"ABC/L0/001\""), ([Asset(predicateIdentifier: "ABC/L0/001")], "{\"ABC/L0/001\"}"), (Decimal(2), "2.0"),
        ]
        for (argument, expected) in cases {
            #expect(try tree(NSPredicate(format: "a == %@", argument)) == "a == \(expected)", "\(String(describing: argument))")
        }
        #expect(try tree(NSPredicate(format: "%K == %@ OR %K IN %@", "a", date as NSDate, "b", [1, 2])) == "a == CAST(5.0, \"NSDate\") OR b IN {1, 2}")
    }

    @Test func mistakesAreReportedWhenThePredicateIsUsed() throws {
        let broken = NSPredicate(format: "mediaType ==")
        #expect(!broken.evaluate(with: ["mediaType": 1]))
        #expect(throws: QueryError.self) { try predicateAST(of: broken) }
        let strange = NSPredicate(format: "a == %@", Thread.current)
        let error = #expect(throws: QueryError.self) { try predicateAST(of: strange) }
        #expect(error?.code == .argument)
        let block = NSPredicate { _, _ in true }
        #expect(throws: QueryError(.foreignPredicate, "a predicate made from a block cannot be used in a fetch; use NSPredicate(format:), or filter the result")) {
            try predicateAST(of: block)
        }
        #expect(throws: QueryError.self) { try predicateAST(of: NSCompoundPredicate(andPredicateWithSubpredicates: [NSPredicate(value: true), block])) }
    }

    @Test func compoundPredicatesAreTakenApart() throws {
        let a = NSPredicate(format: "a == 1"), b = NSPredicate(format: "b == %@", "x")
        #expect(try tree(NSCompoundPredicate(andPredicateWithSubpredicates: [a, b])) == "a == 1 AND b == \"x\"")
        #expect(try tree(NSCompoundPredicate(orPredicateWithSubpredicates: [a, NSCompoundPredicate(notPredicateWithSubpredicate: b)])) == "a == 1 OR NOT (b == \"x\")")
        #expect(try tree(NSCompoundPredicate(type: .and, subpredicates: [])) == "TRUEPREDICATE")
        #expect(try tree(NSPredicate(value: false)) == "FALSEPREDICATE")
        #expect(try tree(NSPredicate(value: true)) == "TRUEPREDICATE")
        var deep: NSPredicate = a
        for _ in 0..<1_000 { deep = NSCompoundPredicate(notPredicateWithSubpredicate: deep) }
        let error = #expect(throws: QueryError.self) { try predicateAST(of: deep) }
        #expect(error?.code == .tooComplex)
    }

    @Test func predicatesFilterPlainObjects() {
        let people: [Any] = [Person("Ada", 36), Person("Émile", 5), Person("Bob", nil)]
        func names(_ format: String, _ arguments: Any?...) -> [String] {
            let predicate = NSPredicate(format: format, argumentArray: arguments.map { $0 as Any })
            return people.filter { predicate.evaluate(with: $0) }.compactMap { ($0 as? Person)?.name }
        }
        #expect(names("age > 10") == ["Ada"])
        #expect(names("age == nil") == ["Bob"])
        #expect(names("NOT age > 10") == ["Émile", "Bob"])
        #expect(names("name CONTAINS[cd] %@", "EM") == ["Émile"])
        #expect(names("name IN %@", ["Ada", "Bob"]) == ["Ada", "Bob"])
        #expect(names("ANY tags == %@", "tag of Ada") == ["Ada"])
        #expect(names("tags CONTAINS 'person'").count == 3)
        #expect(names("'tag of Bob' IN tags") == ["Bob"])
        #expect(names("tags.@count == 2").count == 3)
        #expect(names("unknown == nil").count == 3)
        #expect(names("age == 'x'") == [])

        let adults = NSPredicate(format: "age >= 18")
        #expect((people as NSArray).filtered(using: adults).count == 1)
        #expect(adults.evaluate(with: ["age": 20]))
        #expect(!adults.evaluate(with: ["age": 2]))
        #expect(!adults.evaluate(with: nil))
        #expect(!adults.evaluate(with: 7))
        #expect(NSPredicate(format: "a.b == 1").evaluate(with: ["a": ["b": 1]]))
        #expect((["sea", "hill"] as NSArray).filtered(using: NSPredicate(format: "SELF BEGINSWITH 's'")) as? [String] == ["sea"])
        #expect(([1, 2, 3] as NSArray).filtered(using: NSPredicate(format: "SELF BETWEEN {2, 3}")) as? [Int] == [2, 3])
    }

    @Test func sortDescriptorsCarryTheirKey() throws {
        let descriptor = NSSortDescriptor(key: "creationDate", ascending: false)
        #expect(try sortKey(of: descriptor) == SortKey("creationDate", ascending: false))
        #expect(descriptor.key == "creationDate")
        #expect(!descriptor.ascending)
        #expect(try sortKey(of: NSSortDescriptor(key: nil, ascending: true)) == SortKey("SELF"))
        #expect(throws: QueryError.self) { try sortKey(of: NSSortDescriptor(keyPath: \Person.name, ascending: true)) }
    }

    @Test func sortDescriptorsOrderObjects() {
        let people = [Person("b", 2), Person("a", nil), Person("c", 1)] as NSArray
        func names(_ descriptors: NSSortDescriptor...) -> String {
            people.sortedArray(using: descriptors).compactMap { ($0 as? Person)?.name }.joined()
        }
        #expect(names(NSSortDescriptor(key: "name", ascending: true)) == "abc")
        #expect(names(NSSortDescriptor(key: "name", ascending: false)) == "cba")
        #expect(names(NSSortDescriptor(key: "age", ascending: true)) == "acb")
        let numbers = [["n": 2], ["n": 1]] as NSArray
        let sorted = numbers.sortedArray(using: [NSSortDescriptor(key: "n", ascending: true)])
        #expect((sorted.first as? [String: Int]) == ["n": 1])
    }
}
