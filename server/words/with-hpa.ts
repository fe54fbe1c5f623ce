/** Why the mode of a VPA beside its HPA does not apply, as a clause; `by` names who or what stands in the way. */
export const ASIDES = {
  'unknown-mode': () => 'plumbline.dev/with-hpa names no mode',
  'several-hpas': (by: string) => `several HPAs scale the target (${by})`,
  'no-leader': () => 'the HPA has not reported a metric yet, so none is known to lead',
  'not-noted': () => 'the threshold to keep is not noted on the HPA yet',
  managed: (by: string) => `${by} manages the HPA, so its target is not rewritten`,
} as const satisfies Record<string, (by: string) => string>;

export type AsideCode = keyof typeof ASIDES;

export function asideWords({ code, by = '' }: { code: AsideCode; by?: string }): string {
  return ASIDES[code](by);
}
