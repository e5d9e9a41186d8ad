import Foundation
import PhotoAsset

// DraftProgram FILE FIRST COUNT: appends so many made-up assets to a draft, one by one, and says how many are in it. For tests of several processes.
let words = Array(CommandLine.arguments.dropFirst())
guard words.count == 3, let first = Int(words[1]), let count = Int(words[2]) else { exit(64) }
let store = DraftStore(file: URL(fileURLWithPath: words[0]), limit: 1000)
for number in first..<first + count {
    guard let asset = AssetReference(String(format: "00000000-0000-4000-8000-%012d", number)) else { exit(65) }
    do {
        print(try store.update { draft in draft.append(asset) ? draft.count : -1 })
    } catch {
        FileHandle.standardError.write(Data("\(error)\n".utf8))
        exit(1)
    }
}
