import CLinux
import Glibc
import Support
import Synchronization

/// Hears from the kernel (fanotify) what happens on the whole disks that folders lie on. The kernel keeps nothing for each folder, however many there are, but it
/// tells of everything else on these disks as well, and only whoever may administer the system.
package final class DiskEvents: Sendable {
    package struct Heard: Sendable {
        /// Folders in which something happened.
        package var folders: Set<BytePath> = []
        /// Files that were closed after writing, or moved to where they are.
        package var closed: [BytePath] = []
        /// Whether more happened than the kernel kept.
        package var isOverflown = false

        package init() {}
        package var isEmpty: Bool { folders.isEmpty && closed.isEmpty && !isOverflown }
    }

    /// What the kernel calls a folder. Two disks may have the same for different folders.
    private struct Name: Hashable { let device: UInt64, bytes: [UInt8] }

    private struct State {
        var paths: [Name: BytePath] = [:]
        var names: [BytePath: Name] = [:]
        /// How many folders lie on each disk.
        var devices: [UInt64: Int] = [:]
        var heard = Heard()
        var refusal: Int32?
    }

    /// Can be read when something happened; negative where the system tells nothing.
    package let descriptor: Int32
    private let state = Mutex(State())

    package init() {
        descriptor = clinux_disks_open()
        if descriptor < 0 { state.withLock { $0.refusal = -descriptor } }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    package var count: Int { state.withLock { $0.names.count } }

    package func isWatched(_ folder: BytePath) -> Bool { state.withLock { $0.names[folder] != nil } }

    /// Why the system tells nothing of a disk, in its own words; `nil` where it always did.
    package var refusal: String? { state.withLock { $0.refusal }.map { String(cString: strerror($0)) } }

    /// Hears of what is at the path now, also where something else was there when it was called last, or where its disk was mounted anew.
    /// - Returns: false where that is no folder, or where the system tells nothing of its disk.
    package func watch(_ folder: BytePath) -> Bool {
        guard descriptor >= 0 else { return false }
        var found = clinux_folder_name()
        // The disk first: what happens in between is told then.
        var result = folder.withCString { clinux_disks_add(descriptor, $0) }
        if result == 0 { result = folder.withCString { clinux_folder_name_of($0, &found) } }
        guard result == 0 else {
            forget(folder)
            if ![ENOENT, ENOTDIR, ELOOP, EACCES].contains(-result) { state.withLock { $0.refusal = -result } }
            return false
        }
        let count = Int(found.count), name = Name(device: found.device, bytes: withUnsafeBytes(of: found.bytes) { Array($0.prefix(count)) })
        state.withLock { state in
            guard state.names[folder] != name else { return }
            Self.forget(folder, &state)
            // A folder that was moved is the same by another path.
            if let before = state.paths[name] { Self.forget(before, &state) }
            (state.paths[name], state.names[folder]) = (folder, name)
            state.devices[name.device, default: 0] += 1
        }
        return true
    }

    package func forget(_ folder: BytePath) {
        let isLast = state.withLock { state in Self.forget(folder, &state) && state.names.isEmpty }
        if isLast { clinux_disks_clear(descriptor) }
    }

    /// - Returns: whether it was known.
    @discardableResult
    private static func forget(_ folder: BytePath, _ state: inout State) -> Bool {
        guard let name = state.names.removeValue(forKey: folder) else { return false }
        state.paths[name] = nil
        let left = state.devices[name.device, default: 1] - 1
        state.devices[name.device] = left > 0 ? left : nil
        return true
    }

    /// Forgets folders that are not among those that are there.
    package func keepOnly(_ isThere: (BytePath) -> Bool) {
        let folders = state.withLock { Array($0.names.keys) }
        for folder in folders where !isThere(folder) { forget(folder) }
    }

    /// Whether something happened in one of the folders since `drain`. What happened elsewhere on their disks is passed over.
    package func hasHeard() -> Bool {
        state.withLock { state in
            takeIn(&state)
            return !state.heard.isEmpty
        }
    }

    /// Everything that happened since the last call.
    package func drain() -> Heard {
        state.withLock { state in
            takeIn(&state)
            defer { state.heard = Heard() }
            return state.heard
        }
    }

    private func takeIn(_ state: inout State) {
        guard descriptor >= 0 else { return }
        withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 8) { buffer in
            while case let count = read(descriptor, buffer.baseAddress, buffer.count), count > 0 {
                var event = clinux_disk_event(), offset: UInt64 = 0
                while case let next = clinux_disk_event_at(buffer.baseAddress, UInt64(count), offset, &event), next > 0 {
                    Self.note(event, &state)
                    offset = next
                }
            }
        }
    }

    private static func note(_ event: clinux_disk_event, _ state: inout State) {
        guard let start = event.folder, let text = event.name else {
            state.heard.isOverflown = true
            return
        }
        let bytes = Array(UnsafeBufferPointer(start: start, count: Int(event.folderCount)))
        for device in state.devices.keys {
            guard let folder = state.paths[Name(device: device, bytes: bytes)] else { continue }
            state.heard.folders.insert(folder)
            if event.isWhole != 0 { state.heard.closed.append(folder.appending(BytePath(bytes: UnsafeRawBufferPointer(start: text, count: strlen(text))))) }
        }
    }
}
