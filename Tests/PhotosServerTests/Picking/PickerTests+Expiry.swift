import Foundation
import LibraryEngine
import Synchronization
import Testing
@testable import PhotosServer

/// Pickers that end by their time.
extension PickerTests {
    @Test func `who waits for a picker hears when its time is over, once and in its turn`() throws {
        let hand = HandClock(), heard = Mutex<[String]>([]), store = PickerStore(clock: hand.clock) { heard.withLock { $0.append("change") } }
        func begin(_ name: String, _ seconds: Int) throws -> Picker {
            let picker = try store.begin(PickerRequest(lasting: seconds), by: .owner, date: Date())
            picker.onAnswer { state in heard.withLock { $0.append("\(name) \(state.phase)") } }
            return picker
        }
        func all() -> [String] { heard.withLock { $0 } }
        let late = try begin("late", 7_200), early = try begin("early", 90), answered = try begin("answered", 90)
        #expect(answered.confirm([], size: nil))
        hand.advance(by: .seconds(90) - .nanoseconds(1))
        #expect(all() == ["answered confirmed", "change"])
        #expect(early.current.phase == .waiting && answered.current.phase == .confirmed)
        hand.advance(by: .nanoseconds(1))
        #expect(all() == ["answered confirmed", "change", "early ended", "change", "change"], "nobody waits for what was answered")
        #expect(early.current.phase == .ended && answered.current.phase == .ended && late.current.phase == .waiting)
        #expect(!early.confirm([], size: nil) && !early.cancel())
        early.finish()
        #expect(all().count == 5, "it ends once")
        hand.advance(by: .seconds(7_110))
        #expect(all().suffix(2) == ["late ended", "change"])
        #expect(hand.waiting == 0, "nobody looks where there is no picker")
    }

    @Test func `an answer that comes after its time is none, and whoever waits hears that at once`() throws {
        let hand = HandClock(), heard = Mutex<[String]>([])
        // Nothing calls: the machine slept.
        let store = PickerStore(clock: ServerClock(now: hand.clock.now, after: { _, _ in })) { heard.withLock { $0.append("change") } }
        func all() -> [String] { heard.withLock { $0 } }
        let picker = try store.begin(PickerRequest(lasting: 60), by: .owner, date: Date())
        picker.onAnswer { state in heard.withLock { $0.append("\(state.phase)") } }
        hand.advance(by: .seconds(60))
        #expect(picker.current.phase == .ended && all().isEmpty)
        #expect(!picker.confirm([], size: nil))
        #expect(all() == ["ended", "change"])
        let other = try store.begin(PickerRequest(lasting: 60), by: .owner, date: Date())
        other.onAnswer { state in heard.withLock { $0.append("\(state.phase)") } }
        hand.advance(by: .seconds(60))
        _ = try store.begin(PickerRequest(lasting: 60), by: .owner, date: Date())
        #expect(all() == ["ended", "change", "ended", "change"], "the next one that is asked for ends those whose time is over")
    }

    @Test func `a picker ends with its time: for its page, its files and its followers, at once`() async throws {
        let scene = try Scene(), hand = HandClock(), examples = try Self.viewing(scene)
        try await TestServer.run(scene.library, { $0.clock = hand.clock }) { server async throws in
            let picker = try await Self.begin(server, #"{"lasting":60}"#), program = try await Self.program(server, picker)
            let person = try await Self.person(server, picker)
            let open = try await Self.begin(server, #"{"lasting":60}"#), chooser = try await Self.person(server, open)
            #expect(try await Self.choose(person, picker, #"{"assets":["\#(scene.photo)"]}"#).status == 200)
            let paths = ["", "/items/0/file", "/items/0/resources/0", "/items/0/image/thumbnail", "/items/0/image/preview"].map { picker.path + $0 }
            let thumbnail = "/image/\(scene.photo)/1/thumbnail"
            let states = try await server.connectStrange()
            try await states.send("GET \(picker.path)/events HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\nAuthorization: Bearer \(picker.token)\r\n\r\n")
            #expect(try await states.head().status == 200)
            let first = String(decoding: try #require(try await states.chunk()), as: UTF8.self)
            #expect(first.contains(#""state":"confirmed""#))
            let stream = try await Self.follow(server, open, chooser.cookie)
            hand.advance(by: .seconds(60) - .milliseconds(1))
            for path in paths { for _ in 0..<2 { #expect(try await program.get(path).status == 200, "\(path)") } }
            for _ in 0..<3 { #expect(try await chooser.connection.get(thumbnail, [chooser.cookie]).status == 200) }
            hand.advance(by: .milliseconds(1))
            for path in paths {
                for headers in [[], [("If-None-Match", "*")], [("Range", "bytes=0-9")]] as [[(String, String)]] {
                    #expect(try await program.get(path, headers).status == 401, "\(path)")
                }
            }
            #expect(try await chooser.connection.get(thumbnail, [chooser.cookie]).status == 403, "also by the connection that remembers whose cookie it is")
            for example in examples { #expect(try await Self.status(example, chooser.cookie, server) == 403, "\(example)") }
            #expect(try await chooser.connection.get(open.page, [chooser.cookie]).status == 404)
            #expect(try await Self.choose(chooser, open, #"{"assets":["\#(scene.photo)"]}"#).problem == "no-such-picker")
            // Heartbeats came in the minute before.
            var told = ""
            while !told.contains("ended"), let chunk = try await states.chunk() { told += String(decoding: chunk, as: UTF8.self) }
            #expect(told.contains(#""state":"ended""#), "\(told)")
            #expect(try await states.chunk() == nil, "and nothing follows")
            told = ""
            while !told.contains("ended"), let chunk = try await stream.chunk() { told += String(decoding: chunk, as: UTF8.self) }
            #expect(told.contains(#""state":"ended""#), "\(told)")
            #expect(try await stream.chunk() == nil)
        }
    }
}
