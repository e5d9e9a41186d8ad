// The viewer's keys. What belongs to a field, a dialogue, a menu or a chord of the browser is left alone.
import { isTyping } from "../shell/dom.js";

const panStep = 0.15;

/** What a key does, as a function of the viewer's verbs, or null. */
export function action(event, { isZoomed, isVideo }, run, { width, height }) {
  const isDelete = event.key === "Delete" || event.key === "Backspace";
  if ((event.ctrlKey || event.metaKey) && isDelete) return run.remove;
  if (event.ctrlKey || event.metaKey || event.altKey) return null;
  if (isDelete) return run.discard;
  const isOnControl = event.target instanceof Element && event.target.closest("button, a, summary") !== null;
  if (isOnControl && (event.key === " " || event.key === "Enter")) return null;
  if (isZoomed) {
    const dx = { ArrowLeft: panStep, ArrowRight: -panStep }[event.key];
    const dy = { ArrowUp: panStep, ArrowDown: -panStep }[event.key];
    if (dx || dy) return () => run.pan((dx ?? 0) * width, (dy ?? 0) * height);
  }
  switch (event.key) {
    case "ArrowLeft": case "j": case "J": case "PageUp": return run.previous;
    case "ArrowRight": case "k": case "K": case "PageDown": return run.next;
    case "Home": return run.first;
    case "End": return run.last;
    case "Escape": return run.back;
    case "+": case "=": return run.zoomIn;
    case "-": case "_": return run.zoomOut;
    case "0": return run.fit;
    case "1": return run.actualSize;
    case "p": case "P": return run.fillHeight;
    case " ": return run.play;
    case "l": case "L": return run.playLive;
    case "m": case "M": return isVideo ? run.silence : run.silenceLive;
    case ",": return isVideo ? run.seekBack : null;
    case ".": return isVideo ? run.seekOn : null;
    case "b": case "B": return run.burst;
    case "i": case "I": return run.info;
    case "f": case "F": return run.favorite;
    case "a": case "A": return run.add;
    case "o": case "O": return run.original;
    case "e": case "E": return run.edit;
    case "c": case "C": return run.copyEdit;
    case "v": case "V": return run.pasteEdit;
    case "F10": return event.shiftKey ? run.menu : null;
    case "ContextMenu": return run.menu;
    default: return null;
  }
}

/** Whether a key pressed now is the viewer's business at all. */
export const isForViewer = (event) =>
  !event.defaultPrevented && !isTyping(event.target) && document.querySelector("dialog[open], [role=menu]") === null;
