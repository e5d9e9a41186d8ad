import Foundation

// The names from before `UTType` was a type. Their values are the identifiers.
public var kUTTypeItem: CFString { "public.item" }
public var kUTTypeContent: CFString { "public.content" }
public var kUTTypeData: CFString { "public.data" }
public var kUTTypeImage: CFString { "public.image" }
public var kUTTypeJPEG: CFString { "public.jpeg" }
public var kUTTypeJPEG2000: CFString { "public.jpeg-2000" }
public var kUTTypePNG: CFString { "public.png" }
public var kUTTypeGIF: CFString { "com.compuserve.gif" }
public var kUTTypeTIFF: CFString { "public.tiff" }
public var kUTTypeBMP: CFString { "com.microsoft.bmp" }
public var kUTTypeICO: CFString { "com.microsoft.ico" }
public var kUTTypeRawImage: CFString { "public.camera-raw-image" }
public var kUTTypeScalableVectorGraphics: CFString { "public.svg-image" }
public var kUTTypeLivePhoto: CFString { "com.apple.live-photo" }
public var kUTTypeAudiovisualContent: CFString { "public.audiovisual-content" }
public var kUTTypeMovie: CFString { "public.movie" }
public var kUTTypeVideo: CFString { "public.video" }
public var kUTTypeAudio: CFString { "public.audio" }
public var kUTTypeQuickTimeMovie: CFString { "com.apple.quicktime-movie" }
public var kUTTypeMPEG: CFString { "public.mpeg" }
public var kUTTypeMPEG4: CFString { "public.mpeg-4" }
public var kUTTypeMPEG4Audio: CFString { "public.mpeg-4-audio" }
public var kUTTypeMP3: CFString { "public.mp3" }
public var kUTTypeAVIMovie: CFString { "public.avi" }
public var kUTTypePDF: CFString { "com.adobe.pdf" }
public var kUTTypeText: CFString { "public.text" }
public var kUTTypePlainText: CFString { "public.plain-text" }
public var kUTTypeURL: CFString { "public.url" }
public var kUTTypeFileURL: CFString { "public.file-url" }
public var kUTTypeFolder: CFString { "public.folder" }
public var kUTTypeDirectory: CFString { "public.directory" }

/// True where `identifier` is `ancestor` or a kind of it.
public func UTTypeConformsTo(_ identifier: CFString, _ ancestor: CFString) -> Bool {
    UTType(recorded: identifier as String).conforms(to: UTType(recorded: ancestor as String))
}

public func UTTypeEqual(_ a: CFString, _ b: CFString) -> Bool { (a as String).lowercased() == (b as String).lowercased() }
