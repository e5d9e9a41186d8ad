import Descriptions
import LibraryEngine

/// What of the library is where, and what is on its way to its store: for the owner's page.
struct CloudAnswer {
    private let status: CloudStatus?
    private let service: CloudService?

    init(_ library: PhotoLibrary, _ service: CloudService?) throws {
        status = try library.cloudSettings() == nil ? nil : library.cloudStatus()
        self.service = service
    }

    var json: [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.field("isConnected", status != nil)
            guard let status else { return }
            json.field("isPaused", status.settings.isPaused)
            for (name, count) in [("waiting", status.counts.local), ("elsewhere", status.counts.cloud), ("both", status.counts.both)] {
                json.object(name) { json in
                    json.field("files", count.files)
                    json.field("bytes", count.bytes)
                }
            }
            json.array("failed") { json in
                for failure in status.failures {
                    json.object { json in
                        json.field("filename", failure.filename)
                        json.field("message", failure.message)
                    }
                }
            }
            write(service?.progress, to: &json)
            json.field("problem", service?.problem)
        }
        return json.bytes
    }

    private func write(_ progress: CloudProgress?, to json: inout JSONWriter) {
        guard let progress, progress.allFiles > 0 else { return json.null("progress") }
        json.object("progress") { json in
            json.field("files", progress.files)
            json.field("allFiles", progress.allFiles)
            json.field("bytes", progress.bytes)
            json.field("allBytes", progress.allBytes)
        }
    }
}
