import Foundation
import Testing
@testable import PhotosServer

/// What modules become when they are sent as one script. That the script does what they do is for the gallery's tests to say.
@Suite struct JoinedModulesTests {
    @Test func `names, renamed ones, whole modules and later ones are found`() throws {
        let modules = JoinedModules([
            "js/app.js": "import { one, two as zwei } from \"./a.js\";\nimport * as b from \"./deep/b.js\";\nconst c = import(\"./c.js\");\n",
            "js/a.js": "export const one = 1;\nexport function two() {}\n",
            "js/deep/b.js": "import {\n  one,\n} from \"../a.js\";\nexport class B {}\nexport async function later() {}\n",
            "js/c.js": "export function* all() {}\n",
            "js/unused.js": "export const nothing = 0;\n",
        ])
        let script = try modules.script(from: "js/app.js")
        #expect(
            script == """
                const modules = [];
                // js/a.js
                modules[0] = (() => {
                const one = 1;
                function two() {}

                return { one, two };
                })();
                // js/deep/b.js
                modules[1] = (() => {
                const {
                  one,
                } = modules[0];
                class B {}
                async function later() {}

                return { B, later };
                })();
                // js/c.js
                modules[2] = (() => {
                function* all() {}

                return { all };
                })();
                // js/app.js
                modules[3] = (() => {
                const { one, two: zwei } = modules[0];
                const b = modules[1];
                const c = Promise.resolve(modules[2]);

                return {  };
                })();

                """)
    }

    @Test(arguments: [
        ("import { b } from \"./b.js\";\n", "import { a } from \"./a.js\";\nexport const b = 1;\n", "js/b.js imports js/a.js, which imports it"),
        ("import { b } from \"./c.js\";\n", "", "js/a.js needs js/c.js, which is not there"),
        ("export default 1;\n", "", "js/a.js says “export default 1;”"),
        ("export let changing = 1;\n", "", "js/a.js says “export let changing = 1;”"),
        ("import \"./b.js\";\n", "", "js/a.js says “import \"./b.js\";”"),
        ("export { b } from \"./b.js\";\n", "export const b = 1;\n", "js/a.js says “export { b } from \"./b.js\";”"),
    ])
    func `what can't be joined is an error that names the file`(a: String, b: String, words: String) {
        let error = #expect(throws: ServerError.self) { try JoinedModules(["js/a.js": a, "js/b.js": b]).script(from: "js/a.js") }
        #expect(error?.code == .pagesMissing)
        #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
    }

    @Test func `a style sheet that is not there is named`() {
        let error = #expect(throws: ServerError.self) { try JoinedStyles.sheet("css/all.css", of: ["css/all.css": "@import \"none.css\";"]) }
        #expect(error?.message.contains("css/all.css needs none.css") == true)
    }
}
