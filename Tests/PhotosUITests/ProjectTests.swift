import Foundation
import PhotosUI
import Testing

extension PhotosUITests {
    @Suite struct Projects {
        private func again<T: NSObject & NSSecureCoding>(_ object: T) throws -> T {
            let data = try NSKeyedArchiver.archivedData(withRootObject: object, requiringSecureCoding: true)
            return try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: T.self, from: data))
        }

        private let picture = PHCloudIdentifier(stringValue: "picture"), other = PHCloudIdentifier(stringValue: "other")

        private func project() -> PHProjectInfo {
            let region = PHProjectRegionOfInterest(rect: CGRect(x: 0.25, y: 0.5, width: 0.125, height: 0.25), weight: 0.75, quality: 0.5, identifier: .init("face-1"))
            let photo = PHProjectAssetElement(
                cloudAssetIdentifier: picture, annotation: "The sea", cropRect: CGRect(x: 0, y: 0.25, width: 1, height: 0.5), regionsOfInterest: [region],
                horizontallyFlipped: true, weight: 1, placement: CGRect(x: 0, y: 0, width: 4, height: 3))
            let text = PHProjectTextElement(
                text: "Summer", attributedText: NSAttributedString(string: "Summer"), textElementType: .title, placement: CGRect(x: 0, y: 3, width: 4, height: 1))
            let entry = PHProjectJournalEntryElement(date: Date(timeIntervalSinceReferenceDate: 700_000_000.5), assetElement: photo, textElement: text, weight: 0.25)
            let second = PHProjectAssetElement(cloudAssetIdentifier: other, verticallyFlipped: true)
            let content = PHProjectSectionContent(elements: [photo, text, second, photo, entry], numberOfColumns: 4, aspectRatio: 1.5)
            let section = PHProjectSection(sectionType: .content, title: "July", sectionContents: [content, PHProjectSectionContent()])
            return PHProjectInfo(
                creationSource: .album, projectType: PHProjectType("org.example.book"), sections: [PHProjectSection(sectionType: .cover, title: "", sectionContents: []), section],
                brandingEnabled: false, pageNumbersEnabled: true, productIdentifier: "A4", themeIdentifier: "plain")
        }

        @Test(arguments: [false, true]) func aProjectSaysWhatItIsMadeOf(isArchived: Bool) throws {
            let info = isArchived ? try again(project()) : project()
            #expect(info.creationSource == .album && info.projectType == PHProjectType(rawValue: "org.example.book"))
            #expect(!info.brandingEnabled && info.pageNumbersEnabled && info.productIdentifier == "A4" && info.themeIdentifier == "plain")
            #expect(info.sections.map(\.sectionType) == [.cover, .content] && info.sections.map(\.title) == ["", "July"])
            let contents = info.sections[1].sectionContents, content = try #require(contents.first)
            #expect(contents.count == 2 && content.numberOfColumns == 4 && content.aspectRatio == 1.5 && contents[1].elements.isEmpty)
            #expect(content.cloudAssetIdentifiers == [picture, other])
            let photo = try #require(content.elements[0] as? PHProjectAssetElement)
            #expect(photo.cloudAssetIdentifier == picture && photo.annotation == "The sea" && photo.cropRect == CGRect(x: 0, y: 0.25, width: 1, height: 0.5))
            #expect(photo.horizontallyFlipped && !photo.verticallyFlipped && photo.weight == 1 && photo.placement == CGRect(x: 0, y: 0, width: 4, height: 3))
            let region = try #require(photo.regionsOfInterest.first)
            #expect(region.rect == CGRect(x: 0.25, y: 0.5, width: 0.125, height: 0.25) && region.weight == 0.75 && region.quality == 0.5)
            #expect(region.identifier == PHProjectRegionOfInterest.Identifier(rawValue: "face-1") && region.identifier == .init("face-1"))
            let text = try #require(content.elements[1] as? PHProjectTextElement)
            #expect(text.text == "Summer" && text.textElementType == .title && text.weight == 0.5 && text.attributedText?.string == (isArchived ? nil : "Summer"))
            let second = try #require(content.elements[2] as? PHProjectAssetElement)
            #expect(second.verticallyFlipped && second.cropRect == CGRect(x: 0, y: 0, width: 1, height: 1) && second.regionsOfInterest.isEmpty)
            let entry = try #require(content.elements[4] as? PHProjectJournalEntryElement)
            #expect(entry.date == Date(timeIntervalSinceReferenceDate: 700_000_000.5) && entry.weight == 0.25)
            #expect(entry.assetElement?.cloudAssetIdentifier == picture && entry.textElement?.text == "Summer")
        }

        @Test func eachPartIsArchivedByItself() throws {
            let section = try again(project().sections[1])
            #expect(section.title == "July" && section.sectionType == .content)
            #expect(try again(section.sectionContents[0]).elements.count == 5)
            #expect(try again(PHProjectElement(weight: 0.25, placement: CGRect(x: 1, y: 2, width: 3, height: 4))).placement.height == 4)
            #expect(try again(PHProjectRegionOfInterest(rect: .zero, identifier: .init("x"))).identifier.rawValue == "x")
            #expect(PHProjectInfo.supportsSecureCoding && PHProjectElement.supportsSecureCoding)
            let empty = try again(PHProjectInfo())
            #expect(empty.sections.isEmpty && empty.projectType == .undefined && empty.creationSource == .undefined && empty.productIdentifier == nil)
        }

        /// An archive in which the keys of one class are read as another's.
        @Test func anotherArchiveIsNone() throws {
            func archive(_ fill: (NSKeyedArchiver) -> Void) -> NSKeyedUnarchiver? {
                let archiver = NSKeyedArchiver(requiringSecureCoding: true)
                fill(archiver)
                archiver.finishEncoding()
                let unarchiver = try? NSKeyedUnarchiver(forReadingFrom: archiver.encodedData)
                unarchiver?.decodingFailurePolicy = .setErrorAndReturn
                return unarchiver
            }
            let empty = try #require(archive { _ in })
            #expect(PHProjectInfo(coder: empty) == nil && PHProjectSection(coder: empty) == nil && PHProjectSectionContent(coder: empty) == nil)
            #expect(PHProjectElement(coder: empty) == nil && PHProjectAssetElement(coder: empty) == nil && PHProjectTextElement(coder: empty) == nil)
            #expect(PHProjectJournalEntryElement(coder: empty) == nil && PHProjectRegionOfInterest(coder: empty) == nil)
            let wrong = try #require(
                archive {
                    $0.encode(99, forKey: "creationSource")
                    $0.encode("x" as NSString, forKey: "projectType")
                    $0.encode(-1, forKey: "sections.count")
                    $0.encode(7, forKey: "sectionType")
                    $0.encode(Double.nan, forKey: "rect.x")
                    $0.encode("x" as NSString, forKey: "identifier")
                })
            #expect(PHProjectInfo(coder: wrong) == nil && PHProjectSection(coder: wrong) == nil && PHProjectRegionOfInterest(coder: wrong) == nil)
        }

        @Test func namesAndNumbers() {
            let sources: [(PHProjectInfo.CreationSource, Int)] = [
                (.undefined, 0), (.userSelection, 1), (.album, 2), (.memory, 3), (.moment, 4), (.project, 20), (.projectBook, 21), (.projectCalendar, 22), (.projectCard, 23),
                (.projectPrintOrder, 24), (.projectSlideshow, 25), (.projectExtension, 26),
            ]
            #expect(sources.allSatisfy { $0.rawValue == $1 && PHProjectInfo.CreationSource(rawValue: $1) == $0 } && PHProjectInfo.CreationSource(rawValue: 5) == nil)
            let sections: [PHProjectSection.SectionType] = [.undefined, .cover, .content, .auxiliary]
            #expect(sections.map(\.rawValue) == [0, 1, 2, 3] && PHProjectSection.SectionType(rawValue: 4) == nil)
            let texts: [PHProjectTextElement.ElementType] = [.body, .title, .subtitle]
            #expect(texts.map(\.rawValue) == [0, 1, 2] && PHProjectTextElement.ElementType(rawValue: 3) == nil)
            let categories: [PHProjectCategory] = [.book, .calendar, .card, .prints, .slideshow, .wallDecor, .other, .undefined]
            #expect(Set(categories).count == 8 && PHProjectCategory(rawValue: categories[0].rawValue) == .book)
            #expect(PHProjectType("a") == PHProjectType(rawValue: "a") && PHProjectType("a") != .undefined && Set([PHProjectType("a"), .undefined]).count == 2)
        }
    }
}
