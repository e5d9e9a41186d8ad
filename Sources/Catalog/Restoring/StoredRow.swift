import Foundation
import PhotoModel

/// A value as a column keeps it.
package enum StoredValue: Sendable, Hashable {
    case int(Int64)
    case double(Double)
    case text(String)
    case blob(Data)
}

/// A row by the names of its columns, whatever columns a schema has. Those that hold nothing are left out, and so are zeros where nothing can't be.
package struct StoredRow: Sendable, Equatable {
    package struct Field: Sendable, Equatable {
        package var name: String
        package var value: StoredValue

        package init(_ name: String, _ value: StoredValue) { (self.name, self.value) = (name, value) }
    }

    package var id: Int64
    package var fields: [Field]

    package init(id: Int64, fields: [Field]) { (self.id, self.fields) = (id, fields) }

    package subscript(name: String) -> StoredValue? { fields.first { $0.name == name }?.value }
}

/// All that is kept of an asset.
package struct StoredAsset: Sendable, Equatable {
    package var row: StoredRow
    /// In their order.
    package var keywords: [String]
    /// In the order in which they were added.
    package var resources: [StoredRow]

    package init(row: StoredRow, keywords: [String], resources: [StoredRow]) { (self.row, self.keywords, self.resources) = (row, keywords, resources) }
}

/// An album or a folder, without members and place.
package struct StoredCollection: Sendable, Equatable {
    package var row: StoredRow
    /// Of a project.
    package var extensionData: Data?
    package var preview: Data?

    package init(row: StoredRow, extensionData: Data?, preview: Data?) { (self.row, self.extensionData, self.preview) = (row, extensionData, preview) }
}

/// What one application was granted, and the assets it was given, those in Recently Deleted among them.
package struct StoredAccess: Sendable, Equatable {
    package var application: String
    package var grants: [AccessGrant]
    package var selection: [Int64]

    package init(application: String, grants: [AccessGrant], selection: [Int64]) {
        (self.application, self.grants, self.selection) = (application, grants, selection)
    }

    /// What stands for the application in the change log.
    package static func identity(of application: String) -> UUID { AccessGrant.identity(of: application) }
}

/// What the library itself keeps: values by key, and the highest row id that each table ever gave, so that none is given again.
package struct StoredLibrary: Sendable, Equatable {
    package var values: [String: String]
    package var highestIDs: [String: Int64]

    package init(values: [String: String], highestIDs: [String: Int64]) { (self.values, self.highestIDs) = (values, highestIDs) }
}
