import Foundation
import Importing
import Originals

/// Looking at folders, and what follows of it.
extension FolderWatcher {
    /// Does what is due of one watch.
    /// - Returns: whether there is more to do at once.
    func advance(_ watch: inout Watch, _ told: inout WatchStep.Told, _ now: Double, _ seconds: inout Double) throws -> Bool {
        let started = ContinuousClock.now
        if let absence = absence(of: watch) {
            // What is known stays as it is: nothing is gone because its disk is.
            if watch.absence == nil {
                watch.absence = absence
                told.problems.append(absence)
                for folder in watch.tree.folders { events?.forget(folder) }
            }
            watch.changed = []
            watch.tree.forgetClosings()
            seconds += (ContinuousClock.now - started) / .seconds(1)
            return false
        }
        if watch.absence != nil {
            watch.absence = nil
            watch.beginPass(isFull: true)
        }
        let isLooking = look(&watch, &told, now)
        seconds += (ContinuousClock.now - started) / .seconds(1)
        watch.note(looked: now)
        if !isLooking {
            watch.tree.forgetClosings()
            try followVanished(&watch, &told, now)
        }
        let groups = watch.tree.takeReady(at: now, limit: Self.filesAtOnce, isOpen: options.isOpen)
        if !groups.isEmpty { try take(groups, &watch, &told, now) }
        return isLooking || !groups.isEmpty
    }

    /// Why the folder can't be looked at, for a person; `nil` where it can.
    private func absence(of watch: Watch) -> String? {
        let root = watch.tree.root
        let isBare: Bool
        do throws(OriginalsError) {
            guard try FileSignature(linkPath: root).isFolder else { throw OriginalsError(.missing, "\(root.display) is no folder any more.") }
            // Asked in every step, and so not a listing of what may be very much.
            isBare = try !Folder.hasName(in: root) { !FolderListing.isPassedBy($0) }
        } catch {
            return error.code == .missing ? "The watched folder \(root.display) is not there. Mount its disk; what came in from it stays as it is." : error.description
        }
        if let marker = watch.settings.marker, !ReferenceRoot.isPresent(marker, at: root) {
            return "The watched folder \(root.display) is not the one that was added, as when its disk is not mounted. Mount it; what came in from it stays as it is."
        }
        // Nobody empties a folder of all that is in it as often as a disk is not mounted; and once something is put there, it is looked at again.
        if isBare, !watch.tree.isEmpty {
            return "The watched folder \(root.display) is empty, as when its disk is not mounted. What came in from it stays as it is."
        }
        return nil
    }

    // MARK: Looking

    /// Lists the folders in which something happened, those with files that are awaited, and those of a pass that is due.
    /// - Returns: whether some are left.
    private func look(_ watch: inout Watch, _ told: inout WatchStep.Told, _ now: Double) -> Bool {
        let apart = apart(from: watch.settings.id)
        // Those above first, so that what is known of disks is known of those below.
        var urgent = watch.changed.union(watch.tree.foldersToLook(at: now)).sorted(by: >)
        watch.changed = []
        watch.beginPassIfDue(now)
        var count = 0
        while count < Self.foldersAtOnce, !isStopping {
            if let folder = urgent.popLast() {
                count += 1
                urgent += list(folder, &watch, &told, apart, now).reversed()
            } else if watch.queue != nil {
                guard let folder = watch.queue?.popLast() else {
                    watch.endPass(now, options.times)
                    let tree = watch.tree
                    events?.keepOnly { tree.branches[$0] != nil || $0 != tree.root && $0.relative(to: tree.root) == nil }
                    watch.unwatched = watch.unwatched.filter { tree.branches[$0] != nil }
                    break
                }
                let started = ContinuousClock.now
                count += 1
                pass(folder, &watch, &told, apart, now)
                watch.spend((ContinuousClock.now - started) / .seconds(1))
            } else {
                break
            }
        }
        watch.changed.formUnion(urgent)
        return !urgent.isEmpty || watch.queue != nil
    }

    /// Looks at a folder, and lists it where its time says so.
    private func pass(_ folder: BytePath, _ watch: inout Watch, _ told: inout WatchStep.Told, _ apart: Set<FolderIdentity>, _ now: Double) {
        if !watch.isFull, let signature = try? FileSignature(linkPath: folder), signature.isFolder,
            !watch.tree.needsListing(folder, FolderIdentity(signature), modified: signature.modifiedNanoseconds)
        {
            watch.queue? += watch.tree.children(of: folder).reversed()
            return
        }
        _ = list(folder, &watch, &told, apart, now)
        watch.queue? += watch.tree.children(of: folder).reversed()
    }

    /// - Returns: folders in it that nobody has looked at yet.
    private func list(_ folder: BytePath, _ watch: inout Watch, _ told: inout WatchStep.Told, _ apart: Set<FolderIdentity>, _ now: Double) -> [BytePath] {
        // Before it is read, so that what happens meanwhile is told.
        if events?.watch(folder) == true { watch.unwatched.remove(folder) } else { watch.unwatched.insert(folder) }
        do throws(OriginalsError) {
            return watch.tree.note(try FolderListing(folder, apart: apart.union(watch.tree.identities(above: folder))), of: folder, at: now)
        } catch {
            events?.forget(folder)
            watch.unwatched.remove(folder)
            if error.code == .missing {
                // Perhaps it is the disk that is gone, and nobody has looked at where it was mounted.
                var others: [BytePath] = []
                if let disk = watch.tree.disk(of: folder) { others = list(disk, &watch, &told, apart, now) }
                watch.tree.noteGone(folder, at: now)
                return others
            } else {
                watch.tree.noteUnreadable(folder)
                if watch.toldOf.insert(folder.text).inserted { told.problems.append(error.description) }
            }
            return []
        }
    }

    /// References follow what was moved; what is gone is marked, and never removed.
    private func followVanished(_ watch: inout Watch, _ told: inout WatchStep.Told, _ now: Double) throws {
        guard watch.tree.hasVanished else { return }
        let outcome = watch.tree.resolveVanished(at: now)
        if watch.settings.storage == .reference {
            if !outcome.moved.isEmpty { told.moved += try library.followReferences(outcome.moved, in: watch.settings) }
            if !outcome.gone.isEmpty { told.missing += try library.markReferencesMissing(outcome.gone) }
        }
        // Only now: where the catalogue could not be written, the next step tries it again.
        watch.tree.follow(outcome)
    }
}
