/** The element at the top of the list. */
export const LIST_TOP_ID = 'list-top';
/** The bar that stays at the top of the window. */
export const TOP_BAR_ID = 'top-bar';

const GAP_PX = 12;

/** Scrolls to the top of the list, below the bar, if it is above the window. */
export function scrollToListTop(): void {
  const list = document.getElementById(LIST_TOP_ID);
  const bar = document.getElementById(TOP_BAR_ID);
  if (!list) return;
  const hidden = list.getBoundingClientRect().top - (bar?.offsetHeight ?? 0) - GAP_PX;
  if (hidden < 0) window.scrollBy({ top: hidden, behavior: 'instant' });
}
