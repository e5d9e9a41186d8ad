import PhotoModel
import Testing

@testable import Metadata

@Suite struct UniformTypesTests {
    @Test func extensionsAndMIMETypesLeadBack() {
        #expect(UniformTypes.preferredExtension(of: "public.heic") == "heic")
        #expect(UniformTypes.identifier(forExtension: "JPG") == "public.jpeg")
        #expect(UniformTypes.mimeType(of: "com.apple.quicktime-movie") == "video/quicktime")
        #expect(UniformTypes.identifier(forMIMEType: "image/HEIC") == "public.heic")
        #expect(UniformTypes.identifier(forExtension: "doc") == nil)
    }

    @Test func kindsOfKinds() {
        #expect(UniformTypes.conforms("com.nikon.raw-image", to: "public.camera-raw-image"))
        #expect(UniformTypes.conforms("com.nikon.raw-image", to: "public.image"))
        #expect(UniformTypes.conforms("public.heic", to: "public.heif-standard"))
        #expect(UniformTypes.conforms("public.heic", to: "public.data"))
        #expect(UniformTypes.conforms("public.3gpp", to: "public.movie"))
        #expect(!UniformTypes.conforms("public.jpeg", to: "public.movie"))
        #expect(!UniformTypes.conforms("unheard.of", to: "public.image"))
        #expect(UniformTypes.conforms("unheard.of", to: "unheard.of"))
    }
}
