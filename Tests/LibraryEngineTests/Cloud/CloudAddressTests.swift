import Testing

@testable import LibraryEngine

@Suite("Addresses of stores") struct CloudAddressTests {
    @Test(arguments: [
        ("/media/disk", "/media/disk"), ("/media/../disk/", "/disk"), ("file:///media/disk", "/media/disk"), ("s3://bucket", "s3://bucket"),
        ("s3://bucket/a//b/", "s3://bucket/a/b"), ("s3://bucket?endpoint=http://127.0.0.1:7480", "s3://bucket?endpoint=http://127.0.0.1:7480"),
        ("s3://bucket?endpoint=http://127.0.0.1:7480&style=path", "s3://bucket?endpoint=http://127.0.0.1:7480"),
        ("s3://bucket?endpoint=https://s3.example.org&style=host&region=eu-1", "s3://bucket?endpoint=https://s3.example.org&region=eu-1&style=host"),
        ("s3://bucket?style=path", "s3://bucket?style=path"),
    ]) func anAddressIsKeptAsItIsMeant(_ text: String, _ kept: String) throws {
        let address = try CloudAddress(text)
        #expect(address.text == kept)
        #expect(try CloudAddress(address.text) == address)
    }

    @Test(arguments: [
        "", "s3://", "s3:///photos", "s3://ab", "ftp://server/photos", "file://server/share", "s3://key:secret@bucket", "s3://key@bucket", "s3://bucket?endpoint=server",
        "s3://bucket?endpoint=ftp://server", "s3://bucket?style=other", "s3://bucket?secret=1",
    ]) func whatIsNoneIsRefusedWithAReason(_ text: String) {
        #expect(throws: LibraryError.self) { try CloudAddress(text) }
    }

    @Test func hoursGoOverMidnight() {
        let night = CloudSettings.Hours(from: 22, to: 6), day = CloudSettings.Hours(from: 9, to: 17)
        #expect((0..<24).filter { night.contains($0) } == [0, 1, 2, 3, 4, 5, 22, 23])
        #expect((0..<24).filter { day.contains($0) } == Array(9..<17))
    }
}
