// Numbers in words of the page's language.

/** “1,204”. Written out, since Intl takes a browser tens of milliseconds for its first answer. */
export function grouped(count) {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ",");
}
