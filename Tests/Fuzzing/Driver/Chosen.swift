import Glibc

enum Chosen {
    static let entry = getenv("FUZZ_ENTRY").flatMap { FuzzEntry(rawValue: String(cString: $0)) }
}
