import AppIntents
import Foundation
import Testing

/// Words and parameters of intents, as a program has them of its own.
@Suite struct AppIntentTests {
    private struct Trip: DisplayRepresentable, PersistentlyIdentifiable, _IntentValue {
        typealias ValueType = Trip
        typealias UnwrappedType = Trip
        typealias Specification = EmptyResolverSpecification<Trip>
        static let typeDisplayRepresentation: TypeDisplayRepresentation = "Trip"
        static let persistentIdentifier = "Trip"
        static let defaultResolverSpecification: EmptyResolverSpecification<Trip> = EmptyResolverSpecification()
        var days: Int
        var displayRepresentation: DisplayRepresentation { DisplayRepresentation(title: "Trip", subtitle: "\(days) days") }
    }

    private func subtitle(of value: some DisplayRepresentable) -> String? { value.displayRepresentation.subtitle.map { String(localized: $0) } }

    private func resolvers(of value: some _IntentValue) -> Int { Array(type(of: value).defaultResolverSpecification).count }

    @Test func wordsAreTheirText() {
        let place: DisplayRepresentation = "Lisbon"
        #expect(String(localized: place.title) == "Lisbon" && place.subtitle == nil)
        #expect(Trip.typeDisplayRepresentation == TypeDisplayRepresentation(name: "Trip"))
        #expect(subtitle(of: Trip(days: 3)) == "3 days")
    }

    @Test func aValueOfItsOwnHasNoResolvers() {
        #expect(resolvers(of: Trip(days: 1)) == 0)
        #expect(Trip.persistentIdentifier == "Trip")
    }
}
