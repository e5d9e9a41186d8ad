import Foundation
import LibraryEngine
import Picking
import Synchronization

/// One picker session: a program asks, a person chooses, and the program gets what was chosen until the session ends.
package final class Picker: Sendable {
    package enum Phase: String, Sendable, CaseIterable {
        /// Nobody has opened its page yet.
        case waiting
        /// A person is choosing.
        case open
        case confirmed
        case cancelled
        /// Its time is over, or the program ended it.
        case ended

        /// Whether a person can still answer.
        package var isAwaited: Bool { self == .waiting || self == .open }
    }

    package struct Item: Sendable {
        package let uuid: UUID
        package let row: Int64
    }

    package struct State: Sendable {
        package fileprivate(set) var phase = Phase.waiting
        package fileprivate(set) var items: [Item] = []
        /// What the program asks for now.
        fileprivate(set) var filter: PickerFilter?
        fileprivate(set) var rules: PickerRules
        /// How often it changed that, and what its page is to do because of it: the last few, for a page that lost its line.
        fileprivate(set) var number = 0
        fileprivate(set) var commands: [PickerUpdate.Numbered] = []
        /// The longest side of pictures that the person chose to hand on.
        fileprivate(set) var size: Int?
        fileprivate var rows: Set<Int64> = []
        /// Videos that were made for the program, with the row of the resource; the one that was asked for last is the last.
        fileprivate var made: [(resource: Int64, file: MadeFile)] = []
        /// Who waits for the answer.
        fileprivate var onAnswer: (@Sendable (State) -> Void)?
    }

    let id = UUID()
    let request: PickerRequest
    /// Who asked for it.
    let asker: Grant
    /// By which session; `nil` is the server itself.
    let askedBy: UUID?
    /// For people.
    let expires: Date
    let end: ContinuousClock.Instant
    private let now: @Sendable () -> ContinuousClock.Instant
    private let onChange: @Sendable () -> Void
    private let state: Mutex<State>
    private static let mostCommands = 64
    /// Identifiers that these name all together.
    private static let mostNamed = 100_000
    /// Each takes a descriptor, and room on the disk, until the picker ends.
    private static let mostMade = 16

    /// - Parameter onChange: called after each change, for those who follow it.
    init(
        _ request: PickerRequest, asker: Grant, askedBy: UUID? = nil, date: Date, now: @escaping @Sendable () -> ContinuousClock.Instant,
        onChange: @escaping @Sendable () -> Void
    ) {
        (self.request, self.asker, self.askedBy, self.now, self.onChange) = (request, asker, askedBy, now, onChange)
        state = Mutex(State(filter: request.filter, rules: request.rules))
        expires = date.addingTimeInterval(TimeInterval(request.lasting))
        end = now() + .seconds(request.lasting)
    }

    /// How long it will stand, where nothing ends it before.
    var remaining: Duration { now().duration(to: end) }

    /// How it stands now: it is over with its time, also before anybody was told.
    package var current: State {
        let isOver = now() >= end
        return state.withLock { state in
            var state = state
            if isOver { state.finish() }
            return state
        }
    }

    /// Whether an asset is among what was chosen, and may be had still.
    func holds(_ row: Int64) -> Bool {
        let current = current
        return current.phase == .confirmed && current.rows.contains(row)
    }

    // MARK: The person

    /// Pages that may show its page within them. An application's picker opens in a browser of the owner's, which may do anything: what lies over it there could
    /// lead the owner's clicks. One that the owner's own token asked for lets a browser in that may choose and nothing else.
    var frames: [PublicAddress] { asker == .owner ? request.origins : [] }

    /// Whether it is a session's page: one of the owner's always is, and that of a person who came by its address.
    func isOpen(to session: Session) -> Bool { session.grant == .owner || session.isAdmitted(to: self) }

    /// Its page was opened.
    func noteOpened() { change(from: [.waiting]) { $0.phase = .open } }

    /// - Returns: whether this was the answer: the first one counts, whichever page it comes from.
    func confirm(_ items: [Item], size: Int?) -> Bool {
        change(from: [.waiting, .open]) { state in
            (state.phase, state.items, state.size) = (.confirmed, items, size)
            state.rows = Set(items.map(\.row))
        }
    }

    func cancel() -> Bool { change(from: [.waiting, .open]) { $0.phase = .cancelled } }

    // MARK: The program

    /// Asks for something else while it is open. What is chosen stays so, and is handed over once it is by the new rules.
    /// - Throws: a `Problem` where the rules make no sense, or it was answered already.
    func update(_ update: PickerUpdate) throws(Problem) {
        let current = current
        let rules = try update.rules(instead: current.rules)
        let isDone = change(from: [.waiting, .open]) { state in
            (state.rules, state.filter) = (rules, update.filter(instead: state.filter))
            state.number += 1
            state.commands += update.commands.map { PickerUpdate.Numbered(number: state.number, command: $0) }
            state.commands.removeFirst(Self.surplus(of: state.commands))
        }
        guard isDone else { throw ChoiceRoutes.over }
    }

    /// How many of the oldest are forgotten: a program that takes thousands of photos away again and again must not fill the memory. What came last stays, however
    /// much it is.
    private static func surplus(of commands: [PickerUpdate.Numbered]) -> Int {
        var (kept, named) = (0, 0)
        for numbered in commands.reversed() {
            named += numbered.command.named
            guard numbered.number == commands.last?.number || (kept < mostCommands && named <= mostNamed) else { break }
            kept += 1
        }
        return commands.count - kept
    }

    /// Calls `body` once, when the person has answered or the picker has ended, by its time as well; at once where that is so already. On any thread.
    package func onAnswer(_ body: @escaping @Sendable (State) -> Void) {
        let now = state.withLock { state -> State? in
            guard state.phase.isAwaited else { return state }
            state.onAnswer = body
            return nil
        }
        if let now { body(now) }
    }

    /// A video that was made for it.
    func made(_ resource: Int64) -> MadeFile? {
        state.withLock { state in
            guard let index = state.made.firstIndex(where: { $0.resource == resource }) else { return nil }
            let found = state.made.remove(at: index)
            state.made.append(found)
            return found.file
        }
    }

    /// Keeps a video for the next request, unless another one was faster. A program that goes from one to the next gets the same in all of its requests; what it has
    /// not asked for since many others is made anew.
    func keep(_ file: MadeFile, _ resource: Int64) -> MadeFile {
        let (kept, gone) = state.withLock { state -> (MadeFile, MadeFile?) in
            if let known = state.made.first(where: { $0.resource == resource }) { return (known.file, nil) }
            guard state.phase == .confirmed else { return (file, nil) }
            state.made.append((resource, file))
            return (file, state.made.count > Self.mostMade ? state.made.removeFirst().file : nil)
        }
        // Let go of outside the lock: its file is closed with it.
        withExtendedLifetime(gone) {}
        return kept
    }

    func finish() { change(from: Set(Phase.allCases).subtracting([.ended])) { $0.finish() } }

    /// Whether it has ended, and those who wait for it were told.
    var isTold: Bool { state.withLock { $0.phase == .ended } }

    /// Ends it where its time is over, and tells those who wait for it.
    func expire() { if now() >= end { finish() } }

    /// - Returns: whether it stood so, and `body` was called. What happens to one whose time is over is that it ends.
    @discardableResult
    private func change(from phases: Set<Phase>, _ body: @Sendable (inout State) -> Void) -> Bool {
        let isOver = now() >= end
        let (isDone, isChanged, answer) = state.withLock { state -> (Bool, Bool, (@Sendable () -> Void)?) in
            let isDone = !isOver && phases.contains(state.phase), isChanged = isDone || (isOver && state.phase != .ended)
            guard isChanged else { return (false, false, nil) }
            if isDone { body(&state) } else { state.finish() }
            guard !state.phase.isAwaited, let onAnswer = state.onAnswer else { return (isDone, true, nil) }
            state.onAnswer = nil
            return (isDone, true, { [state] in onAnswer(state) })
        }
        answer?()
        if isChanged { onChange() }
        return isDone
    }
}

extension Picker.State {
    /// What was chosen is nobody's any more.
    fileprivate mutating func finish() { (phase, items, rows, made, commands) = (.ended, [], [], [], []) }
}
