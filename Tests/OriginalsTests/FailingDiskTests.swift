import Glibc
import Originals
import Support
import Testing

/// What a disk that fails is told as. A test of crashes meets one for real; this one says which of its errors mean what.
@Suite struct FailingDiskTests {
    @Test(arguments: [("read", OriginalsError.Code.unreadable), ("list", .unreadable), ("save", .unwritable), ("write", .unwritable), ("make", .unwritable)])
    func anErrorOfTheDiskIsOneOfReadingOrOfWriting(doing: String, code: OriginalsError.Code) {
        let error = OriginalsError(FolderError.system(EIO, doing: doing, BytePath("/media/card")))
        #expect(error.code == code)
        #expect(error.message == "Could not \(doing) /media/card: the disk reports an error. Save what is on it, and check it.")
    }
}
