import { readWithHpa, type WithHpas, withHpas } from '../../decide/features/with-hpa/with-hpa';
import type { CompiledVpa } from '../../decide/pods/compiled-vpa';
import { claimsOf } from '../../decide/pods/hpa-claims';
import { type HpaFacts, isRecommended } from '../../decide/running/hpa-facts';
import type { HorizontalPodAutoscaler, Pod } from '../../objects/types';
import type { VerticalPodAutoscaler } from '../../objects/vpa-types';
import { aboutVpa, type ObjectFault } from '../../words/object-fault';
import { type AsideCode, asideWords } from '../../words/with-hpa';

/** What the plan must know of the HPA of a target; nothing if its VPA has no mode and leaves all alone. */
export function hpaFactsOf(
  compiled: CompiledVpa,
  hpas: readonly HorizontalPodAutoscaler[],
  pods: readonly Pod[],
  holdsJumps: boolean,
): HpaFacts | undefined {
  const [hpa, ...others] = hpas;
  if (!hpa || others.length > 0) return undefined;
  const { freed, mode } = holdsJumps
    ? withHpas(compiled.vpa, hpas)
    : { freed: claimsOf(hpa), mode: undefined };
  const isDisturbed = freed.some((claim) => isRecommended(claim, compiled));
  return mode || isDisturbed ? { hpa, freed, mode, pods, holdsJumps } : undefined;
}

/** A mode that there is not. */
export function modeFaultOf(vpa: VerticalPodAutoscaler): ObjectFault | undefined {
  const { fault } = readWithHpa(vpa);
  return fault === undefined ? undefined : notApplied(vpa, fault);
}

const LASTING: ReadonlySet<AsideCode> = new Set(['several-hpas', 'managed', 'pod-group']);

/** What keeps the mode of a VPA from applying until somebody changes it. */
export function asideFaultOf(vpa: VerticalPodAutoscaler, { aside }: WithHpas): ObjectFault | undefined {
  const isLasting = aside && LASTING.has(aside.code);
  return isLasting ? notApplied(vpa, asideWords(aside)) : undefined;
}

function notApplied({ metadata }: VerticalPodAutoscaler, message: string): ObjectFault {
  return { code: 'with-hpa-not-applied', about: aboutVpa(metadata), message };
}
