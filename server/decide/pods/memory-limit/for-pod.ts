import { ofKey } from '../../../lib/memo/of-key';
import type { AmountRange } from '../../../model/own-limit';
import { amountsFrom } from '../../../objects/quantity';
import { sizedContainer } from '../../../objects/sized-containers';
import type { PodSpec } from '../../../objects/types';
import { memoryBytes } from '../../../objects/units';
import type { CompiledVpa } from '../compiled-vpa';
import type { NamespaceLimits } from '../limit-bounds';
import { hasLimitsOnly, withLimitsOnly } from '../limits-only';
import { withHeldAmounts } from '../outcome/hold';
import { podQos } from '../qos-class';
import type { ContainerRecommendation, Recommendation } from '../recommendation';
import { memoryLimitPolicy } from './stated';

/** VPAs and recommendations are immutable, so what each says without limits of their own is made once. */
const IN_PROPORTION = new WeakMap<CompiledVpa, CompiledVpa>();
const AS_ONE = new WeakMap<Recommendation, Recommendation>();

/**
 * The VPA as it counts for one pod: without memory limits of their own where its policy wants none, where the pod would
 * lose its class, where it states resources as a whole, and where a LimitRange bounds the limits of a pod together.
 * @throws QuantityError
 */
export function forPod(
  vpa: CompiledVpa,
  spec: PodSpec,
  limits: NamespaceLimits,
  isBoosted?: (container: string) => boolean,
): CompiledVpa {
  const { recommendation } = vpa;
  const own = recommendationForPod(recommendation, vpa, spec, limits, isBoosted);
  if (own === recommendation) return vpa;
  if (!recommendation || own !== AS_ONE.get(recommendation)) return { ...vpa, recommendation: own };
  return ofKey(IN_PROPORTION, vpa, () => ({ ...vpa, recommendation: own }));
}

/** The same of a recommendation. @throws QuantityError */
export function recommendationForPod<R extends Recommendation | undefined>(
  recommendation: R,
  vpa: CompiledVpa,
  spec: PodSpec,
  limits: NamespaceLimits,
  isBoosted?: (container: string) => boolean,
): R | Recommendation {
  const own = besideStated(asOneForPod(recommendation, vpa, spec, limits), spec, limits);
  return own && hasLimitsOnly(vpa) ? withLimitsOnly(own, vpa, spec, limits, isBoosted) : own;
}

function asOneForPod<R extends Recommendation | undefined>(
  recommendation: R,
  vpa: CompiledVpa,
  spec: PodSpec,
  limits: NamespaceLimits,
): R | Recommendation {
  if (!hasOwnLimits(recommendation) || standApart(vpa, spec, limits)) return recommendation;
  for (const { limitOnly } of recommendation.values()) if (limitOnly) return recommendation;
  return ofKey(AS_ONE, recommendation, () => withHeldAmounts(asOneIn(recommendation), vpa.outcome?.held));
}

/** With the limits that the pod states where these are to stay; the same object if none is. @throws QuantityError */
function besideStated<R extends Recommendation | undefined>(
  recommendation: R,
  spec: PodSpec,
  { container: range }: NamespaceLimits,
): R | Recommendation {
  let next: Map<string, ContainerRecommendation> | undefined;
  for (const [name, own] of recommendation ?? []) {
    if (!own.ownLimit?.keepsStated) continue;
    const { keepsStated: _told, ...ownLimit } = own.ownLimit;
    const { memory: stated = range?.defaultLimit?.memory ?? 0 } = amountsFrom(
      sizedContainer(spec, name)?.resources?.limits,
    );
    const { ownLimit: _none, ...inProportion } = own;
    next ??= new Map(recommendation);
    next.set(
      name,
      stated > 0
        ? { ...own, ownLimit: { ...ownLimit, target: Math.max(ownLimit.target, stated) } }
        : inProportion,
    );
  }
  return next ?? recommendation;
}

/** Whether a pod that is Guaranteed would become Burstable. */
export function losesClass(vpa: CompiledVpa, spec: PodSpec): boolean {
  return (
    hasOwnLimits(vpa.recommendation) &&
    memoryLimitPolicy(vpa.vpa).allowsBurstable &&
    podQos(spec) === 'Guaranteed'
  );
}

function standApart(vpa: CompiledVpa, spec: PodSpec, limits: NamespaceLimits): boolean {
  const { isApart, allowsBurstable } = memoryLimitPolicy(vpa.vpa);
  if (!isApart || spec.resources || limits.pod?.max?.memory || limits.pod?.min?.memory) return false;
  return allowsBurstable || podQos(spec) !== 'Guaranteed';
}

function hasOwnLimits(recommendation: Recommendation | undefined): recommendation is Recommendation {
  for (const { ownLimit, limitOnly } of recommendation?.values() ?? [])
    if (ownLimit || limitOnly) return true;
  return false;
}

function asOneIn(recommendation: Recommendation): Recommendation {
  return new Map([...recommendation].map(([name, own]) => [name, together(own)]));
}

function together({ ownLimit, ...own }: ContainerRecommendation): ContainerRecommendation {
  if (!ownLimit || own.target.memory === undefined) return own;
  const { asOne } = ownLimit;
  const of = (bound: keyof AmountRange) => ({ ...own[bound], memory: memoryBytes(asOne[bound]) });
  return {
    ...own,
    target: of('target'),
    lowerBound: of('lowerBound'),
    upperBound: of('upperBound'),
    ...(own.uncappedTarget && {
      uncappedTarget: { ...own.uncappedTarget, memory: memoryBytes(asOne.target) },
    }),
  };
}
