/** As far as a hand trembles while it presses, in pixels. */
const STRAY_PX = 6;

interface Press {
  button: HTMLElement;
  x: number;
  y: number;
}

/**
 * From then on a press of the mouse counts for the button it began on, also where the page moved or drew that anew before
 * it ended, as an answer that just came does: a browser clicks nothing then, and who stopped everything would not know.
 * What is let go elsewhere stays undone. Returns what ends that.
 */
export function clickMovedButtons(): () => void {
  const control = new AbortController();
  let press: Press | undefined;
  const on = <K extends 'pointerdown' | 'pointerup' | 'click'>(
    type: K,
    heard: (event: DocumentEventMap[K]) => void,
  ) => document.addEventListener(type, heard, { capture: true, signal: control.signal });
  on('pointerdown', ({ target, pointerType, button: which, clientX: x, clientY: y }) => {
    const button = target instanceof Element ? target.closest('button') : null;
    press = button && pointerType === 'mouse' && which === 0 ? { button, x, y } : undefined;
  });
  on('click', ({ target }) => {
    if (target instanceof Node && press?.button.contains(target)) press = undefined;
  });
  on('pointerup', ({ clientX, clientY }) => {
    const begun = press;
    if (!begun || Math.hypot(clientX - begun.x, clientY - begun.y) > STRAY_PX) return;
    // The browser's own click comes first.
    setTimeout(() => {
      if (press !== begun) return;
      press = undefined;
      if (begun.button.isConnected) begun.button.click();
      else sameAt(begun)?.click();
    });
  });
  return () => control.abort();
}

/** What took the place of a button and says the same. */
function sameAt({ button, x, y }: Press): HTMLElement | undefined {
  const now = document.elementFromPoint(x, y)?.closest('button');
  return now?.textContent === button.textContent ? now : undefined;
}
