import ArgumentParser
import Foundation
import PhotoModel

/// `47.6,-122.3`, degrees north and east; `Lisbon`, a town, or `Paris, Texas`, a town and what it lies in; or `none`.
enum PlaceArgument: ExpressibleByArgument, Equatable {
    case none
    case place(LocationRecord)
    case town([String])

    init?(argument: String) {
        if argument.lowercased() == "none" {
            self = .none
            return
        }
        let parts = argument.split(separator: ",", omittingEmptySubsequences: false)
        guard parts.allSatisfy({ $0.contains(where: \.isLetter) }) else {
            let degrees = parts.map { Double($0) }
            guard degrees.count == 2, let latitude = degrees[0], let longitude = degrees[1], (-90...90).contains(latitude), (-180...180).contains(longitude) else { return nil }
            self = .place(LocationRecord(latitude: latitude, longitude: longitude))
            return
        }
        self = .town(parts.map { $0.trimmingCharacters(in: .whitespaces) })
    }
}
