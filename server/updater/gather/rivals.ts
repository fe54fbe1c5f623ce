import type { VerticalPodAutoscaler } from '../../kube/vpa-types';
import type { CompiledVpa } from '../../policy/compiled-vpa';
import { byStrength, controllingVpa } from '../../policy/controlling-vpa';
import { readVpa } from '../../policy/vpa-reading';

/** The VPAs of one target, the one that controls its pods first; where none acts, the strongest stands for it. */
export type Rivals = readonly [CompiledVpa, ...CompiledVpa[]];

/** Finds who controls the pods of a target; `vpas` are all that name it, in a list that is never changed. */
export class RivalBook {
  private readonly known = new WeakMap<readonly VerticalPodAutoscaler[], Rivals>();

  constructor(private readonly acts: (vpa: CompiledVpa) => boolean) {}

  of(vpas: readonly VerticalPodAutoscaler[]): Rivals | undefined {
    const known = this.known.get(vpas);
    if (known) return known;
    const all = vpas.map((vpa) => readVpa(vpa).compiled).sort((a, b) => byStrength(a.vpa, b.vpa));
    const first = controllingVpa(all, this.acts) ?? all[0];
    if (!first) return undefined;
    const rivals: Rivals = [first, ...all.filter((vpa) => vpa !== first)];
    this.known.set(vpas, rivals);
    return rivals;
  }
}
