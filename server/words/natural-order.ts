/**
 * A text as a key that plain comparison (`<`) puts in the order people expect: without regard to case, and runs of
 * digits by their value, so that `web-2` comes before `web-10`.
 */
export function naturalKey(text: string): string {
  return text.toLowerCase().replace(/\d+/g, (digits) => {
    const value = digits.replace(/^0+(?=\d)/, '');
    return String.fromCharCode(0x30 + Math.min(value.length, 9)) + value;
  });
}

/** Compares by plain order of characters: negative, 0 or positive. */
export function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
