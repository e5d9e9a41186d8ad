import PhotoModel
import Picking

/// The schemas of pickers.
extension Schema {
    static let picking: [String: Schema] = [
        "PickerRequest": pickerRequestSchema, "PickerBegun": pickerBegunSchema, "PickerState": pickerStateSchema, "Picker": pickerSchema, "Choice": choiceSchema,
        "Choosing": choosingSchema, "PickerUpdate": pickerUpdateSchema, "PickerChange": pickerChangeSchema, "Chosen": chosenSchema, "PickerFilter": filterSchema,
        "ChosenAssets": chosenAssetsSchema, "GoneAssets": goneAssetsSchema,
    ]

    private static let phase = one(in: Picker.Phase.allCases.map(\.rawValue)).described(
        "waiting until a person opens the page, open while the person chooses, then confirmed or cancelled; ended when the time is over or the program ended it.")
    private static let most = whole(from: 0, to: PickerRequest.most)
    private static let parts = list(one(in: PickerAppearance.Part.allCases.map(\.rawValue)))
    private static let purpose = one(in: PickerAppearance.Purpose.allCases.map(\.rawValue))
    private static let side = whole(from: PickerRequest.sizes.lowerBound, to: PickerRequest.sizes.upperBound)
    private static let assetName = text(matching: "^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}(\(LocalIdentifier.assetSuffix))?$")
    /// A filter as text, as far as a pattern can say.
    static let filterText: Schema = {
        let kinds = PickerKind.allCases.map(\.rawValue).joined(separator: "|")
        return text(matching: "^(|\(kinds)|(any|all)[(](\(kinds))(,(\(kinds))){0,5}[)]|not[(](\(kinds))[)])$")
    }()
    private static let filterSchema = either([
        one(in: PickerKind.allCases.map(\.rawValue)).described("A kind."),
        text(matching: "^(any|all)[(](images|videos|livePhotos)(,(images|videos|livePhotos))*[)]$").described("Such as any(images,videos); Docs/Picker.md has them all."),
        object(["not": named("PickerFilter")]), object(["any": list(named("PickerFilter"), atMost: 20)]), object(["all": list(named("PickerFilter"), atMost: 20)]),
        object(["playbackStyle": string]),
    ])

    private static let pickerRequestSchema = object(
        [
            "filter": named("PickerFilter").orNull.optional, "limit": most.orNull.standard(1).described("The most that may be chosen; 0 is any number.").optional,
            "minimum": most.orNull.standard(0).described("The fewest; 0 is one, or none where something was preselected.").optional,
            "ordered": boolean.orNull.standard(false).described("Whether the page shows in which order photos are chosen.").optional,
            "preselected": list(assetName, atMost: PickerRequest.most).orNull.described("Identifiers of what is chosen at the beginning.").optional,
            "representation": one(in: PickerRequest.Representation.allCases.map(\.rawValue)).orNull.standard("current").described(
                "current is the asset's own file; compatible makes JPEG and H.264 of what not everything opens."
            ).optional,
            "size": side.orNull.described("The longest side that pictures are handed on with, in pixels. Where it is absent the person chooses.").optional,
            "title": string.atMost(characters: 200).orNull.described("What the page says on top.").optional,
            "hides": parts.orNull.described("What the page leaves out.").optional,
            "purpose": purpose.orNull.standard("picking").described(
                "What the page says that it is for, where it has no title: with access, what is chosen is what the program may see from then on."
            ).optional,
            "origins": list(text(matching: "^https?://[a-z0-9]+([.-][a-z0-9]+){0,9}(:[1-9][0-9]{0,3})?$"), atMost: 16).orNull.described(
                "Pages that hear of the picker’s end, such as https://example.org. They may show it within them as well where the owner’s token asks for it."
            ).optional,
            "lasting": whole(from: PickerRequest.shortest, to: PickerRequest.longest).orNull.standard(.number(PickerRequest.standard)).described("Seconds until it ends.").optional,
        ], isOpen: true)
    private static let pickerBegunSchema = object([
        "id": id, "token": string.described("For Authorization: Bearer; opens what is chosen here, and nothing else."),
        "url": string.described("What the person opens."), "state": phase, "expires": date,
    ])
    private static let pickerStateSchema = object(["id": id, "state": phase, "count": count.described("Items that were chosen.")])
    private static let pickerSchema = object([
        "id": id, "state": phase, "count": count, "expires": date, "size": side.orNull.described("The longest side that pictures are handed on with."),
        "items": list(
            object(
                [
                    "index": count, "localIdentifier": string, "isGone": boolean.described("Deleted since it was chosen: nothing else is told of it."),
                    "urls": object(
                        [
                            "file": string.described("As the representation has it."), "thumbnail": string.orNull, "preview": string.orNull,
                            "resources": list(string).described("Its files as they came in, in the order of its resources."),
                        ]
                    ).optional,
                ], isOpen: true)
        ).described("Each with what is known of the asset, as in an Asset."),
    ])
    private static let choiceSchema = object([
        "id": id, "state": phase, "title": string.orNull, "filter": string.orNull.described("For the parameter filter of lists."), "limit": most, "minimum": most,
        "ordered": boolean, "resizable": boolean.described("Whether the person chooses how large pictures are handed on."), "hides": parts, "purpose": purpose,
        "origins": list(string), "preselected": list(tile), "gone": count.described("Preselected, and not to be had."),
    ])
    private static let pickerUpdateSchema = object(
        [
            "filter": named("PickerFilter").orNull.described("null is everything.").optional, "limit": most.orNull.optional,
            "minimum": most.orNull.described("Where it is absent, one above a new limit is that limit.").optional,
            "deselect": list(assetName, atMost: PickerRequest.most).orNull.described("These are no longer chosen.").optional,
            "move": object(["asset": assetName, "after": assetName.orNull.described("null is in front of all.").optional], isOpen: true).orNull.optional,
            "search": string.orNull.atMost(characters: 2_000).described("What is searched for; nothing where it is empty.").optional,
        ], isOpen: true)
    private static let pickerChangeSchema = object([
        "number": count.described("Of the last update."), "state": phase, "filter": string.orNull, "limit": most, "minimum": most,
        "commands": list(
            object([
                "number": count, "deselect": ids.optional, "move": id.optional, "after": id.orNull.optional, "search": string.optional,
            ])
        ).described("What the page is to do, once each: those of updates after the one that it has seen, 64 at most."),
    ])
    private static let choosingSchema = object(
        [
            "assets": list(assetName, atMost: PickerRequest.most).orNull.described("What was chosen, in its order; null or absent cancels.").optional,
            "size": side.orNull.described("The longest side to hand pictures on with; all there is where it is absent.").optional,
        ], isOpen: true)
    private static let chosenAssetsSchema = object(["assets": list(assetName, atMost: PickerRequest.most)], isOpen: true)
    private static let goneAssetsSchema = object(["gone": ids])
    private static let chosenSchema = object([
        "state": phase, "gone": ids.described("What can't be handed over. Where there is any, nothing was: choose without it."),
        "form": object(["action": string, "session": id, "token": string, "state": phase]).described("What the browser sends on, where a form asked.").optional,
    ])
}
