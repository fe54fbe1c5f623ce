/** From this on, the digits that the currency has are enough. */
const USUAL_FROM = 0.1;
/** From this on, there are none. */
const WHOLE_FROM = 10_000;

/** `$1,234.50`, `€0.0042`, `$12,346`: as many digits as the amount needs; `currency` as in ISO 4217. */
export function formatMoney(currency: string, value: number): string {
  const size = Math.abs(value);
  const isSmall = size > 0 && size < USUAL_FROM;
  return value.toLocaleString('en-US', {
    style: 'currency',
    currency,
    ...(isSmall && { maximumSignificantDigits: 2 }),
    ...(size >= WHOLE_FROM && { maximumFractionDigits: 0 }),
  });
}
