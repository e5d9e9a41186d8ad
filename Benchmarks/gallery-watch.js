// Runs in the page before its own scripts: when pictures are painted, and how long the main thread is held.
window.watch = {
  longest: 0,
  elements: 0,

  reset() { this.longest = this.elements = 0; },

  /** Every photo in sight shows its picture. */
  isPainted() {
    const photos = [...document.querySelectorAll(".photo")].filter((photo) => {
      const { top, bottom, left, right, width } = photo.getBoundingClientRect();
      return width > 0 && bottom > 0 && right > 0 && top < innerHeight && left < innerWidth;
    });
    return photos.length >= 12 && photos.every((photo) => {
      const image = photo.querySelector("img");
      return image?.complete && image.naturalWidth > 0;
    });
  },

  /** Milliseconds from `since` (of performance.now) until the frame with all pictures was shown, once `hasMoved` says so. */
  painted(since, hasMoved = () => true) {
    return new Promise((resolve) => {
      const look = () => requestAnimationFrame(() => {
        if (!hasMoved() || !this.isPainted()) return look();
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now() - since)));
      });
      look();
    });
  },

  /** The next press of the mouse until the pictures of another place are shown. */
  paintedElsewhere() {
    const indexes = () => [...document.querySelectorAll(".photo")].map((photo) => photo.dataset.index);
    const before = new Set(indexes());
    this.jump = new Promise((resolve) => addEventListener("pointerdown", () => {
      resolve(this.painted(performance.now(), () => indexes().every((index) => !before.has(index))));
    }, { capture: true, once: true }));
  },
};

new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) watch.longest = Math.max(watch.longest, duration);
}).observe({ type: "longtask", buffered: true });

(function count() {
  watch.elements = Math.max(watch.elements, document.getElementsByTagName("*").length);
  requestAnimationFrame(count);
})();
