// The words of the language that the page is read in, and how it writes dates and numbers: the server puts them in the place of this object, as the
// browser's languages ask for them.

/** @type {{ tag: string, messages: Record<string, string | Record<string, string>>, dates: Record<string, any>, numbers: Record<string, string> }} */
export const given = globalThis.wordsOfThePage;
