import Decoding
import Glibc
import Pixels

/// Keeps pictures of all kinds of ages while more are decoded and workers die, and counts what that costs: shared memories and descriptors of this
/// process.
enum Pictures {
    private static let kept = 6

    /// Says `intact YES mapped MOST HELD DEAD SURPLUS CLOSED descriptors BEFORE AFTER`: whether no picture ever changed; the shared memories at most, with
    /// pictures kept at the end, when their worker was dead, beyond the pictures left while they were let go of, and at the end; descriptors.
    static func run(_ worker: String, rounds: Int) throws {
        let input = open("/etc/hostname", O_RDONLY)
        var options = DecoderOptions()
        (options.workers, options.spares, options.sharedBytes) = (1, 0, 8 << 20)
        let before = Host.descriptors()
        let pool = try DecoderPool(path: worker, options: options)
        var pictures: [(value: Int, image: PixelImage)] = []
        var (isIntact, most) = (true, 0)
        for round in 0..<rounds {
            let value = round % 251
            var request = RenderRequest()
            request.target = PixelSize(width: 700 + round % 3, height: 600)
            pictures.append((value, try pool.render(MediaSource(descriptor: input, name: "fill \(value)"), request)))
            if pictures.count > kept { pictures.remove(at: round % kept) }
            isIntact = isIntact && pictures.allSatisfy(isWhole)
            most = max(most, mapped())
        }
        let held = mapped()
        do throws(CodecError) { _ = try pool.examine(MediaSource(descriptor: input, name: "crash"), ExamineOptions()) } catch {}
        let dead = mapped()
        isIntact = isIntact && pictures.allSatisfy(isWhole)
        // Each that is let go of takes its memory along, if it had one: nothing waits for a worker that is gone.
        var surplus = 0
        while !pictures.isEmpty {
            pictures.removeFirst()
            surplus = max(surplus, mapped() - pictures.count)
        }
        pool.close()
        print("intact \(isIntact ? "yes" : "no") mapped \(most) \(held) \(dead) \(surplus) \(mapped()) descriptors \(before) \(Host.descriptors())")
    }

    private static func isWhole(_ picture: (value: Int, image: PixelImage)) -> Bool {
        picture.image.pixels.withUnsafeBytes { bytes in
            // All are the same where the first is right and each is like the next.
            guard bytes.count == picture.image.width * 600 * 4, let base = bytes.baseAddress, bytes[0] == UInt8(picture.value) else { return false }
            return memcmp(base, base + 1, bytes.count - 1) == 0
        }
    }

    /// Shared memories that this process maps.
    private static func mapped() -> Int {
        guard let file = fopen("/proc/self/maps", "r") else { return -1 }
        defer { fclose(file) }
        var (count, line) = (0, [CChar](repeating: 0, count: 4096))
        while fgets(&line, Int32(line.count), file) != nil {
            if strstr(line, "memfd:photo-decoder") != nil { count += 1 }
        }
        return count
    }
}
