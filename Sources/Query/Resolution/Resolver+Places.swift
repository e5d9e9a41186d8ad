import Geodesy

/// Places: keys that stand for two others, distances between them, and the degrees within which these can only lie.
extension Resolver {
    func place(_ reference: KeyReference) throws(QueryError) -> Side {
        guard let place = space.place, let latitude = space.index(of: place.latitude), let longitude = space.index(of: place.longitude) else {
            throw QueryError(.unknownKey, "\(space.name) have no key \"\(reference.name)\"", at: reference.position)
        }
        return Side(.place(latitude: latitude, longitude: longitude), type: nil, name: reference.name, position: reference.position)
    }

    /// `location == nil`
    func comparePlace(latitude: Int, _ ordering: Ordering, _ other: Side, _ place: Side) throws(QueryError) -> Condition {
        guard case .single(.value(.null)) = other.content, ordering == .equal || ordering == .notEqual else { throw onlyMeasured(place) }
        return .compare(.key(latitude), ordering, .value(.null))
    }

    func onlyMeasured(_ place: Side) -> QueryError {
        mismatch("\(place.name) is a place: compare it with nil, or its distance, as in distance(\(place.name), {47.6, 8.5}) < 1000 (metres)", place)
    }

    func distance(_ arguments: [Side]) throws(QueryError) -> Side {
        var operands: [Operand] = []
        // An object of unknown type gives its place when it is asked.
        var isOpen = false
        for argument in arguments {
            switch argument.content {
            case .place(let latitude, let longitude): operands += [.key(latitude), .key(longitude)]
            case .list(let degrees) where degrees.count == 2 && arguments.count == 2:
                for degree in degrees { operands.append(try number(degree, "distance").operand) }
            case .single(.value(.null)) where arguments.count == 2: operands += [.value(.null), .value(.null)]
            case .single(let operand) where argument.type == .any:
                isOpen = true
                operands.append(operand)
            case .single where arguments.count == 4: operands.append(try number(argument, "distance").operand)
            default: throw needsPlaces(argument)
            }
        }
        guard operands.count == 4 || isOpen else { throw needsPlaces(arguments[0]) }
        return folded(.function(.distance, operands), type: .number, "distance")
    }

    private func needsPlaces(_ side: Side) -> QueryError {
        mismatch("distance goes between two places, as in distance(location, {47.6, 8.5}); \(side.displayName) is none", side)
    }

    /// What must hold for a distance to a constant place to be this short: comparisons of degrees, which cost next to nothing.
    static func degrees(_ left: Operand, _ ordering: Ordering, _ right: Operand) -> Condition? {
        if ordering == .greater || ordering == .greaterOrEqual { return degrees(right, ordering == .greater ? .less : .lessOrEqual, left) }
        guard ordering == .less || ordering == .lessOrEqual, case .function(.distance, let places) = left, places.count == 4,
            let metres = right.constant?.real, let north = places[2].constant?.real, let east = places[3].constant?.real,
            let box = GeoBox(latitude: north, longitude: east, within: metres)
        else { return nil }
        func between(_ operand: Operand, _ range: ClosedRange<Double>) -> [Condition] {
            [.compare(operand, .greaterOrEqual, .value(.double(range.lowerBound))), .compare(operand, .lessOrEqual, .value(.double(range.upperBound)))]
        }
        return .and(between(places[0], box.latitudes) + (box.longitudes.map { between(places[1], $0) } ?? []))
    }
}
