import Foundation
import PhotosUI
import SharedWorld
import Testing

/// An editing extension as an application writes one.
@MainActor private final class SepiaController: UIViewController, PHContentEditingController {
    var rendering: Data?
    private(set) var calls: [String] = []
    private(set) var placeholder = CGSize.zero
    private var input: PHContentEditingInput?

    func canHandle(_ adjustmentData: PHAdjustmentData) -> Bool {
        calls.append("canHandle \(adjustmentData.formatIdentifier)")
        return adjustmentData.formatIdentifier == "org.example.sepia"
    }

    func startContentEditing(with contentEditingInput: PHContentEditingInput, placeholderImage: UIImage) {
        (input, placeholder) = (contentEditingInput, placeholderImage.size)
        calls.append(contentEditingInput.adjustmentData == nil ? "start" : "start again")
    }

    func finishContentEditing(completionHandler: @escaping (PHContentEditingOutput?) -> Void) {
        calls.append("finish")
        guard let input, let rendering else { return completionHandler(nil) }
        let output = PHContentEditingOutput(contentEditingInput: input)
        output.adjustmentData = PHAdjustmentData(formatIdentifier: "org.example.sepia", formatVersion: "1", data: Data([7]))
        do { try rendering.write(to: output.renderedContentURL) } catch { return completionHandler(nil) }
        completionHandler(output)
    }

    func cancelContentEditing() { calls.append("cancel") }

    var shouldShowCancelConfirmation: Bool { rendering != nil }
}

extension PhotosUITests {
    @MainActor @Suite(.timeLimit(.minutes(20))) struct Editing {
        let world: World
        init() throws { world = try World() }

        @Test func aControllerEditsAndGoesOnWithItsEdit() async throws {
            let asset = try world.save("IMG_1.JPG", seed: 1), controller = SepiaController()
            controller.rendering = try Data(contentsOf: world.jpeg("edit.jpg", width: 32, height: 24, seed: 2))
            let host = PHContentEditingHost(editing: asset, with: controller)
            try await host.begin()
            #expect(controller.placeholder == CGSize(width: 64, height: 48) && controller.shouldShowCancelConfirmation)
            #expect(try await host.finish())
            let edited = try world.again(asset)
            #expect(edited.hasAdjustments && edited.pixelWidth == 32)
            let second = PHContentEditingHost(editing: edited, with: controller)
            try await second.begin()
            second.cancel()
            second.cancel()
            #expect(try await second.finish() == false)
            #expect(controller.calls == ["start", "finish", "canHandle org.example.sepia", "start again", "cancel"])
        }

        @Test func aControllerThatMakesNothingChangesNothing() async throws {
            let asset = try world.save(), controller = SepiaController(), host = PHContentEditingHost(editing: asset, with: controller)
            #expect(try await host.finish() == false)
            try await host.begin()
            #expect(try await host.finish() == false)
            #expect(try !world.again(asset).hasAdjustments && controller.calls == ["start", "finish"])
        }

        @Test func whatCannotBeEditedSaysWhy() async throws {
            let asset = try world.invent { _, _ in }[0]
            await #expect(throws: PHPhotosError.self) { try await PHContentEditingHost(editing: asset, with: SepiaController()).begin() }
        }
    }
}
