import Catalog
import PhotoModel
import Testing
@testable import LibraryEngine

/// Every combination of what can be granted, and what it amounts to.
@Suite struct AccessRulesTests {
    private static let stored: [AccessStatus?] = [nil, .restricted, .denied, .authorized, .limited]

    private static func word(_ verdict: AccessRules.Verdict) -> String {
        switch verdict {
        case .allowed(.everything): "all"
        case .allowed(.selection): "some"
        case .limited: "no albums"
        case .refused(let level, let status): "\(level) \(status)"
        }
    }

    private static func rules(_ reading: AccessStatus?, _ adding: AccessStatus?, _ hasPolicy: Bool) -> AccessRules {
        var rules = AccessRules(grants: [:], hasPolicy: hasPolicy)
        rules.grants[.readWrite] = reading
        rules.grants[.addOnly] = adding
        return rules
    }

    /// In words of its own: what is granted wins; reading includes adding; the rest is asked, or owned, or refused.
    private static func expected(_ reading: AccessStatus?, _ adding: AccessStatus?, _ hasPolicy: Bool) -> (reading: AccessStatus, adding: AccessStatus) {
        let rest: AccessStatus = hasPolicy ? .notDetermined : reading == nil && adding == nil ? .authorized : .denied
        let mayRead = reading == .authorized || reading == .limited
        return (reading ?? rest, adding ?? (mayRead ? .authorized : rest))
    }

    @Test func everyCombinationOfGrants() {
        for reading in Self.stored {
            for adding in Self.stored {
                for hasPolicy in [false, true] {
                    let rules = Self.rules(reading, adding, hasPolicy)
                    let (read, add) = Self.expected(reading, adding, hasPolicy)
                    let label = "\(String(describing: reading)), \(String(describing: adding)), policy \(hasPolicy)"
                    #expect(rules.status(.readWrite) == read, "\(label)")
                    #expect(rules.status(.addOnly) == add, "\(label)")
                    let sight = read == .authorized ? "all" : read == .limited ? "some" : "readWrite \(read)"
                    #expect(Self.word(rules.reading) == sight, "\(label)")
                    #expect(Self.word(rules.changing(.assets)) == sight, "\(label)")
                    #expect(Self.word(rules.changing(.collections)) == (read == .limited ? "no albums" : sight), "\(label)")
                    let adds = ["all", "some"].contains(sight) ? sight : add == .authorized ? "all" : "addOnly \(add)"
                    #expect(Self.word(rules.changing(.adding)) == adds, "\(label)")
                }
            }
        }
    }

    @Test func oneQuestionForAllWhoAsk() {
        var questions = AccessQuestions()
        let asked = [
            questions.ask(.readWrite, nil), questions.ask(.readWrite) { _ in }, questions.ask(.readWrite, nil),
            // Another level is another question.
            questions.ask(.addOnly) { _ in },
        ]
        #expect(asked == [true, false, false, true])
        let waiting = questions.answer(.readWrite).count
        #expect(waiting == 1)
        #expect(!questions.isOpen(.readWrite) && questions.isOpen(.addOnly))
        let late = questions.answer(.readWrite).count, again = questions.ask(.readWrite, nil)
        #expect(late == 0 && again, "after an answer one can ask again")
    }
}
