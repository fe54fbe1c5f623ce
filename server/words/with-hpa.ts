import type { Resource } from '../objects/units';
import { formatAmount } from './amounts';

/** Why the mode of a VPA beside its HPA does not apply, as a clause; `by` names who or what stands in the way. */
export const ASIDES = {
  'unknown-mode': () => 'plumbline.dev/with-hpa names no mode',
  'several-hpas': (by: string) => `several HPAs scale the target (${by})`,
  'no-leader': () => 'the HPA has not reported a metric yet, so none is known to lead',
  'not-noted': () => 'the threshold to keep is not noted on the HPA yet',
  'pod-group': () => 'the VPA is on a PodGroup, and each HPA scales only some of its pods',
  managed: (by: string) => `${by} manages the HPA, so its target is not rewritten`,
} as const satisfies Record<string, (by: string) => string>;

export type AsideCode = keyof typeof ASIDES;

export function asideWords({ code, by = '' }: { code: AsideCode; by?: string }): string {
  return ASIDES[code](by);
}

/** A target of an HPA that keeps its threshold. */
interface Kept {
  readonly resource: Resource;
  readonly container?: string;
  /** Millicores or bytes per pod. */
  readonly threshold: number;
}

/** What a kept threshold is on: `cpu` or `cpu of app`. */
export function keptText({ resource, container }: Pick<Kept, 'resource' | 'container'>): string {
  return container === undefined ? resource : `${resource} of ${container}`;
}

export function retargetText(kept: Kept & { readonly from: number; readonly percent: number }): string {
  const { from, percent, resource, threshold } = kept;
  return `${keptText(kept)} from ${from} % to ${percent} %, which keeps ${formatAmount(resource, threshold)} per pod`;
}

interface Beside {
  readonly names: readonly string[];
  /** What the VPA leaves to them, and what it changes all the same. */
  readonly kept: readonly Pick<Kept, 'resource' | 'container'>[];
  readonly freed: readonly Pick<Kept, 'resource' | 'container'>[];
  readonly aside?: { readonly code: AsideCode; readonly by?: string };
}

/** What HPAs leave to a VPA: `HPA shop scales on cpu of app; the rest is vertical`. */
export function withHpasText({ names, kept, freed, aside }: Beside): string {
  const who = `HPA${names.length > 1 ? 's' : ''} ${listed(names)}`;
  const scale = names.length > 1 ? 'scale' : 'scales';
  const on = (metrics: Beside['kept']) => listed([...new Set(metrics.map(keptText))]);
  const also = freed.length > 0 ? `, ${on(freed)} too` : '';
  const text =
    kept.length > 0
      ? `${who} ${scale} on ${on(kept)}; the rest is vertical${also}`
      : freed.length > 0
        ? `${who} ${scale} on ${on(freed)}; all is vertical, and thresholds are kept`
        : `${who} ${scale} on other metrics; all is vertical`;
  return aside ? `${text} (${asideWords(aside)})` : text;
}

function listed(names: readonly string[]): string {
  const last = names.at(-1) ?? '';
  return names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${last}` : last;
}
