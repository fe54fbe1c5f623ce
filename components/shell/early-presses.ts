/** What somebody pressed longer ago than this, they no longer expect. */
const KEPT_MS = 10_000;
const MOST_KEPT = 20;

interface EarlyPress {
  atMs: number;
  /** The button that was clicked. */
  button?: HTMLElement;
  /** What was pressed outside of fields, of keys that mean something by their character. */
  key?: string;
  /** Whether with Ctrl or the command key: of these, only what opens the palette is kept. */
  withCommand?: boolean;
}

declare global {
  interface Window {
    /** Present until the page is hydrated. */
    earlyPresses?: EarlyPress[];
    /** Where a mouse last came to an element before the page was hydrated, in the window. */
    earlyPointer?: { x: number; y: number };
    /** Whether React has begun to hydrate the page: from then on it does itself what is clicked. */
    hearsClicks?: true;
    /** Whether the page listens to keys: from then on it does itself what is pressed. */
    hearsKeys?: true;
  }
}

if (typeof window !== 'undefined') window.hearsClicks = true;

/**
 * A script that keeps what is pressed, and where a mouse is, from where it stands in the HTML until the page is hydrated: a
 * document shows its buttons before. A button pressed again and again counts once. Keys are heard where the page listens to
 * them, or before: each is kept here or done there, also while the page begins to listen.
 */
export const KEEP_PRESSES = `{window.earlyPresses=[];const keep=(press)=>{const kept=window.earlyPresses;
if(kept&&kept.length<${MOST_KEPT})kept.push({atMs:performance.now(),...press})};
document.addEventListener('click',({target})=>{const button=window.hearsClicks?undefined:target.closest?.('button');
if(button&&window.earlyPresses?.at(-1)?.button!==button)keep({button})},true);
document.documentElement.addEventListener('keydown',(event)=>{if(window.hearsKeys)return;const {key}=event;
const withCommand=event.ctrlKey||event.metaKey;const opensPalette=withCommand&&key==='k';
const isKey=key.length===1&&key!==' '&&!event.repeat&&!event.altKey&&(!withCommand||opensPalette);
if(!isKey||!opensPalette&&event.target.closest?.('input,textarea,select'))return;
if(opensPalette)event.preventDefault();keep({key,withCommand})});
document.addEventListener('pointerover',({pointerType,clientX:x,clientY:y})=>{
if(window.earlyPresses&&pointerType==='mouse')window.earlyPointer={x,y}},true)}`;

/**
 * To be called once the page is hydrated and listens. Does soon what was pressed before, and shows what is said where the
 * pointer rests; returns what ends that.
 */
export function takeOverPresses(): () => void {
  window.hearsKeys = true;
  // A page that is drawn anew for its clock is there by then.
  const soon = setTimeout(() => {
    doEarlyPresses();
    meetPointer();
  });
  return () => clearTimeout(soon);
}

function doEarlyPresses(): void {
  const presses = window.earlyPresses ?? [];
  window.earlyPresses = undefined;
  for (const { atMs, button, key, withCommand = false } of presses) {
    if (performance.now() - atMs > KEPT_MS) continue;
    if (button?.isConnected) button.click();
    const event = { key, ctrlKey: withCommand, bubbles: true, cancelable: true };
    if (key) document.body.dispatchEvent(new KeyboardEvent('keydown', event));
  }
}

/**
 * Tells the page of a mouse that rests since before it listened: React hears nothing of that, nor where what was below it
 * is drawn anew.
 */
function meetPointer(): void {
  const at = window.earlyPointer;
  if (!at || !document.documentElement.matches(':hover')) return;
  const below = document.elementFromPoint(at.x, at.y);
  below?.dispatchEvent(new PointerEvent('pointerover', { pointerType: 'mouse', bubbles: true }));
}
