import Picking
import TestSupport
import Testing

/// What may be picked, in which order, and when that is enough.
@Suite struct SelectionTests {
    private typealias Selection = PickerSelection<Int>

    private func rules(_ limit: Int, minimum: Int = 0) throws -> PickerRules { try PickerRules(limit: limit, minimum: minimum) }

    @Test func orderIsTheOrderOfPicking() throws {
        var selection = Selection(try rules(0))
        #expect(selection.select([3, 1, 3, 2]).selected == [3, 1, 2])
        #expect(selection.ids == [3, 1, 2] && selection.count == 3 && selection.remaining == nil)
        #expect(selection.number(of: 2) == 3 && selection.number(of: 9) == nil)
        #expect(selection.toggle(1).deselected == [1] && selection.toggle(1).selected == [1])
        #expect(selection.ids == [3, 2, 1])
        #expect(selection.deselect([1, 9, 3]).deselected == [3, 1] && selection.ids == [2])
        #expect(selection.deselect(9).isEmpty)
    }

    /// In a time that grows with their number: with its square it would be days.
    @Test(.timeLimit(.minutes(10))) func aMillionArePickedMovedAndTakenOut() throws {
        let all = Array(0..<1_000_000)
        var selection = Selection(try rules(0), preselected: Array(all.prefix(20_000)))
        #expect(selection.select(all).selected.count == 980_000 && selection.count == all.count && selection.ids == all)
        #expect(selection.select(all).isEmpty, "twice the same is once")
        #expect(selection.number(of: 999_999) == 1_000_000)
        #expect(selection.move(999_999, after: nil) && selection.ids.first == 999_999)
        #expect(selection.reorder(all) && selection.ids == all)
        #expect(selection.follow { $0.isMultiple(of: 2) }.gone.count == 500_000 && selection.count == 500_000)
        #expect(selection.follow { _ in true }.back.count == 500_000 && selection.ids == all, "each in its place")
        selection.update(try rules(9))
        #expect(selection.readiness == .tooMany(999_991) && selection.select([-1]).refused == [-1: .limit(9)])
        #expect(selection.deselect(all.dropFirst(9)).deselected.count == 999_991 && selection.readiness == .ready)
    }

    @Test func theLimitRefusesAndSaysSo() throws {
        var selection = Selection(try rules(2))
        let step = selection.select([5, 6, 7, 8])
        #expect(step.selected == [5, 6] && step.refused == [7: .limit(2), 8: .limit(2)] && selection.remaining == 0)
        #expect(selection.select(6).isEmpty)
        selection.deselect(5)
        #expect(selection.remaining == 1 && selection.select(7).selected == [7] && selection.ids == [6, 7])
    }

    @Test func withALimitOfOneAnotherTakesThePlace() throws {
        var selection = Selection(try rules(1))
        selection.select(1)
        let step = selection.select([2, 3])
        #expect(step.selected == [2] && step.deselected == [1] && step.refused == [3: .limit(1)] && selection.ids == [2])
        // A veto is asked before the other one leaves.
        #expect(selection.select(4, permits: { _ in false }).refused == [4: .vetoed] && selection.ids == [2])
    }

    @Test func aVetoIsAskedOnceOfWhatIsNew() throws {
        var selection = Selection(try rules(0)), asked: [Int] = []
        selection.select(1)
        let step = selection.select([1, 2, 3, 3, 2]) { id in
            asked.append(id)
            return id != 3
        }
        #expect(asked == [2, 3] && step.selected == [2] && step.refused == [3: .vetoed] && selection.ids == [1, 2])
    }

    @Test func confirmingNeedsWhatWasAskedFor() throws {
        var selection = Selection(try rules(4, minimum: 2))
        #expect(selection.readiness == .tooFew(2))
        selection.select([1, 2])
        #expect(selection.readiness == .ready)
        var plain = Selection(try rules(0))
        #expect(plain.readiness == .tooFew(1))
        plain.select(1)
        #expect(plain.readiness == .ready)
    }

    @Test func preselectionMayExceedTheLimitAndBeTakenOutWhole() throws {
        var selection = Selection(try rules(2), preselected: [1, 2, 3, 2, 4])
        #expect(selection.ids == [1, 2, 3, 4] && selection.preselected == [1, 2, 3, 4] && selection.readiness == .tooMany(2) && selection.remaining == 0)
        #expect(selection.select(9).refused == [9: .limit(2)])
        selection.deselect([1, 2, 3, 4])
        #expect(selection.readiness == .ready && selection.cancelled == [1, 2, 3, 4])
        #expect(Selection(try rules(3, minimum: 1), preselected: []).readiness == .tooFew(1))
        var demanding = Selection(try rules(3, minimum: 1), preselected: [1])
        demanding.deselect(1)
        #expect(demanding.readiness == .tooFew(1))
    }

    @Test func oneMovesBehindAnotherOrToTheFront() throws {
        var selection = Selection(try rules(0))
        selection.select([1, 2, 3, 4])
        #expect(selection.move(4, after: 1) && selection.ids == [1, 4, 2, 3])
        #expect(selection.move(2, after: nil) && selection.ids == [2, 1, 4, 3])
        for (id, other) in [(9, 1), (1, 9), (1, 1), (1, 2), (9, nil), (2, nil)] as [(Int, Int?)] {
            #expect(!selection.move(id, after: other) && selection.ids == [2, 1, 4, 3], "\(id) after \(other ?? 0)")
        }
        #expect(selection.reorder([3, 4, 1, 2]) && selection.ids == [3, 4, 1, 2])
        for others in [[3, 4, 1], [3, 4, 1, 1], [3, 4, 1, 9], [3, 4, 1, 2, 2]] { #expect(!selection.reorder(others) && selection.ids == [3, 4, 1, 2]) }
    }

    @Test func whatIsDeletedGoesAndComesBackToItsPlace() throws {
        var selection = Selection(try rules(3), preselected: [1])
        selection.select([2, 3])
        #expect(selection.follow { $0 > 2 } == .init(gone: [1, 2]))
        #expect(selection.ids == [3] && selection.count == 1 && !selection.contains(2) && selection.cancelled.isEmpty && selection.number(of: 3) == 1)
        #expect(selection.follow { $0 > 2 }.isEmpty)
        #expect(selection.follow { _ in true } == .init(back: [1, 2]) && selection.ids == [1, 2, 3] && selection.cancelled == [1])
    }

    @Test func whatComesBackFindsItsPlaceTaken() throws {
        var selection = Selection(try rules(2))
        selection.select([1, 2])
        selection.follow { $0 == 1 }
        #expect(selection.select(3).selected == [3])
        #expect(selection.follow { _ in true } == .init(forgotten: [2]) && selection.ids == [1, 3])
        #expect(selection.follow { _ in true }.isEmpty)
    }

    @Test func moreThanTheLimitThatWasPreselectedComesBackWhole() throws {
        var selection = Selection(try rules(1), preselected: [1, 2, 3])
        selection.follow { _ in false }
        #expect(selection.isEmpty && selection.follow { _ in true }.back == [1, 2, 3] && selection.readiness == .tooMany(2))
    }

    @Test func whatWasTakenOutStaysOut() throws {
        var selection = Selection(try rules(0), preselected: [7])
        selection.select([1, 2])
        selection.follow { $0 == 2 }
        selection.deselect([1, 7])
        #expect(selection.follow { $0 != 7 }.isEmpty && selection.ids == [2] && selection.cancelled.isEmpty)
        #expect(selection.follow { _ in true }.isEmpty && selection.cancelled == [7])
    }

    @Test func pickedAnewItStandsAtTheEnd() throws {
        var selection = Selection(try rules(0))
        selection.select([1, 2])
        selection.follow { $0 != 1 }
        #expect(selection.select(1).selected == [1] && selection.ids == [2, 1])
    }

    @Test func orderOfOthersDoesNotMoveWhatIsGone() throws {
        var selection = Selection(try rules(0))
        selection.select([1, 2, 3])
        selection.follow { $0 != 2 }
        #expect(selection.reorder([3, 1]) == true)
        selection.follow { _ in true }
        #expect(selection.ids == [3, 2, 1])
    }

    @Test func otherRulesTakeNothingOut() throws {
        var selection = Selection(try rules(0))
        selection.select([1, 2, 3])
        selection.update(selection.rules.with(limit: 2))
        #expect(selection.ids == [1, 2, 3] && selection.readiness == .tooMany(1))
        selection.update(selection.rules.with(limit: -1))
        #expect(selection.readiness == .ready && selection.remaining == nil)
        #expect(try rules(5, minimum: 4).with(limit: 2) == rules(2, minimum: 2))
    }

    @Test func rulesThatCannotHoldAreRefused() {
        for (limit, minimum, code, message) in [
            (-1, 0, .limit, "0 is no limit"), (2, -1, .minimum, "makes no sense"), (2, 3, .limit, "below the minimum of 3"), (.min, 0, .limit, "makes no sense"),
        ] as [(Int, Int, PickingError.Code, String)] {
            let error = #expect(throws: PickingError.self) { try PickerRules(limit: limit, minimum: minimum) }
            #expect(error?.code == code && error?.message.contains(message) == true)
        }
        #expect(throws: Never.self) { try PickerRules(limit: 0, minimum: 1_000_000) }
    }

    /// Against a list that does everything the long way.
    @Test(arguments: [1, 2, 3, 4, 5, 6] as [UInt64])
    func anyHistoryKeepsTheRules(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        for _ in 0..<60 {
            let limit = random.number(below: 5), preselected = (0..<random.number(below: 6)).map { _ in random.number(below: 8) }
            var selection = Selection(try rules(limit), preselected: preselected), picked = selection.ids, absent: Set<Int> = []
            for _ in 0..<40 {
                let id = random.number(below: 8), other = random.chance(30) ? nil : random.number(below: 8)
                switch random.number(below: 5) {
                case 0, 1:
                    let step = selection.toggle(id) { !absent.contains($0) && $0 != 7 }
                    picked.removeAll(where: step.deselected.contains)
                    picked += step.selected
                case 2: if selection.move(id, after: other) { picked = selection.ids }
                case 3:
                    absent = Set((0..<random.number(below: 4)).map { _ in random.number(below: 8) })
                    let fate = selection.follow { !absent.contains($0) }
                    #expect(Set(fate.gone).isSubset(of: absent) && absent.isDisjoint(with: fate.back + fate.forgotten))
                    #expect(picked.filter { !fate.gone.contains($0) } == selection.ids.filter { !fate.back.contains($0) })
                    picked = selection.ids
                default: picked.removeAll(where: selection.deselect([id]).deselected.contains)
                }
                let label = "seed \(seed), limit \(limit), \(preselected)"
                #expect(selection.ids == picked && Set(picked).count == picked.count && selection.count == picked.count, "\(label)")
                #expect(absent.isDisjoint(with: selection.ids + selection.cancelled), "\(label)")
                #expect(limit == 0 || selection.count <= max(limit, selection.preselected.count), "\(label)")
                #expect(picked.enumerated().allSatisfy { selection.number(of: $1) == $0 + 1 && selection.contains($1) }, "\(label)")
            }
        }
    }
}
