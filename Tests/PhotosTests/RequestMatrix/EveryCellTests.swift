import Photos
import PhotosTesting
import Testing

/// Every cell of the table. Each row has a library of its own, and two rows run at a time.
@Suite(.timeLimit(.minutes(10))) struct EveryCellTests {
    private typealias Matrix = OptionMatrix
    private typealias Size = OptionMatrix.Size

    @Test(arguments: OptionMatrix.Row.all) func everyCellHasItsHistory(_ row: OptionMatrix.Row) async throws {
        let differences = try await Matrix.elsewhere { try row.differences() }
        #expect(differences.isEmpty, "\(OptionMatrix.report(differences))")
    }

    /// Where a thumbnail is stored, a preview is too; without one there is no second image either.
    private static let secondRows = OptionMatrix.Row.all.filter { row in
        row.version == .current && !row.hasRaw && (row.availability.hasDerivatives || row.availability == .bare && !row.isEdited)
    }

    /// It changes cells with a thumbnail and a preview that are both less than what was asked for, and no other.
    @Test(arguments: secondRows) func aSecondDegradedImageIsThePreview(_ row: OptionMatrix.Row) async throws {
        let differences = try await Matrix.elsewhere { try row.differences(of: .previews, allowsSecondary: true) }
        #expect(differences.isEmpty, "\(OptionMatrix.report(differences))")
    }

    /// The whole product: a crop counts with `.exact` and a target, and then every request is one call.
    @Test func aCropWorksWithExactSizesOnly() async throws {
        let differences = try await Matrix.elsewhere { () -> [String] in
            let cells = Matrix.Cell.all(.current, [.box(100, 100), .box(200, 200), .box(500, 500), .maximum])
            let world = try Matrix.World(.usual), whole = Matrix.Situation(picture: Matrix.Pictures.usual.original)
            func expected(_ cell: Matrix.Cell) -> [Matrix.Expected] {
                guard cell.resize == .exact, case .box(let side, _) = cell.target else { return Matrix.history(of: cell, in: whole) }
                let part = Size(width: 200, height: 300)
                let size = cell.content == .aspectFit ? part.scaled(by: Double(side) / 300) : Size(width: side, height: side)
                return [Matrix.Expected(content: .exactly(size), place: cell.isSynchronous ? .caller : .main)]
            }
            return try Matrix.differences(cells, in: world, prepare: { _ in world.temporary.forgetPictures() }, expected: expected) { cell in
                Matrix.request(cell, for: world.asset) { $0.normalizedCropRect = CGRect(x: 0.5, y: 0, width: 0.25, height: 0.5) }
            }
        }
        #expect(differences.isEmpty, "\(OptionMatrix.report(differences))")
    }

    /// The thumbnail of a picture that is no larger than one is that picture: nothing is degraded.
    @Test func smallPicturesComeOnce() async throws {
        let small = Matrix.Pictures(original: Size(width: 200, height: 150), rendering: Size(width: 150, height: 150), targets: [])
        let cells = Matrix.Cell.all(.current, [.box(100, 100), .box(500, 500), .maximum])
        let situation = Matrix.Situation(picture: small.original)
        let differences = try await Matrix.elsewhere {
            let world = try Matrix.World(small)
            return try Matrix.differences(
                cells, in: world, prepare: { _ in world.temporary.forgetPictures() }, expected: { Matrix.history(of: $0, in: situation) },
                request: { Matrix.request($0, for: world.asset) })
        }
        #expect(differences == [])
        #expect(cells.allSatisfy { Matrix.history(of: $0, in: situation).count == 1 })
    }

    @Test(arguments: DataRow.all) func dataIsTheFileOfTheVersion(_ row: DataRow) async throws {
        let differences = try await Matrix.elsewhere { try row.differences() }
        #expect(differences.isEmpty, "\(OptionMatrix.report(differences))")
    }
}
