import Foundation
import Support

// photos-hash sha1|sha256 FILE: the hash of a file as the library makes it of what comes in.
let words = Array(CommandLine.arguments.dropFirst())
guard words.count == 2, ["sha1", "sha256"].contains(words[0]), let file = FileHandle(forReadingAtPath: words[1]) else { exit(64) }
let hash = ContentHash(words[0] == "sha1" ? .sha1 : .sha256), buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 4096)
while true {
    let count = read(file.fileDescriptor, buffer.baseAddress, buffer.count)
    guard count > 0 else { break }
    hash.update(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
}
guard let digest = hash.digest() else { exit(1) }
print(digest.hexadecimal)
