import Adjustments
import Foundation
import Metadata
import Pixels
import TestSupport
import Testing

@testable import Codecs

/// Apple's own rendering of a crop, and ours of the same.
@Suite(.enabled(if: ProcessInfo.processInfo.environment["PHOTOS_SAMPLES"] != nil, "PHOTOS_SAMPLES is not set")) struct AppleCropSampleTests {
    @Test func `a crop of Apple's shows what Apple's rendering shows`() throws {
        let samples = URL(fileURLWithPath: try #require(ProcessInfo.processInfo.environment["PHOTOS_SAMPLES"]))
        let library = samples.appending(path: "apple/Test-10.15.1.photoslibrary"), name = "E9BC5C36-7CD1-40A1-A72B-8B8FAC227D51"
        func bytes(_ path: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: library.appending(path: path))) }
        let list = try #require(bytes("resources/renders/E/\(name).plist").withUnsafeBytes { AdjustmentFile(propertyList: $0) })
        let adjustments = try #require(PhotoAdjustments(appleData: list.data, formatVersion: list.facts.formatVersion ?? ""))
        let original = try bytes("originals/E/\(name).jpeg"), rendering = try bytes("resources/renders/E/\(name)_1_201_a.jpeg")
        var request = RenderRequest()
        request.adjustments = adjustments
        let ours = try original.withUnsafeBytes { try Codec().render($0, name: "a.jpg", request) }
        let apples = try rendering.withUnsafeBytes { try Codec().render($0, name: "a.jpg", RenderRequest()) }
        #expect((ours.width, ours.height) == (apples.width, apples.height))
        let sum = zip(ours.pixels, apples.pixels).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
        #expect(Double(sum) / Double(ours.pixels.count) < 3)
    }
}
