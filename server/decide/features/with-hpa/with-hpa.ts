import { shortened } from '../../../lib/report/shortened';
import { isOnPodGroup } from '../../../objects/target-key';
import type { HorizontalPodAutoscaler } from '../../../objects/types';
import type { VerticalPodAutoscaler } from '../../../objects/vpa-types';
import type { AsideCode } from '../../../words/with-hpa';
import { claimsOf, type HpaClaim } from '../../pods/hpa-claims';
import { hpaManager } from '../../pods/hpa-manager';
import { leaderOf } from './hpa-leader';
import { thresholdsOf } from './hpa-thresholds';
import { metricKey } from './metric-key';
import { readableHpas } from './readable-hpas';

/** On a VPA: what it does with the resources that the HPA of its target scales on. */
export const WITH_HPA_ANNOTATION = 'plumbline.dev/with-hpa';

export const WITH_HPA_MODES = ['bottleneck', 'keep-threshold'] as const;
export type WithHpaMode = (typeof WITH_HPA_MODES)[number];

/** Why the mode of a VPA does not apply; `by` is who or what stands in the way. */
interface Aside {
  readonly code: AsideCode;
  readonly by?: string;
}

/** What the HPAs of its target leave to a VPA. */
export interface WithHpas {
  /** The VPA leaves these alone. */
  readonly kept: readonly HpaClaim[];
  /** The mode of the VPA lets it change these all the same. */
  readonly freed: readonly HpaClaim[];
  readonly mode?: WithHpaMode;
  /** Why the mode does not apply, or not yet; everything is kept then. */
  readonly aside?: Aside;
}

const APART: WithHpas = { kept: [], freed: [] };

/** The mode a VPA states; a text that names none is a fault. */
export function readWithHpa({ metadata }: VerticalPodAutoscaler): { mode?: WithHpaMode; fault?: string } {
  const text: unknown = metadata.annotations?.[WITH_HPA_ANNOTATION];
  if (text === undefined) return {};
  const mode = WITH_HPA_MODES.find((one) => one === text);
  if (mode) return { mode };
  return { fault: `"${shortened(String(text))}" is no mode; it takes ${WITH_HPA_MODES.join(' or ')}` };
}

/**
 * What a VPA leaves to the HPAs of its target: by default all they scale on; in mode `bottleneck` only the
 * resource that leads; in mode `keep-threshold` only what has no threshold that can be kept. An HPA that cannot be read
 * counts as none.
 */
export function withHpas(vpa: VerticalPodAutoscaler, listed: readonly HorizontalPodAutoscaler[]): WithHpas {
  const { hpas } = readableHpas(listed);
  const [hpa, ...others] = hpas;
  if (!hpa) return APART;
  const claims = hpas.flatMap(claimsOf);
  const { mode, fault } = readWithHpa(vpa);
  if (fault !== undefined) return keepingAll(claims, { code: 'unknown-mode' });
  if (!mode) return { kept: claims, freed: [] };
  if (isOnPodGroup(vpa)) return keepingAll(claims, { code: 'pod-group' });
  if (others.length > 0)
    return { ...keepingAll(claims, { code: 'several-hpas', by: hpas.map(nameOf).sort().join(', ') }), mode };
  const { isKept, aside } = RULES[mode](vpa, hpa);
  const kept = claims.filter(isKept);
  return { kept, freed: claims.filter((claim) => !kept.includes(claim)), mode, ...(aside && { aside }) };
}

interface Ruling {
  readonly isKept: (claim: HpaClaim) => boolean;
  readonly aside?: Aside;
}

const RULES: Readonly<
  Record<WithHpaMode, (vpa: VerticalPodAutoscaler, hpa: HorizontalPodAutoscaler) => Ruling>
> = {
  bottleneck: (vpa, hpa) => {
    const leader = leaderOf(vpa, hpa)?.key;
    if (leader === undefined) return { isKept: () => true, aside: { code: 'no-leader' } };
    return { isKept: (claim) => metricKey(claim) === leader };
  },
  'keep-threshold': (_vpa, hpa) => {
    const by = hpaManager(hpa);
    const kept = by === undefined ? thresholdsOf(hpa) : new Map();
    const isKept = (claim: HpaClaim) => claim.percent !== undefined && !kept.has(metricKey(claim));
    if (!claimsOf(hpa).some(isKept)) return { isKept };
    return { isKept, aside: by === undefined ? { code: 'not-noted' } : { code: 'managed', by } };
  },
};

function keepingAll(kept: readonly HpaClaim[], aside: Aside): WithHpas {
  return { kept, freed: [], aside };
}

function nameOf({ metadata }: HorizontalPodAutoscaler): string {
  return metadata.name;
}
