/** What a figure of a replay is measured in. */
export type FigureUnit =
  | 'share'
  | 'cores'
  | 'GiB'
  | 'times'
  | 'a day'
  | 'min'
  | 'count'
  | 'core-h'
  | 'GiB-h'
  | 'money';

/** Three digits, thousands separated; what is no longer 0 does not read as 0. */
function digits(value: number): string {
  const size = Math.abs(value);
  if (size >= 100) return Math.round(value).toLocaleString('en-US');
  return value.toLocaleString('en-US', { maximumSignificantDigits: size >= 10 ? 3 : 2 });
}

/** `22 %`, `0.31 GiB`, `1.4 ×`, `12 min`; a price has no currency. */
export function figureWords(unit: FigureUnit, value: number): string {
  switch (unit) {
    case 'share':
      return `${digits(value * 100)} %`;
    case 'times':
      return `${digits(value)} ×`;
    case 'count':
      return Math.round(value).toLocaleString('en-US');
    case 'money':
      return value.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
    case 'a day':
      return `${digits(value)} a day`;
    default:
      return `${digits(value)} ${unit}`;
  }
}
