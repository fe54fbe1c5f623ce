/** Sixty-four characters that need no escape in JSON or HTML. */
const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const BASE = DIGITS.length;
/** The largest number of two digits. */
const TOP = BASE * BASE - 1;
const NOTHING = '..';

/** Values as shares of `top`, two characters each, finer than a screen; `..` where nothing is known. */
export function packedLine(values: readonly (number | null)[], top: number): string {
  return values
    .map((value) => {
      if (value === null || !(top > 0)) return NOTHING;
      const share = Math.round(Math.min(1, Math.max(0, value / top)) * TOP);
      return `${DIGITS[Math.floor(share / BASE)]}${DIGITS[share % BASE]}`;
    })
    .join('');
}
