import Foundation
import GRDB
import Testing

@testable import Catalog

/// A library may come from anybody, and the schema in it is a program.
@Suite struct ForeignSchemaTests {
    @Test(arguments: [
        "CREATE TRIGGER curious AFTER INSERT ON asset BEGIN SELECT photos_match(NEW.filename, '(a*)*b', 0); END",
        // Named like one of ours, and no more of it.
        "DROP TRIGGER membership_deleted; CREATE TRIGGER membership_deleted AFTER DELETE ON membership BEGIN DELETE FROM asset; END",
        "CREATE VIEW curious AS SELECT photos_call('lowercase', filename) FROM asset",
    ])
    func aTriggerOrViewOfAnotherProgramIsRefused(sql: String) throws {
        let library = try TemporaryCatalog()
        _ = try library.addPictures(1)
        library.catalog.close()
        try SQLScript.build(sql, at: library.file)
        let before = try Data(contentsOf: library.file)
        let error = try #require(throws: CatalogError.self) { try library.other() }
        #expect(error.code == .notACatalog)
        #expect(error.message.contains(sql.contains("curious") ? "curious" : "membership_deleted"))
        #expect(try Data(contentsOf: library.file) == before)
    }

    /// A table's own rules are part of the schema too, and can't be told from ours by their names.
    @Test func theSchemaCallsNoFunctionOfOurs() throws {
        let library = try TemporaryCatalog()
        let other = try DatabaseQueue(path: library.file.path)
        try other.write { db in
            try CatalogFunctions.add(to: db)
            try db.execute(sql: "CREATE TABLE curious (a TEXT CHECK (photos_fold(a, 1) <> 'b'))")
        }
        try other.close()
        try library.catalog.connections.write { (db) throws in
            for sql in ["INSERT INTO curious VALUES ('a')", "SELECT count(*) FROM curious"] {
                let error = #expect(throws: DatabaseError.self) { try db.execute(sql: sql) }
                #expect(error?.message?.contains("unsafe use") == true)
            }
        }
    }

    @Test func noConnectionChangesTheSchemaAsIfItWereRows() throws {
        let library = try TemporaryCatalog()
        try library.catalog.connections.write { db in
            try db.execute(sql: "PRAGMA writable_schema = ON")
            #expect(throws: DatabaseError.self) { try db.execute(sql: "UPDATE sqlite_schema SET sql = '' WHERE name = 'asset'") }
        }
        try library.catalog.connections.read { (db) throws in
            #expect(try Int.fetchOne(db, sql: "PRAGMA trusted_schema") == 0)
            #expect(try Int.fetchOne(db, sql: "PRAGMA cell_size_check") == 1)
        }
    }
}
