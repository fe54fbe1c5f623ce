/** The element that a list begins with. */
export const LIST_TOP_ID = 'list-top';
/** The bar that stays at the top of the window. */
export const TOP_BAR_ID = 'top-bar';

const GAP_PX = 12;

/** Brings the beginning of the list back into sight, below the bar, where it lies above. */
export function scrollToListTop(): void {
  const list = document.getElementById(LIST_TOP_ID);
  const bar = document.getElementById(TOP_BAR_ID);
  if (!list) return;
  const hidden = list.getBoundingClientRect().top - (bar?.offsetHeight ?? 0) - GAP_PX;
  if (hidden < 0) window.scrollBy({ top: hidden, behavior: 'instant' });
}
