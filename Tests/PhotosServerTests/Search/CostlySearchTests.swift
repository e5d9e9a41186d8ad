import Foundation
import PhotosServer
import PhotosTesting
import Query
import Testing
@testable import LibraryEngine

/// Searches that would take minutes stop nobody else, end with their askers, and are refused beyond a budget.
@Suite struct CostlySearchTests {
    private static func library(_ count: Int = 300) throws -> ServedLibrary {
        let library = try ServedLibrary()
        for number in 0..<count { try library.add("2019-06-12T10:00:00Z", String(repeating: "a", count: 40) + "\(number).JPG") }
        return library
    }

    private static func path(_ number: Int = 0) -> String {
        let format = (0..<10).map { "filename MATCHES \".*a.*a.*a.*a.*Z\(number)\($0)\"" }.joined(separator: " OR ")
        return "/api/assets?q=" + (format.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")
    }

    private static func head(_ path: String, _ server: TestServer) -> String { "GET \(path) HTTP/1.1\r\n\(server.head)\r\n" }

    @Test func `four of them leave the library answering, and nothing goes on once their askers have hung up`() async throws {
        try await TestServer.run(Self.library().temporary, { $0.searchWork = .max / 2 }) { server async throws in
            var connections: [HTTPConnection] = []
            for number in 0..<4 {
                let connection = try await server.connect()
                try await connection.send(Self.head(Self.path(number), server))
                connections.append(connection)
            }
            await server.work.searches.wait { $0.running + $0.waiting == 4 }
            #expect(try await server.get("/api/library").status == 200)
            #expect(try await server.page("q=beach").count == 0, "a short search is not behind the long ones")
            #expect(server.work.searches.counts == WorkCounts(running: 2, waiting: 2), "they are still at it, two at a time for one asker")
            for connection in connections { connection.close() }
            // Without an end of their own they would go on for minutes, and the limit of this test would end it.
            await server.work.searches.wait { $0 == WorkCounts() }
            #expect(try await server.get("/api/library").status == 200)
        }
    }

    @Test func `equal ones are one, which goes on while anybody waits`() async throws {
        try await TestServer.run(Self.library().temporary, { $0.searchWork = .max / 2 }) { server async throws in
            let first = try await server.connect(), second = try await server.connect()
            try await first.send(Self.head(Self.path(), server))
            await server.work.searches.wait { $0.running == 1 }
            try await second.send(Self.head(Self.path(), server))
            // An answer to a request that came later: the second has got as far as it can.
            _ = try await server.page("q=beach")
            #expect(server.work.searches.counts == WorkCounts(running: 1, waiting: 0))
            first.close()
            _ = try await server.page("q=beach")
            second.close()
            await server.work.searches.wait { $0 == WorkCounts() }
        }
    }

    @Test func `one that uses up its budget is refused with the reason`() async throws {
        try await TestServer.run(Self.library(30).temporary, { $0.searchWork = 100_000 }) { server async throws in
            let reply = try await server.get(Self.path())
            #expect(reply.status == 400)
            #expect(reply.problem == "too-costly")
            #expect(try reply.object()["code"] as? String == "tooCostly")
            #expect(reply.text.contains(".*a.*a.*a.*a.*Z"), "\(reply.text)")
        }
    }

    @Test func `one that is long but within its budget is answered`() async throws {
        let library = try Self.library(2)
        try library.add("2020-06-12T10:00:00Z", "abababaZ03.JPG")
        let spent = QueryBudget()
        let format = (0..<10).map { "filename MATCHES \".*a.*a.*a.*a.*Z0\($0).*\"" }.joined(separator: " OR ")
        _ = try library.catalog.read(budget: spent) { try $0.assetIDs(.init(predicate: Query.Predicate(format: format))) }
        #expect(spent.spent > 50_000, "more than short answers may cost: \(spent.spent)")
        try await library.served { server in
            let page = try await server.page("q=" + (format.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""))
            #expect(page.assets.map(\.filename) == ["abababaZ03.JPG"])
        }
    }
}
