import Foundation

extension Page {
    /// What is on the screen, as PNG.
    package func screenshot() async throws -> Data {
        struct Answer: Decodable { let data: Data }
        return try await send("Page.captureScreenshot", ["format": "png"], as: Answer.self).data
    }

    /// Colours of what is on the screen, at points in CSS pixels.
    package func colours(at points: [(x: Double, y: Double)]) async throws -> [Colour] {
        let image = try await screenshot().base64EncodedString()
        struct Sample: Decodable { let r: Double, g: Double, b: Double }
        // Another page decodes it: this one's policy needn't allow it, and its own work isn't disturbed.
        let samples: [Sample] = try await browser.withBlankPage { blank in
            try await blank.call(
                """
                async (data, points, width) => {
                  const image = await createImageBitmap(await (await fetch('data:image/png;base64,' + data)).blob())
                  const canvas = new OffscreenCanvas(image.width, image.height), context = canvas.getContext('2d')
                  context.drawImage(image, 0, 0)
                  return points.map(([x, y]) => {
                    const [r, g, b] = context.getImageData(Math.floor(x * image.width / width), Math.floor(y * image.width / width), 1, 1).data
                    return { r, g, b }
                  })
                }
                """, image, points.map { [$0.x, $0.y] }, try await evaluate("innerWidth", as: Double.self))
        }
        return samples.map { Colour(red: $0.r, green: $0.g, blue: $0.b) }
    }

    /// Keeps a screenshot in the folder that PHOTOS_SCREENSHOTS names, if it names one.
    /// - Returns: the file.
    @discardableResult
    package func keepScreenshot(named name: String) async -> String? {
        guard let folder = ProcessInfo.processInfo.environment["PHOTOS_SCREENSHOTS"], !folder.isEmpty else { return nil }
        let safe = String(name.prefix { $0 != "(" }.map { $0.isLetter || $0.isNumber || "-_".contains($0) ? $0 : "-" })
        let file = URL(fileURLWithPath: folder).appendingPathComponent("\(safe).png")
        do {
            try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try await screenshot().write(to: file)
        } catch {
            return nil
        }
        return file.path
    }
}

extension Chromium {
    /// Gives `body` a page of its own that shows nothing, to compute in.
    package func withBlankPage<T>(_ body: (Page) async throws -> T) async throws -> T {
        let page = try await newPage()
        do {
            let result = try await body(page)
            await page.close()
            return result
        } catch {
            await page.close()
            throw error
        }
    }
}

/// A colour of the screen: 0 to 255 each.
package struct Colour: Sendable, Equatable, CustomStringConvertible {
    package let red: Double, green: Double, blue: Double

    package init(red: Double, green: Double, blue: Double) { (self.red, self.green, self.blue) = (red, green, blue) }

    package var description: String { "rgb(\(Int(red)), \(Int(green)), \(Int(blue)))" }

    /// How far apart two colours are: 0 the same, 441 black and white.
    package func distance(to other: Colour) -> Double {
        let (r, g, b) = (red - other.red, green - other.green, blue - other.blue)
        return (r * r + g * g + b * b).squareRoot()
    }
}
