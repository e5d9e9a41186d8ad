import ArgumentParser
import PhotoModel

/// `47.6,-122.3`, degrees north and east, or `none`.
enum PlaceArgument: ExpressibleByArgument, Equatable {
    case none
    case place(LocationRecord)

    init?(argument: String) {
        if argument.lowercased() == "none" {
            self = .none
            return
        }
        let parts = argument.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
        guard parts.count == 2, let latitude = parts[0], let longitude = parts[1],
            (-90...90).contains(latitude), (-180...180).contains(longitude)
        else { return nil }
        self = .place(LocationRecord(latitude: latitude, longitude: longitude))
    }
}
