#include "exif.h"

#include <exiv2/exiv2.hpp>

#include <algorithm>
#include <cstring>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

// exiv2 guards its table of XMP name spaces with the function given at initialisation, and the rest of the toolkit not at all, so one
// recursive lock serves both: the toolkit calls the function while we hold it.
std::recursive_mutex toolkit;

void lockToolkit(void *, bool lock) {
    if (lock) toolkit.lock(); else toolkit.unlock();
}

void initialize() {
    static std::once_flag once;
    std::call_once(once, [] {
        // Odd tags are the rule in photos; what exiv2 thinks of them is nobody's error output.
        Exiv2::LogMsg::setLevel(Exiv2::LogMsg::mute);
        Exiv2::XmpParser::initialize(lockToolkit, nullptr);
        Exiv2::enableBMFF(true);
        // The keys of these are to be the same whatever a file calls them: the first name that a process meets would stay.
        Exiv2::XmpProperties::registerNs("http://ns.google.com/photos/1.0/camera/", "GCamera");
        Exiv2::XmpProperties::registerNs("http://ns.google.com/photos/1.0/container/", "Container");
        Exiv2::XmpProperties::registerNs("http://ns.google.com/photos/1.0/container/item/", "Item");
        Exiv2::XmpProperties::registerNs("http://ns.apple.com/adjustment-settings/1.0/", "aas");
        Exiv2::XmpProperties::registerNs("http://openphotokit.org/adjustments/1.0/", "opk");
        Exiv2::XmpProperties::registerNs("http://openphotokit.org/library/1.0/", "opl");
    });
}

struct Sink {
    cexif_handler handler;
    void *context;

    void send(const char *key, const std::string &text, const Exiv2::byte *bytes = nullptr, size_t count = 0) const {
        cexif_tag tag = {key, text.data(), text.size(), bytes, count};
        handler(context, &tag);
    }
};

int fail(char *message, size_t capacity, const char *reason) {
    if (message && capacity > 0) {
        std::strncpy(message, reason, capacity - 1);
        message[capacity - 1] = 0;
    }
    return -1;
}

// The groups the library reads. Makers' own groups hold hundreds of tags nobody asks for.
bool isWanted(const std::string &group) {
    return group == "Image" || group == "Photo" || group == "GPSInfo" || group == "Thumbnail" || group.compare(0, 8, "SubImage") == 0;
}

// Pixel data's own tables (strips, tiles, curves) can have a hundred thousand numbers; no tag that is read has as many as this.
const long longestText = 64 * 1024;

void sendExif(const Exiv2::ExifData &data, const Sink &sink) {
    for (const auto &datum : data) {
        const std::string group = datum.groupName();
        if (!isWanted(group)) continue;
        const std::string key = datum.key();
        const uint16_t tag = datum.tag();
        const bool isMakerNote = tag == 0x927c && group == "Photo";
        const bool isWindowsText = tag >= 0x9c9b && tag <= 0x9c9f && group == "Image";
        if (isMakerNote || isWindowsText) {
            if (datum.size() > 1024 * 1024) continue;
            Exiv2::DataBuf buffer(datum.size());
            const long copied = datum.copy(buffer.pData_, Exiv2::bigEndian);
            sink.send(key.c_str(), std::string(), buffer.pData_, static_cast<size_t>(copied));
        } else if (tag == 0x9286 && group == "Photo") {
            const auto *comment = dynamic_cast<const Exiv2::CommentValue *>(&datum.value());
            if (comment) sink.send(key.c_str(), comment->comment());
        } else if (datum.size() <= longestText) {
            sink.send(key.c_str(), datum.toString());
        }
    }
    const auto lens = Exiv2::lensName(data);
    if (lens != data.end() && lens->size() <= longestText) sink.send("Lens.Name", lens->print(&data));
}

void sendIptc(const Exiv2::IptcData &data, const Sink &sink) {
    for (const auto &datum : data) {
        if (datum.size() <= longestText) sink.send(datum.key().c_str(), datum.toString());
    }
}

void sendXmp(const Exiv2::XmpData &data, const Sink &sink) {
    for (const auto &datum : data) {
        const std::string key = datum.key();
        const Exiv2::Value &value = datum.value();
        if (datum.typeId() == Exiv2::langAlt) {
            const auto *alternatives = dynamic_cast<const Exiv2::LangAltValue *>(&value);
            if (!alternatives || alternatives->value_.empty()) continue;
            const auto chosen = alternatives->value_.find("x-default");
            sink.send(key.c_str(), chosen != alternatives->value_.end() ? chosen->second : alternatives->value_.begin()->second);
        } else if (datum.typeId() == Exiv2::xmpBag || datum.typeId() == Exiv2::xmpSeq || datum.typeId() == Exiv2::xmpAlt) {
            for (long index = 0; index < datum.count() && index < 10000; ++index) sink.send(key.c_str(), datum.toString(index));
        } else {
            const std::string text = datum.toString();
            if (text.size() <= static_cast<size_t>(longestText)) sink.send(key.c_str(), text);
        }
    }
}

// No C++ exception may pass into Swift.
template <typename Work>
int guarded(char *message, size_t capacity, Work work) {
    try {
        initialize();
        work();
        return 0;
    } catch (const std::exception &error) {
        return fail(message, capacity, error.what());
    } catch (...) {
        return fail(message, capacity, "unknown error");
    }
}

// A key, or all keys that begin so where it ends with a star.
bool matches(const std::string &key, const std::string &wanted) {
    if (!wanted.empty() && wanted.back() == '*') return key.compare(0, wanted.size() - 1, wanted, 0, wanted.size() - 1) == 0;
    // A language alternative and a list have their elements under the key itself.
    return key == wanted;
}

template <typename Data>
void takeOut(Data &data, const std::string &key) {
    for (auto datum = data.begin(); datum != data.end();) {
        if (matches(datum->key(), key)) datum = data.erase(datum); else ++datum;
    }
}

void addXmp(Exiv2::XmpData &data, const std::string &key, const std::string &text) {
    const Exiv2::XmpKey name(key);
    const auto type = Exiv2::XmpProperties::propertyType(name);
    // The values are filled by hand: exiv2's readers take the beginning of some texts for a statement of their kind.
    if (type == Exiv2::langAlt) {
        Exiv2::LangAltValue value;
        value.value_["x-default"] = text;
        data.add(name, &value);
    } else if (type == Exiv2::xmpBag || type == Exiv2::xmpSeq || type == Exiv2::xmpAlt) {
        const auto found = data.findKey(name);
        if (found != data.end()) {
            auto value = found->getValue();
            value->read(text);
            found->setValue(value.get());
        } else {
            Exiv2::XmpArrayValue value(type);
            value.read(text);
            data.add(name, &value);
        }
    } else {
        Exiv2::XmpTextValue value;
        value.value_ = text;
        data.add(name, &value);
    }
}

void addExif(Exiv2::ExifData &data, const std::string &key, const std::string &text) {
    const Exiv2::ExifKey name(key);
    auto value = Exiv2::Value::create(name.defaultTypeId());
    if (value->read(text) != 0) throw std::runtime_error("the value of " + key + " cannot be written");
    data.add(name, value.get());
}

// Versions of exiv2 that know Apple's maker note write it anew from its tags, and others as the bytes that it is.
bool addNote(Exiv2::ExifData &data, const std::string &key, const std::string &text) {
    const bool isRead = std::any_of(data.begin(), data.end(), [](const Exiv2::Exifdatum &datum) { return datum.groupName() == "Apple"; });
    if (isRead != (key.compare(0, 11, "Exif.Apple.") == 0) || text.empty()) return true;
    const Exiv2::ExifKey name(key);
    takeOut(data, name.key());
    auto value = Exiv2::Value::create(isRead ? Exiv2::asciiString : Exiv2::undefined);
    if (value->read(text) != 0) return false;
    data.add(name, value.get());
    return true;
}

void addIptc(Exiv2::IptcData &data, const std::string &key, const std::string &text) {
    const Exiv2::IptcKey name(key);
    auto value = Exiv2::Value::create(Exiv2::IptcDataSets::dataSetType(name.tag(), name.record()));
    if (value->read(text) != 0) throw std::runtime_error("the value of " + key + " cannot be written");
    data.add(name, value.get());
}

// Old blocks are Latin-1, and say so or nothing; what is added is UTF-8, and a block has one encoding.
void makeUTF8(Exiv2::IptcData &data) {
    const char *charset = data.detectCharset();
    const bool isUTF8 = charset && (std::strcmp(charset, "UTF-8") == 0 || std::strcmp(charset, "ASCII") == 0);
    for (auto &datum : data) {
        if (isUTF8 || datum.typeId() != Exiv2::string || datum.record() != Exiv2::IptcDataSets::application2) continue;
        std::string text = datum.toString();
        if (Exiv2::convertStringCharset(text, "ISO-8859-1", "UTF-8")) datum.setValue(text);
    }
    takeOut(data, "Iptc.Envelope.CharacterSet");
    Exiv2::Iptcdatum set(Exiv2::IptcKey("Iptc.Envelope.CharacterSet"));
    set.setValue("\x1b%G");
    data.add(set);
}

}  // namespace

int cexif_write(const void *bytes, size_t count, const void *lines, size_t line_bytes, cexif_file_handler handler, void *context,
                char *message, size_t message_capacity) {
    return guarded(message, message_capacity, [&] {
        // XMP is written with exiv2's table of name spaces in hand.
        std::lock_guard<std::recursive_mutex> lock(toolkit);
        const auto *start = static_cast<const Exiv2::byte *>(bytes);
        // Into a TIFF exiv2 writes where it lies, as far as the tags fit: into bytes that are only lent, and can't be written in a worker.
        std::vector<Exiv2::byte> copy;
        if (count >= 4 && (std::memcmp(start, "II*\0", 4) == 0 || std::memcmp(start, "MM\0*", 4) == 0)) {
            copy.assign(start, start + count);
            start = copy.data();
        }
        std::unique_ptr<Exiv2::Image> image(Exiv2::ImageFactory::open(start, static_cast<long>(count)).release());
        image->readMetadata();
        auto &exif = image->exifData();
        auto &iptc = image->iptcData();
        auto &xmp = image->xmpData();
        const bool hasIptc = !iptc.empty();
        if (hasIptc) makeUTF8(iptc);
        const char *at = static_cast<const char *>(lines), *end = at + line_bytes;
        while (at < end) {
            const std::string key(at);
            at += key.size() + 1;
            const std::string text(at);
            at += text.size() + 1;
            if (key == "Exif.Photo.MakerNote" || key.compare(0, 11, "Exif.Apple.") == 0) {
                if (!addNote(exif, key, text)) throw std::runtime_error("the maker note cannot be written");
            } else if (key.compare(0, 5, "Exif.") == 0) {
                if (text.empty()) takeOut(exif, key); else addExif(exif, key, text);
            } else if (key.compare(0, 4, "Xmp.") == 0) {
                if (text.empty()) takeOut(xmp, key); else addXmp(xmp, key, text);
            } else if (hasIptc) {
                if (text.empty()) takeOut(iptc, key); else addIptc(iptc, key, text);
            }
        }
        image->writeMetadata();
        Exiv2::BasicIo &file = image->io();
        if (file.open() != 0) throw std::runtime_error("the new file cannot be read");
        const Exiv2::byte *written = file.mmap();
        handler(context, written, file.size());
        file.munmap();
    });
}

int cexif_read_file(const void *bytes, size_t count, cexif_handler handler, void *context,
                    cexif_size *size, char *message, size_t message_capacity) {
    *size = {0, 0};
    return guarded(message, message_capacity, [&] {
        std::unique_ptr<Exiv2::Image> image;
        {
            std::lock_guard<std::recursive_mutex> lock(toolkit);
            image.reset(Exiv2::ImageFactory::open(static_cast<const Exiv2::byte *>(bytes), static_cast<long>(count)).release());
            image->readMetadata();
        }
        const Sink sink = {handler, context};
        sendExif(image->exifData(), sink);
        sendIptc(image->iptcData(), sink);
        sendXmp(image->xmpData(), sink);
        if (image->iccProfileDefined()) {
            const Exiv2::DataBuf *profile = image->iccProfile();
            if (profile && profile->pData_) sink.send("File.ICCProfile", std::string(), profile->pData_, static_cast<size_t>(profile->size_));
        }
        if (image->pixelWidth() > 0 && image->pixelHeight() > 0) {
            *size = {static_cast<uint32_t>(image->pixelWidth()), static_cast<uint32_t>(image->pixelHeight())};
        }
    });
}

int cexif_read_block(const void *bytes, size_t count, cexif_handler handler, void *context, char *message, size_t message_capacity) {
    return guarded(message, message_capacity, [&] {
        Exiv2::ExifData data;
        Exiv2::ExifParser::decode(data, static_cast<const Exiv2::byte *>(bytes), static_cast<uint32_t>(count));
        sendExif(data, {handler, context});
    });
}

int cexif_read_packet(const void *bytes, size_t count, cexif_handler handler, void *context, char *message, size_t message_capacity) {
    int status = 0;
    const int result = guarded(message, message_capacity, [&] {
        const std::string packet(static_cast<const char *>(bytes), count);
        Exiv2::XmpData data;
        {
            std::lock_guard<std::recursive_mutex> lock(toolkit);
            status = Exiv2::XmpParser::decode(data, packet);
        }
        if (status == 0) sendXmp(data, {handler, context});
    });
    return result == 0 && status != 0 ? fail(message, message_capacity, "the XMP packet is not well-formed") : result;
}

int cexif_carry(const void *bytes, size_t count, int is_block, cexif_size size, cexif_handler handler, void *context, char *message,
                size_t message_capacity) {
    return guarded(message, message_capacity, [&] {
        Exiv2::ExifData data;
        const auto *start = static_cast<const Exiv2::byte *>(bytes);
        if (is_block) {
            Exiv2::ExifParser::decode(data, start, static_cast<uint32_t>(count));
        } else {
            std::lock_guard<std::recursive_mutex> lock(toolkit);
            auto image = Exiv2::ImageFactory::open(start, static_cast<long>(count));
            image->readMetadata();
            data = image->exifData();
        }
        if (data.empty()) return;
        Exiv2::ExifThumb(data).erase();
        data["Exif.Image.Orientation"] = static_cast<uint16_t>(1);
        data["Exif.Photo.PixelXDimension"] = size.width;
        data["Exif.Photo.PixelYDimension"] = size.height;
        Exiv2::Blob block;
        // Tables of the file's own pixels, and what a JPEG has no room for, are left out by it.
        Exiv2::ExifParser::encode(block, Exiv2::littleEndian, data);
        if (block.size() <= 65000) Sink{handler, context}.send("Exif", std::string(), block.data(), block.size());
    });
}
