// What the page counts on and Debian's TypeScript does not know, or knows too strictly.

/** What early.js has asked for before any module. */
declare var earlyAnswers: Map<string, Promise<Response>> | undefined;
/** What the server writes into words.js. */
declare var wordsOfThePage: any;
/** As far as the page uses it, where a browser has it. */
declare var Temporal: { Now: { timeZoneId(): string } } | undefined;

interface Navigator { readonly userActivation: { readonly hasBeenActive: boolean; readonly isActive: boolean } }

interface PromiseConstructor {
  withResolvers<T = any>(): { promise: Promise<T>; resolve: (value?: T) => void; reject: (reason?: any) => void };
}

interface MapConstructor {
  groupBy<T, K>(items: Iterable<T>, key: (item: T, index: number) => K): Map<K, T[]>;
}

/** Elements of the page are HTML or SVG: all of them can be focused and pressed, and attributes may be numbers. */
interface Element {
  focus(options?: FocusOptions): void;
  blur(): void;
  click(): void;
  checkVisibility(options?: object): boolean;
  setAttribute(name: string, value: string | number | boolean): void;
}

/** Events of ours carry what they tell in `detail`, and come from elements. */
interface Event { readonly detail: any }
interface EventTarget { closest(selector: string): HTMLElement | null }
