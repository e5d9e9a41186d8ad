import Foundation
import MobileCoreServices
import Synchronization
import Testing
import UIKit

/// What photo code without views asks of an application, a screen, a device and colours.
@Suite struct ApplicationTypeTests {
    @Test func addressesAreHandedToTheHost() async throws {
        let application = UIApplication.shared, settings = try #require(URL(string: UIApplication.openSettingsURLString))
        #expect(settings.absoluteString == "app-settings:" && UIApplicationOpenSettingsURLString == "app-settings:")
        #expect(application.opener == nil && !application.canOpenURL(settings))
        #expect(await application.open(settings) == false)
        let opened = Mutex<[URL]>([])
        let host = HostOf(opened: { url in
            opened.withLock { $0.append(url) }
            return url.scheme == "app-settings"
        })
        application.opener = host.opened
        defer { application.opener = nil }
        #expect(application.canOpenURL(settings))
        #expect(await application.open(settings))
        let other = try #require(URL(string: "other:x"))
        let isOpened = await withCheckedContinuation { (done: CheckedContinuation<Bool, Never>) in
            application.open(other, options: [.universalLinksOnly: true]) { isOpened in
                dispatchPrecondition(condition: .onQueue(.main))
                done.resume(returning: isOpened)
            }
        }
        #expect(!isOpened && opened.withLock { $0 } == [settings, other])
    }

    private struct HostOf: Sendable { let opened: UIApplication.Opener }

    @Test func aScreenIsWhatTheHostSays() {
        let screen = UIScreen.main, (size, scale) = (screen.bounds.size, screen.scale)
        defer { #expect(screen.configure(size: size, scale: scale)) }
        #expect(screen.bounds == CGRect(x: 0, y: 0, width: 390, height: 844) && screen.scale == 3)
        #expect(screen.configure(size: CGSize(width: 100, height: 50), scale: 2))
        #expect(screen.bounds.size == CGSize(width: 100, height: 50) && screen.nativeBounds.size == CGSize(width: 200, height: 100) && screen.nativeScale == 2)
        for (width, height, factor) in [(0, 1, 1), (1, -1, 1), (1, 1, 0), (.nan, 1, 1), (1, .infinity, 1), (1, 1, .nan)] as [(CGFloat, CGFloat, CGFloat)] {
            #expect(!screen.configure(size: CGSize(width: width, height: height), scale: factor))
        }
        #expect(screen.scale == 2)
    }

    @Test func aDeviceIsThisMachine() {
        let device = UIDevice.current
        #expect(device.systemName == "Linux" && device.model == "Linux" && device.localizedModel == "Linux")
        #expect(device.name == ProcessInfo.processInfo.hostName.prefix { $0 != "." } || !device.name.isEmpty)
        #expect(device.systemVersion.first?.isNumber == true)
        #expect(device.userInterfaceIdiom == .unspecified && device.orientation == .unknown && device.identifierForVendor == nil)
        let all = (0...6).compactMap { UIDeviceOrientation(rawValue: $0) }
        #expect(all.map(\.isPortrait) == [false, true, true, false, false, false, false])
        #expect(all.map(\.isLandscape) == [false, false, false, true, true, false, false])
        #expect(all.map(\.isFlat) == [false, false, false, false, false, true, true])
        #expect(all.map(\.isValidInterfaceOrientation) == [false, true, true, true, true, false, false])
        #expect([UIUserInterfaceIdiom.unspecified, .phone, .pad, .tv, .carPlay, .mac, .vision].map(\.rawValue) == [-1, 0, 1, 2, 3, 5, 6])
    }

    @Test func pathsCountRowsAndItems() {
        var path = IndexPath(row: 3, section: 1)
        #expect((path.section, path.row, path.item) == (1, 3, 3) && path == IndexPath(item: 3, section: 1) && path == IndexPath(indexes: [1, 3]))
        (path.section, path.item) = (2, 5)
        #expect(path == IndexPath(row: 5, section: 2))
        path.row = 6
        #expect(path.item == 6)
    }

    @Test func coloursAreValues() {
        let color = UIColor(red: 0.25, green: 0.5, blue: 2, alpha: -1)
        #expect(color.cgColor.components == [0.25, 0.5, 1, 0] && color.cgColor.numberOfComponents == 4 && color.cgColor.alpha == 0)
        #expect(color == UIColor(cgColor: CGColor(srgbRed: 0.25, green: 0.5, blue: 1, alpha: 0)) && color.hash == UIColor(red: 0.25, green: 0.5, blue: 1, alpha: 0).hash)
        #expect(color != UIColor.red && UIColor.black != UIColor(red: 0, green: 0, blue: 0, alpha: 1), "a grey is of another kind")
        #expect(UIColor.red.withAlphaComponent(0.5).cgColor.components == [1, 0, 0, 0.5])
        #expect(UIColor.gray.cgColor == CGColor(gray: 0.5, alpha: 1) && CGColor.black.copy(alpha: 0) == CGColor.clear && CGColor.white.numberOfComponents == 2)
        #expect(UIColor(white: .nan, alpha: 1) == .black)
        var (red, green, blue, alpha, white) = (CGFloat(9), CGFloat(9), CGFloat(9), CGFloat(9), CGFloat(9))
        #expect(UIColor.orange.getRed(&red, green: &green, blue: &blue, alpha: nil) && (red, green, blue, alpha) == (1, 0.5, 0, 9))
        #expect(!UIColor.orange.getWhite(&white, alpha: &alpha) && white == 9)
        #expect(UIColor.lightGray.getWhite(&white, alpha: &alpha) && (white, alpha) == (2.0 / 3, 1))
        #expect(UIColor.darkGray.getRed(&red, green: nil, blue: nil, alpha: nil) && red == 1.0 / 3)
    }

    @Test(
        arguments: [
            (UIColor.red, [0, 1, 1]), (.yellow, [1.0 / 6, 1, 1]), (.green, [1.0 / 3, 1, 1]), (.cyan, [0.5, 1, 1]), (.blue, [2.0 / 3, 1, 1]), (.magenta, [5.0 / 6, 1, 1]),
            (.white, [0, 0, 1]), (.black, [0, 0, 0]), (.brown, [1.0 / 12, 2.0 / 3, 0.6]), (.purple, [5.0 / 6, 1, 0.5]), (.clear, [0, 0, 0]),
        ] as [(UIColor, [CGFloat])])
    func huesGoThereAndBack(_ color: UIColor, _ parts: [CGFloat]) {
        var (hue, saturation, brightness, alpha) = (CGFloat(9), CGFloat(9), CGFloat(9), CGFloat(9))
        #expect(color.getHue(&hue, saturation: &saturation, brightness: &brightness, alpha: &alpha) && alpha == color.cgColor.alpha)
        for (found, expected) in zip([hue, saturation, brightness], parts) { #expect(abs(found - expected) < 1e-9) }
        let back = UIColor(hue: hue, saturation: saturation, brightness: brightness, alpha: alpha)
        var (before, after) = ([CGFloat](repeating: 0, count: 3), [CGFloat](repeating: 0, count: 3))
        for (color, index) in [(color, 0), (back, 1)] {
            var (red, green, blue) = (CGFloat(0), CGFloat(0), CGFloat(0))
            color.getRed(&red, green: &green, blue: &blue, alpha: nil)
            if index == 0 { before = [red, green, blue] } else { after = [red, green, blue] }
        }
        for (a, b) in zip(before, after) { #expect(abs(a - b) < 1e-9) }
    }

    @Test func geometryComparesByTheOldNames() {
        #expect(CGSize(width: 1, height: 2).equalTo(CGSize(width: 1, height: 2)) && !CGSize.zero.equalTo(CGSize(width: 0, height: 1)))
        #expect(CGPoint(x: 1, y: 2).equalTo(CGPoint(x: 1, y: 2)) && !CGPoint.zero.equalTo(CGPoint(x: 0, y: 1)))
        #expect(CGRect(x: 1, y: 2, width: 3, height: 4).equalTo(CGRect(x: 1, y: 2, width: 3, height: 4)) && !CGRect.zero.equalTo(CGRect(x: 0, y: 0, width: 1, height: 0)))
    }

    @Test func codecsAndTypesHaveTheirOldNames() {
        let codecs: [AVVideoCodecType] = [.h264, .hevc, .hevcWithAlpha, .jpeg, .proRes422, .proRes422HQ, .proRes422LT, .proRes422Proxy, .proRes4444]
        #expect(codecs.map(\.rawValue) == ["avc1", "hvc1", "muxa", "jpeg", "apcn", "apch", "apcs", "apco", "ap4h"])
        #expect(MobileCoreServices.kUTTypeJPEG == "public.jpeg")
    }
}
