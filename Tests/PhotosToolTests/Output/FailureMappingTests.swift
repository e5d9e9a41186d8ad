import Catalog
import Foundation
import Imaging
import Importing
import LibraryEngine
import Originals
import Pixels
import Query
import Record
import Support
import Testing
@testable import PhotosTool

struct FailureMappingTests {
    @Test func everyErrorHasItsExitStatus() {
        let expected: [(any Error, Int32)] = [
            (LibraryError(.notFound, "m"), 66), (LibraryError(.notALibrary, "m"), 66), (LibraryError(.tooNew, "m"), 66), (LibraryError(.damaged, "m"), 66),
            (LibraryError(.locked, "m"), 75), (LibraryError(.cannotWrite, "m"), 73), (LibraryError(.exists, "m"), 73), (LibraryError(.missing, "m"), 65),
            (CatalogError(.busy, "m"), 75), (CatalogError(.tooNew, "m"), 66), (CatalogError(.diskFull, "m"), 73), (CatalogError(.unknownObject, "m"), 65),
            (ImportError(.locked, "m"), 75), (ImportError(.cannotWrite, "m"), 73), (ImportError(.catalog, "m"), 66),
            (OriginalsError(.noSpace, "m"), 73), (OriginalsError(.missing, "m"), 65), (QueryError(.syntax, "m"), 64), (CodecError(.damaged, "m"), 65),
            (CodecError(.workerMissing, "m"), 69), (LibraryError(.noDecoder, "m"), 69), (ImportError(.noDecoder, "m"), 69), (ImagingError(.noDecoder, "m"), 69),
            (ImagingError(.undecodable, "m"), 65), (ToolFailure(.interrupted, "m"), 130),
            // What can't be downloaded says why, and is asked for again another time.
            (LibraryError(.network, "m"), 69), (ImagingError(.inCloud, "x", cause: LibraryError(.network, "m")), 69),
            (ImagingError(.inCloud, "x", cause: LibraryError(.inCloud, "m")), 65),
        ]
        for (error, status) in expected {
            let failure = FailureMapping.failure(for: error)
            #expect(failure?.status.rawValue == status, "\(error)")
            #expect(failure?.message == "m", "the message is passed on as it is")
        }
    }

    /// What a folder or the record says of its disk comes up untranslated from some places.
    @Test func aDiskThatFailsOrIsGoneIsNoMistakeOfOurs() {
        for number in FailingDisk.faults.union(FailingDisk.absences) {
            for doing in ["write", "save", "store", "lock", "make", "remove"] {
                let failure = FailureMapping.failure(for: FolderError.system(number, doing: doing, BytePath("/media/card")))
                #expect(failure?.status == .cannotWrite && failure?.message.contains("/media/card") == true, "\(number) \(doing)")
            }
            for doing in ["read", "open", "list"] {
                let failure = FailureMapping.failure(for: FolderError.system(number, doing: doing, BytePath("/media/card")))
                #expect(failure?.status == .badInput, "\(number) \(doing)")
            }
        }
        let record: [(RecordError, ToolFailure.Status)] = [
            (RecordError(.cannotWrite, "m"), .cannotWrite), (RecordError(.busy, "m"), .locked), (RecordError(.damaged, "m"), .cannotOpen),
        ]
        for (error, status) in record {
            #expect(FailureMapping.failure(for: error)?.status == status)
            #expect(LibraryError(error).code == LibraryError(ofPart: error)?.code)
        }
    }

    /// Files that no part of ours has words for, such as those below TMPDIR.
    @Test func whatFoundationSaysOfAFileIsNoMistakeOfOurs() {
        let codes: [(CocoaError.Code, ToolFailure.Status)] = [
            (.fileNoSuchFile, .badInput), (.fileReadNoSuchFile, .badInput), (.fileReadNoPermission, .badInput), (.fileWriteNoPermission, .cannotWrite),
            (.fileWriteOutOfSpace, .cannotWrite), (.fileWriteFileExists, .cannotWrite),
        ]
        for (code, status) in codes {
            let failure = FailureMapping.failure(for: CocoaError(code, userInfo: [NSFilePathErrorKey: "/media/card/x"]))
            #expect(failure?.status == status && failure?.message.contains("/media/card/x") == true, "\(code)")
            #expect(failure?.message.contains("report") == false)
            #expect(FailureMapping.failure(for: LibraryError(CocoaError(code)))?.status == status, "\(code)")
        }
        #expect(FailureMapping.failure(for: CocoaError(.propertyListReadCorrupt))?.status == .internalError)
    }

    @Test func whatNobodyExpectedIsSaidToBeOurs() {
        struct Odd: Error {}
        let failure = FailureMapping.failure(for: Odd())
        #expect(failure?.status == .internalError)
        #expect(failure?.message.contains("report") == true)
    }
}
