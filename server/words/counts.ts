/** A share in whole percent, `62 %`; `< 1 %` below one percent. */
export function formatShare(share: number): string {
  if (share > 0 && share < 0.01) return '< 1 %';
  return `${Math.round(share * 100).toLocaleString('en-US')} %`;
}

/** `1 pod`, `3 pods`, `1,000 pods`. */
export function countOf(
  count: number,
  one: string,
  many = `${one.replace(/([^aeiou])y$/, '$1ie')}s`,
): string {
  return count === 1 ? `1 ${one}` : `${count.toLocaleString('en-US')} ${many}`;
}

/** `1st`, `22nd`, `99.5th`. */
export function ordinal(value: number): string {
  const isTeen = value % 100 >= 11 && value % 100 <= 13;
  const ending = Number.isInteger(value) && !isTeen ? (['th', 'st', 'nd', 'rd'][value % 10] ?? 'th') : 'th';
  return `${value}${ending}`;
}

/** `1.15 ×`, `2 ×`, `101 ×`. */
export function formatFactor(factor: number): string {
  return `${factor.toLocaleString('en-US', { maximumFractionDigits: factor < 10 ? 2 : 0 })} ×`;
}

/** Confidence as the days of history it stands for. */
export function confidenceWords(confidence: number): string {
  if (confidence <= 0) return 'no history yet';
  if (confidence < 1) return `${formatShare(confidence)} of a day of history`;
  const days = Math.round(confidence * 10) / 10;
  return `${days} ${days === 1 ? 'day' : 'days'} of history`;
}
