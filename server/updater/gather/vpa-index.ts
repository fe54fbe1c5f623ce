import type { ClusterCaches } from '../../kube/caches';
import { ownerKey, targetOfVpa } from '../../kube/target-key';
import type { VerticalPodAutoscaler } from '../../kube/vpa-types';
import { QuantityError } from '../../model/quantity';
import { type CompiledVpa, compileVpa } from '../../policy/compiled-vpa';
import { byStrength } from '../../policy/controlling-vpa';
import type { ProblemReporter } from '../../problems';

/** The VPAs of one target, the one that controls its pods first. */
export type Rivals = readonly [CompiledVpa, ...CompiledVpa[]];

/** VPAs by the object they target. */
export class VpaIndex {
  private readonly compiled = new WeakMap<VerticalPodAutoscaler, CompiledVpa | 'unusable'>();

  constructor(
    private readonly caches: ClusterCaches,
    private readonly problems: ProblemReporter,
    private readonly scope: { only: string; ignored: readonly string[] },
  ) {}

  /** Every target that some VPA names, with its VPAs by strength. */
  byTarget(): Map<string, Rivals> {
    const targets = new Map<string, Rivals>();
    for (const vpa of this.caches.vpas.list(this.scope.only || undefined)) {
      const compiled = this.compile(vpa);
      const key = compiled && targetKey(vpa);
      if (!compiled || !key) continue;
      const others = targets.get(key);
      if (!others) targets.set(key, [compiled]);
      else targets.set(key, sorted([...others, compiled]));
    }
    return targets;
  }

  /** The VPA as it is now; nothing once it is gone or unusable. */
  current({ namespace, name, vpa }: CompiledVpa): CompiledVpa | undefined {
    const now = this.caches.vpas.get(namespace, name);
    return now && now.metadata.uid === vpa.metadata.uid ? this.compile(now) : undefined;
  }

  private compile(vpa: VerticalPodAutoscaler): CompiledVpa | undefined {
    if (this.scope.ignored.includes(vpa.metadata.namespace ?? '')) return undefined;
    let compiled = this.compiled.get(vpa);
    if (!compiled) {
      compiled = this.tryToCompile(vpa);
      this.compiled.set(vpa, compiled);
    }
    return compiled === 'unusable' ? undefined : compiled;
  }

  private tryToCompile(vpa: VerticalPodAutoscaler): CompiledVpa | 'unusable' {
    const about = `VerticalPodAutoscaler ${vpa.metadata.namespace}/${vpa.metadata.name}`;
    try {
      return compileVpa(vpa);
    } catch (error) {
      if (!(error instanceof QuantityError)) throw error;
      this.problems.report('policy-invalid', about, error.message);
      return 'unusable';
    }
  }
}

function sorted(rivals: CompiledVpa[]): Rivals {
  const [first, ...rest] = rivals.sort((a, b) => byStrength(a.vpa, b.vpa));
  if (!first) throw new RangeError('a target without a VPA');
  return [first, ...rest];
}

/** The target of a VPA as one key; nothing when it names none. */
function targetKey(vpa: VerticalPodAutoscaler): string | undefined {
  const target = targetOfVpa(vpa);
  return target && ownerKey(target);
}
