import ArgumentParser
import Descriptions

struct BenchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bench",
        abstract: "Measures this program, as JSON lines {\"name\",\"value\",\"unit\"}.",
        discussion: """
            ./bench in the repository runs these beside their peers and floors and prints ratios.

            EXAMPLES:
              photos --library Big.photolibrary bench fetch
              photos --library Big.photolibrary bench columns
              photos bench import ~/Pictures/Holiday
              photos bench decode IMG_1.HEIC IMG_2.HEIC
              photos bench render --side 1440 IMG_1.JPG
              photos --library Big.photolibrary bench thumbnails
              photos --library Big.photolibrary bench requests
              photos --library Big.photolibrary bench record
              photos --library Big.photolibrary bench resources
              photos --library Big.photolibrary bench words
              photos bench places positions.txt
              photos --library Stored.photolibrary bench cloud merge
            """,
        subcommands: [
            BenchFetch.self, BenchColumns.self, BenchChanges.self, BenchDetails.self, BenchImport.self, BenchDecode.self, BenchRender.self, BenchThumbnails.self,
            BenchRequests.self, BenchRecord.self, BenchResources.self, BenchFilm.self, BenchWords.self, BenchPlaces.self, BenchCloud.self,
        ])
}

/// One figure of a benchmark.
struct Measurement: Equatable {
    var name: String
    var value: Double
    var unit: String
    /// The statement that was timed, for a floor that steps the same one.
    var sql: String?

    var json: String {
        var json = JSONWriter()
        json.object { json in
            json.field("name", name)
            json.field("value", (value * 10_000).rounded() / 10_000)
            json.field("unit", unit)
            if let sql { json.field("sql", sql) }
        }
        return json.text
    }
}
