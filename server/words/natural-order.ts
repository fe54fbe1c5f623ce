/**
 * A key that plain comparison (`<`) sorts as people expect: case is ignored and digits compare by value, so
 * `web-2` comes before `web-10`.
 */
export function naturalKey(text: string): string {
  return text.toLowerCase().replace(/\d+/g, (digits) => {
    const value = digits.replace(/^0+(?=\d)/, '');
    return String.fromCharCode(0x30 + Math.min(value.length, 9)) + value;
  });
}

/** Compares character by character: negative, 0 or positive. */
export function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
