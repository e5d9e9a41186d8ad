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
            "js/c.js":
                "import { one } from \"./a.js\";\nimport { four } from \"./d.js\";\nconst a = import(\"./a.js\"), e = import(\"./e.js\");\nexport function* all() {}\n",
            "js/d.js": "export const four = 4;\n",
            "js/e.js": "import { all } from \"./c.js\";\n",
            "js/unused.js": "export const nothing = 0;\n",
        ])
        let scripts = try modules.scripts(from: "js/app.js", later: "all-later.js")
        #expect(
            scripts.first == """
                const modules = globalThis.modulesOfThePage = [];
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
                // js/app.js
                modules[2] = (() => {
                const { one, two: zwei } = modules[0];
                const b = modules[1];
                const c = import("./all-later.js").then(() => modules[4]);

                return {  };
                })();

                """)
        // What only a later module needs comes with it; what the first script has is not there twice, and is not waited for.
        #expect(
            scripts.later == """
                const modules = globalThis.modulesOfThePage;
                // js/d.js
                modules[3] = (() => {
                const four = 4;

                return { four };
                })();
                // js/c.js
                modules[4] = (() => {
                const { one } = modules[0];
                const { four } = modules[3];
                const a = Promise.resolve(modules[0]), e = import("./all-later.js").then(() => modules[5]);
                function* all() {}

                return { all };
                })();
                // js/e.js
                modules[5] = (() => {
                const { all } = modules[4];

                return {  };
                })();

                """)
    }

    @Test func `a page that imports nothing later has one script`() throws {
        #expect(try JoinedModules(["js/app.js": "const one = 1;\n"]).scripts(from: "js/app.js", later: "later.js").later == nil)
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
        let error = #expect(throws: ServerError.self) { try JoinedModules(["js/a.js": a, "js/b.js": b]).scripts(from: "js/a.js", later: "later.js") }
        #expect(error?.code == .pagesMissing)
        #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
    }

    @Test func `a style sheet that is not there is named`() {
        let error = #expect(throws: ServerError.self) { try JoinedStyles.sheet("css/all.css", of: ["css/all.css": "@import \"none.css\";"]) }
        #expect(error?.message.contains("css/all.css needs none.css") == true)
    }
}
