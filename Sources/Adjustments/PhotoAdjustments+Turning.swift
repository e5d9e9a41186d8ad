extension PhotoAdjustments {
    /// The same edit, its result turned clockwise by a quarter. Four of them are the identity.
    public mutating func rotateClockwise() {
        rotation = (rotation + 90) % 360
        crop = Crop(x: 1 - crop.y - crop.height, y: crop.x, width: crop.height, height: crop.width)
        (perspectiveHorizontal, perspectiveVertical) = (perspectiveVertical, 0 - perspectiveHorizontal)
    }

    /// The same edit, its result mirrored: what was left is right. Two of them are the identity.
    public mutating func flipHorizontally() {
        isFlipped.toggle()
        rotation = (360 - rotation) % 360
        crop = Crop(x: 1 - crop.x - crop.width, y: crop.y, width: crop.width, height: crop.height)
        (straighten, perspectiveHorizontal) = (0 - straighten, 0 - perspectiveHorizontal)
    }

    /// Flip and quarter turns as an EXIF orientation, 1 to 8.
    package var orientation: Int {
        switch (isFlipped, rotation) {
        case (false, 90): 6
        case (false, 180): 3
        case (false, 270): 8
        case (false, _): 1
        case (true, 90): 7
        case (true, 180): 4
        case (true, 270): 5
        case (true, _): 2
        }
    }

    /// Whether pixels lie between those of the picture, so that they have to be sampled anew.
    package var isWarped: Bool { straighten != 0 || perspectiveVertical != 0 || perspectiveHorizontal != 0 }
}
