/// What a format may cost. Everything recursive (parsing, evaluating, freeing the tree) is as deep as the tree is high,
/// so its height is limited far below what the smallest thread stack holds.
package enum QueryLimits {
    /// Bytes of a format.
    package static let formatLength = 1 << 20
    /// Levels of a tree: nested parentheses and operators in a row (`1 + 1 + …` is as high as it is long).
    package static let height = 200
    /// Parentheses, signs and negations in each other while parsing, where a level costs several stack frames.
    package static let depth = 50
    /// Bytes of a regular expression.
    package static let patternLength = 2_000
    /// Steps of the regular expression engine for one text, in its units of 10,000; about 0.2 ms each.
    package static let patternSteps = 500
    /// What one of them costs of a query's budget.
    package static let patternStepWork = 200
    /// What a query may cost over all objects, in units of about a microsecond. A search for words through a million assets costs a tenth of it.
    package static let work = 30_000_000
}
