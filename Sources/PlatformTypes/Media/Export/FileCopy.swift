import Foundation
import Glibc

/// A copy of a file that is compared with its source before it counts.
struct FileCopy {
    private static let step = 1 << 20

    let source: URL
    let destination: URL
    /// Told from 0 to 1.
    let progress: (Double) -> Void
    let isCancelled: () -> Bool

    /// Leaves nothing behind where it fails. An existing file is never touched.
    func make() throws(AVError) {
        let input = open(source.path, O_RDONLY | O_CLOEXEC)
        guard input >= 0 else { throw Self.failure(.noLongerPlayable, source, "could not be opened") }
        defer { close(input) }
        try ExportFile(destination: destination).make { output throws(AVError) in try copy(input, output) }
    }

    private func copy(_ input: Int32, _ output: Int32) throws(AVError) {
        var status = stat()
        guard fstat(input, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { throw Self.failure(.noLongerPlayable, source, "is no file") }
        let size = Int(status.st_size), total = Double(max(1, size)) * 2
        let first = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.step, alignment: 16)
        let second = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.step, alignment: 16)
        defer {
            first.deallocate()
            second.deallocate()
        }
        var done = 0
        while true {
            try checkCancelled()
            let count = try read(input, first, at: done, of: source)
            if count == 0 { break }
            try write(output, UnsafeRawBufferPointer(rebasing: first[..<count]), at: done)
            done += count
            progress(Double(done) / total)
        }
        guard done == size else { throw AVError(.exportFailed, "\(source.path) changed while it was copied. Export it again.") }
        guard fsync(output) == 0 else { throw Self.failure(errno == ENOSPC ? .diskFull : .exportFailed, destination, "could not be saved") }
        var compared = 0
        while compared < size {
            try checkCancelled()
            let count = try read(input, first, at: compared, of: source)
            guard count > 0, try read(output, second, at: compared, of: destination) == count,
                memcmp(first.baseAddress!, second.baseAddress!, count) == 0
            else {
                throw AVError(.exportFailed, "\(destination.path) is not what was written to it. Check its disk, or export to another.")
            }
            compared += count
            progress((Double(size) + Double(compared)) / total)
        }
    }

    private func checkCancelled() throws(AVError) {
        if isCancelled() { throw AVError(.operationCancelled, "The export to \(destination.path) was cancelled.") }
    }

    /// Fills the buffer as far as the file goes.
    private func read(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer, at offset: Int, of file: URL) throws(AVError) -> Int {
        var done = 0
        while done < buffer.count {
            let count = pread(descriptor, buffer.baseAddress! + done, buffer.count - done, off_t(offset + done))
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw Self.failure(.exportFailed, file, "could not be read") }
            if count == 0 { break }
            done += count
        }
        return done
    }

    private func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer, at offset: Int) throws(AVError) {
        var done = 0
        while done < bytes.count {
            let count = pwrite(descriptor, bytes.baseAddress! + done, bytes.count - done, off_t(offset + done))
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw Self.failure(errno == ENOSPC || errno == EDQUOT ? .diskFull : .exportFailed, destination, "could not be written") }
            done += count
        }
    }

    /// With what the system says, which must not have been asked for anything since.
    private static func failure(_ code: AVError.Code, _ file: URL, _ what: String) -> AVError {
        let reason = errno
        return AVError(
            code, "\(file.path) \(what): \(String(cString: strerror(reason))).", cause: NSError(domain: NSPOSIXErrorDomain, code: Int(reason)))
    }
}
