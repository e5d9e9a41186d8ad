import ArgumentParser

struct DoctorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: say("Says what is installed and in force on this machine, and what is wrong."),
        discussion: say(
            """
            Decodes a small picture of every format in the decode worker and lists the locks that the worker has closed around itself. \
            Exit status 1 where there are problems.

            EXAMPLES:
              photos doctor
              photos doctor --json
            """))

    @OptionGroup(title: say("For every command")) var global: GlobalOptions

    func run() throws {
        try run(global) { tool in
            let report = DoctorExamination(tool).report()
            if tool.wantsJSON {
                try tool.console.resultLine(report.json)
            } else {
                for line in report.lines { try tool.console.resultLine(line) }
            }
            if !report.problems.isEmpty { throw ToolFailure.someFailed }
        }
    }
}
