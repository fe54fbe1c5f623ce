import type { HorizontalPodAutoscaler } from '../../kube/types';
import type { Resource } from '../../model/units';
import type { CompiledVpa } from '../../policy/compiled-vpa';
import { scaledHorizontally } from '../../policy/conflicts';

interface Known {
  /** What it was worked out from; the list is replaced when anything in it changes. */
  readonly scalers: readonly HorizontalPodAutoscaler[];
  readonly resources: ReadonlyMap<Resource, string>;
}

const NOTHING: ReadonlyMap<Resource, string> = new Map();

/**
 * Which resources of a VPA's pods an HPA scales on, worked out once for every change of the HPAs of a target. HPAs that cannot be seen contest nothing.
 */
export class ContestIndex {
  /** HPAs by namespace, then by the kind and name they scale. */
  private readonly scalers = new Map<string, Map<string, readonly HorizontalPodAutoscaler[]>>();
  private readonly known = new WeakMap<CompiledVpa, Known>();

  setScaler(scaler: HorizontalPodAutoscaler, former?: HorizontalPodAutoscaler): void {
    if (former) this.deleteScaler(former);
    const { namespace = '' } = scaler.metadata;
    const targets = this.scalers.get(namespace) ?? new Map<string, readonly HorizontalPodAutoscaler[]>();
    this.scalers.set(namespace, targets);
    const key = keyOf(scaler.spec.scaleTargetRef);
    targets.set(key, [...(targets.get(key) ?? []), scaler]);
  }

  deleteScaler({ metadata: { namespace = '', name }, spec }: HorizontalPodAutoscaler): void {
    const targets = this.scalers.get(namespace);
    const key = keyOf(spec.scaleTargetRef);
    const rest = targets?.get(key)?.filter((other) => other.metadata.name !== name) ?? [];
    if (rest.length > 0) targets?.set(key, rest);
    else targets?.delete(key);
    if (targets?.size === 0) this.scalers.delete(namespace);
  }

  /** Resources that `vpa` should leave alone on its pods, each with the HPA that scales on it. */
  contested(vpa: CompiledVpa): ReadonlyMap<Resource, string> {
    const target = vpa.vpa.spec.targetRef;
    if (!target) return NOTHING;
    const scalers = this.scalers.get(vpa.namespace)?.get(keyOf(target));
    if (!scalers) return NOTHING;
    const known = this.known.get(vpa);
    if (known?.scalers === scalers) return known.resources;
    const resources = scaledHorizontally(vpa, scalers);
    this.known.set(vpa, { scalers, resources });
    return resources;
  }
}

function keyOf({ kind, name }: { kind: string; name: string }): string {
  return `${kind}/${name}`;
}
