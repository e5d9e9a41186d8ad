import Foundation
import Testing

/// Apple's classes are Objective-C's: applications subclass them and override what their tests need. So ours are open, and so is what they have.
struct OpennessTests {
    /// Classes that nobody can subclass, and why.
    private static let finalClasses = [
        "Iterator": "Apple's overlay has it so",
        "PHPickerViewController": "nobody can subclass Apple's either",
        "PHPickerSession": "an addition: a presenter drives it, and programs don't make one",
        "PHPickerSessionList": "an addition: another presenter is another class",
        "ProcessImageCoder": "there is nothing in it to use: it is public so that it is found by its name",
        "ProcessPhotoSaver": "there is nothing in it to use: it is public so that it is found by its name",
        "ProcessMediaInspector": "there is nothing in it to use: it is public so that it is found by its name",
    ]

    /// Members that nobody can override, and why. Additions are none of these: no double of a class of Apple's has them.
    private static let fixedMembers = [
        "PHObject._cVarArgEncoding": "how NSPredicate(format:) takes objects here; Apple's has no such member",
        "PHObject.predicateValue": "how predicates read objects here, by value(forKey:), which is open",
        "PHObject.predicateIdentifier": "how predicates compare objects here, by localIdentifier, which is open",
        "PHAsset.typeDisplayRepresentation": "Apple's overlay for App Intents adds it, where nothing can be overridden",
        "PHAsset.defaultResolverSpecification": "Apple's overlay for App Intents adds it, where nothing can be overridden",
        "PHAsset.persistentIdentifier": "Apple's overlay for App Intents adds it, where nothing can be overridden",
        "PHAsset.displayRepresentation": "Apple's overlay for App Intents adds it, where nothing can be overridden; it follows the members that can be",
        "PHAssetResource.assetResource": "PhotosUploads, which knows of jobs, adds it to a class of Photos, where nothing can be overridden",
        "PHPhotoLibrary.presentLimitedLibraryPicker": "PhotosUI adds it to a class of Photos, where nothing can be overridden",
        "PHLivePhoto.transferRepresentation": "PhotosUI adds it to a class of Photos, where nothing can be overridden",
    ]

    private struct Sources {
        var openClasses: Set<String> = [], closedClasses: Set<String> = []
        /// Members of whatever type: public, not open and no additions, as `Type.member`.
        var closedMembers: [(type: String, member: String)] = []

        mutating func read(_ text: String) {
            var type = "", documentation = ""
            for line in text.split(separator: "\n") {
                if line.contains(/^ *\/\/\//) {
                    documentation += line
                    continue
                }
                // Attributes stand between a declaration and its documentation.
                if line.contains(/^ *@\w+(\(.*\))?$/) { continue }
                defer { documentation = "" }
                if let found = line.firstMatch(of: /^ *(?:@\w+ )*(public|open) (final )?class (\w+)[:<]/) {
                    if found.1 == "open" { openClasses.insert(String(found.3)) } else { closedClasses.insert(String(found.3)) }
                }
                if let found = line.firstMatch(of: /^(?:@\w+ )*(?:\w+ )*(?:class|struct|enum|protocol|extension) (\w+)/) { type = String(found.1) }
                guard let found = line.firstMatch(of: /^    (?:@\w+ )*public (?:\S+ )*?(?:func|var|let|subscript) ?(\w*)/) else { continue }
                if !documentation.contains("Addition") { closedMembers.append((type, String(found.1))) }
            }
        }
    }

    private let sources: Sources

    init() throws {
        var folder = URL(fileURLWithPath: #filePath)
        for _ in 0..<4 { folder.deleteLastPathComponent() }
        var sources = Sources()
        for module in ["Photos", "PhotosUploads", "AssetsLibrary", "PhotosUI"] {
            let folder = folder.appending(path: "Sources/\(module)")
            for case let name as String in FileManager.default.enumerator(atPath: folder.path) ?? .init() where name.hasSuffix(".swift") {
                sources.read(try String(contentsOf: folder.appending(path: name), encoding: .utf8))
            }
        }
        self.sources = sources
    }

    @Test func everyPublicClassIsOpen() {
        #expect(sources.openClasses.count > 30)
        #expect(sources.closedClasses == Set(Self.finalClasses.keys))
    }

    @Test func everyMemberOfAClassIsOpenUnlessItIsAnAddition() {
        let closed = sources.closedMembers.filter { sources.openClasses.contains($0.type) }.map { "\($0.type).\($0.member)" }
        #expect(Set(closed) == Set(Self.fixedMembers.keys))
    }
}
