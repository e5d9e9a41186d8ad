import ArgumentParser
import Descriptions
import LibraryEngine

extension CloudCommand {
    struct Key: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: say("Changes what opens an encrypted store."),
            discussion: say(
                """
                A new passphrase and a new recovery key open the store at once, and the old ones open it no more. Whoever had the key itself, because a \
                machine or a copy of its library was stolen, needs neither: --rotate encrypts what comes from now on under another key, and the keys \
                of what is there too. One that was interrupted goes on with --resume.

                EXAMPLES:
                  photos cloud key --passphrase-file ~/new-words
                  photos cloud key --recovery-key
                  photos cloud key --rotate
                """))

        @OptionGroup(title: say("For every command")) var global: GlobalOptions
        @Option(help: said("A file whose first line is the new passphrase; - is the standard input.", valueName: "file"), completion: .file())
        var passphraseFile: String?
        @Flag(help: said("Print a new recovery key.")) var recoveryKey = false
        @Flag(help: said("Encrypt everything under a new key.")) var rotate = false
        @Flag(help: said("Go on with a rotation that was interrupted.")) var resume = false

        func validate() throws {
            if passphraseFile == nil, !recoveryKey, !rotate, !resume { throw wrongUsage("Say what to change: --passphrase-file, --recovery-key or --rotate.") }
            if rotate, resume { throw wrongUsage("--rotate and --resume can't go together.") }
        }

        func run() throws {
            try run(global) { tool in
                let library = try tool.openLibrary()
                if let passphraseFile {
                    try library.changeCloudPassphrase(to: try PasswordFile.read(passphraseFile))
                    if !tool.wantsJSON { tool.console.note("From now on this passphrase opens the store, and the one before does not.") }
                }
                let key = recoveryKey ? try library.makeCloudRecoveryKey().description : nil
                if let key, !tool.wantsJSON {
                    try tool.console.resultLine(say("Recovery key: \(key)"))
                    tool.console.note("It opens the store when the passphrase is lost, and is not shown again. Print it, and keep it where this machine is not.")
                }
                let rotated = rotate || resume ? try self.rotated(library, tool) : nil
                if tool.wantsJSON {
                    var json = JSONWriter()
                    json.object { json in
                        json.field("passphraseChanged", passphraseFile != nil)
                        json.field("recoveryKey", key)
                        json.field("rotated", rotated)
                    }
                    try tool.console.resultLine(json.text)
                } else if let rotated {
                    try tool.console.resultLine(say("Encrypted under the new key: \(Quantity.counted(rotated, "file"))."))
                }
            }
        }

        private func rotated(_ library: PhotoLibrary, _ tool: ToolContext) throws -> Int {
            let bar = ProgressReporter(tool.console)
            let (files, isInterrupted) = try Interruption.patiently {
                defer { bar.finish() }
                return try library.rotateCloudKey(addsKey: rotate, CloudCommand.work(bar))
            }
            guard !isInterrupted else { throw ToolFailure(.interrupted, "Not everything is encrypted under the new key yet. `photos cloud key --resume` goes on.") }
            return files
        }
    }
}
