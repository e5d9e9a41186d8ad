import Photos

/// What is asked for.
extension OptionMatrix {
    struct Cell: Sendable, CustomStringConvertible {
        var version = PHImageRequestOptionsVersion.current
        var delivery = PHImageRequestOptionsDeliveryMode.opportunistic
        var resize = PHImageRequestOptionsResizeMode.fast
        var content = PHImageContentMode.aspectFit
        var isSynchronous = false
        var target = Target.maximum
        var allowsSecondary = false
        var allowsNetwork = false

        var options: PHImageRequestOptions {
            let options = PHImageRequestOptions()
            (options.version, options.deliveryMode, options.resizeMode) = (version, delivery, resize)
            (options.isSynchronous, options.isNetworkAccessAllowed, options.allowSecondaryDegradedImage) = (isSynchronous, allowsNetwork, allowsSecondary)
            return options
        }

        var description: String {
            let words = [
                "\(version)", "\(delivery)", "\(resize)", content == .aspectFit ? "aspectFit" : "aspectFill", "\(target)", isSynchronous ? "synchronous" : "",
                allowsSecondary ? "secondary" : "", allowsNetwork ? "network" : "",
            ]
            return words.filter { !$0.isEmpty }.joined(separator: " ")
        }

        /// The same picture, asked for at once.
        var synchronous: Cell {
            var cell = self
            cell.isSynchronous = true
            return cell
        }

        /// All cells of one version.
        static func all(_ version: PHImageRequestOptionsVersion, _ targets: [Target], allowsNetwork: Bool = false) -> [Cell] {
            resizes.flatMap { resize in
                contents.flatMap { content in
                    targets.flatMap { target in
                        [false, true].flatMap { isSynchronous in
                            deliveries.map { delivery in
                                Cell(
                                    version: version, delivery: delivery, resize: resize, content: content, isSynchronous: isSynchronous, target: target,
                                    allowsNetwork: allowsNetwork)
                            }
                        }
                    }
                }
            }
        }
    }
}
