import type { CompiledVpa } from '../../decide/pods/compiled-vpa';
import { byStrength, controlOf, type Gates, holdsItsPods } from '../../decide/pods/controlling-vpa';
import { readVpa } from '../../decide/pods/vpa-reading';
import type { VerticalPodAutoscaler } from '../../objects/vpa-types';

/** The VPAs of one target, the controlling one first; if none acts, the strongest. */
export type Rivals = readonly [CompiledVpa, ...CompiledVpa[]];

/** The VPAs of one target, and which of them acts. */
export interface TargetVpas {
  readonly rivals: Rivals;
  /** The first of them, if it acts: on running pods too, or on new ones alone. */
  readonly acting?: CompiledVpa;
}

/** Finds which VPA controls the pods of a target; `vpas` are all that name it, in an immutable list. */
export class RivalIndex {
  private readonly known = new WeakMap<readonly VerticalPodAutoscaler[], TargetVpas>();

  constructor(private readonly gates: Gates) {}

  of(vpas: readonly VerticalPodAutoscaler[]): TargetVpas | undefined {
    const known = this.known.get(vpas);
    if (known) return known;
    const targetVpas = this.ranked(vpas.map((vpa) => readVpa(vpa).compiled));
    if (targetVpas) this.known.set(vpas, targetVpas);
    return targetVpas;
  }

  /** The VPA on a workload that keeps those on PodGroups off its pods. */
  holder(vpas: readonly VerticalPodAutoscaler[]): CompiledVpa | undefined {
    return this.of(vpas)?.rivals.find((vpa) => holdsItsPods(vpa, this.gates));
  }

  /** The VPA among `vpas` that acts in place of `vpa`, which may be a planned version. */
  overruling(vpa: CompiledVpa, vpas: readonly VerticalPodAutoscaler[]): string | undefined {
    const others = vpas.map((one) => readVpa(one).compiled).filter(({ name }) => name !== vpa.name);
    const acting = this.ranked([vpa, ...others])?.acting;
    return acting === vpa ? undefined : acting?.name;
  }

  private ranked(vpas: readonly CompiledVpa[]): TargetVpas | undefined {
    const { controlling: first, acts } = controlOf(vpas, [], this.gates);
    if (!first) return undefined;
    const others = vpas.filter((vpa) => vpa !== first).sort((a, b) => byStrength(a.vpa, b.vpa));
    return { rivals: [first, ...others], ...(acts && { acting: first }) };
  }
}
