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

    @Test func aDiskThatIsGoneIsNoFaultOfOursAndNoDamage() {
        let path = BytePath("/media/card")
        for number in FailingDisk.absences {
            let reading = OriginalsError(FolderError.system(number, doing: "read", path))
            let writing = OriginalsError(FolderError.system(number, doing: "lock", path))
            #expect(reading.code == .gone && writing.code == .unwritable, "\(number)")
            #expect(reading.message == "Could not read /media/card: its disk or share has gone. Connect it again, and try again.")
        }
        for number in FailingDisk.faults {
            let reading = OriginalsError(FolderError.system(number, doing: "read", path))
            let writing = OriginalsError(FolderError.system(number, doing: "save", path))
            #expect(reading.code == .unreadable && writing.code == .unwritable, "\(number)")
        }
    }
}
