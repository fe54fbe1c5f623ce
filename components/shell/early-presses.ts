/** What somebody pressed longer ago than this, they no longer expect. */
const KEPT_MS = 10_000;
const MOST_KEPT = 20;

interface EarlyPress {
  atMs: number;
  /** The button that was clicked. */
  button?: HTMLElement;
  /** What was pressed outside of fields, of keys that mean something by their character. */
  key?: string;
}

declare global {
  interface Window {
    /** Present until the page is hydrated. */
    earlyPresses?: EarlyPress[];
    /** Whether React has begun to hydrate the page: from then on it does itself what is clicked. */
    hearsClicks?: true;
  }
}

if (typeof window !== 'undefined') window.hearsClicks = true;

/**
 * A script that keeps what is pressed from where it stands in the HTML until the page is hydrated: a document shows its
 * buttons before. A button pressed again and again counts once.
 */
export const KEEP_PRESSES = `window.earlyPresses=[];for(const type of ['click','keydown'])document.addEventListener(type,(event)=>{
const kept=window.earlyPresses;if(!kept||kept.length>=${MOST_KEPT})return;const at=(place)=>event.target.closest?.(place);const atMs=performance.now();
const button=type==='click'&&!window.hearsClicks?at('button'):undefined;if(button&&kept.at(-1)?.button!==button)kept.push({atMs,button});
const isKey=type==='keydown'&&event.key.length===1&&event.key!==' '&&!event.repeat&&!event.ctrlKey&&!event.altKey&&!event.metaKey;
if(isKey&&!at('input,textarea,select'))kept.push({atMs,key:event.key})},true)`;

/** Does what was pressed early; to be called once the page is hydrated. */
export function doEarlyPresses(): void {
  const presses = window.earlyPresses ?? [];
  window.earlyPresses = undefined;
  for (const { atMs, button, key } of presses) {
    if (performance.now() - atMs > KEPT_MS) continue;
    if (button?.isConnected) button.click();
    if (key)
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  }
}
