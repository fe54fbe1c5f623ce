import * as z from 'zod';

const DURATION_UNITS_MS: Record<string, number> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Milliseconds from a duration as people write it, such as 30s or 1h30m. */
export const durationSetting = z.string().transform((text, context) => {
  const parts = [...text.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h|d)/g)];
  if (parts.length === 0 || parts.map((part) => part[0]).join('') !== text) {
    context.addIssue({ code: 'custom', message: 'must be a duration such as 30s, 5m, 1h30m or 8d' });
    return z.NEVER;
  }
  return parts.reduce(
    (sum, [, amount, unit]) => sum + Number(amount) * (DURATION_UNITS_MS[unit ?? ''] ?? 0),
    0,
  );
});
