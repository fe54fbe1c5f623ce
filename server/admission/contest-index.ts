import type { HorizontalPodAutoscaler } from '../kube/types';
import type { Resource } from '../model/units';
import type { CompiledVpa } from '../policy/compiled-vpa';
import { contestedResources } from '../policy/conflicts';
import type { VpaIndex } from './vpa-index';

interface Known {
  /** What it was worked out from; both lists are replaced when anything in them changes. */
  readonly vpas: readonly CompiledVpa[];
  readonly scalers: readonly HorizontalPodAutoscaler[] | undefined;
  readonly resources: ReadonlySet<Resource>;
}

const NOTHING: ReadonlySet<Resource> = new Set();
const NO_SCALERS: readonly HorizontalPodAutoscaler[] = [];

/**
 * Which resources of a VPA's pods another autoscaler has a hand on, worked out once for every change of the VPAs
 * or HPAs of a target. HPAs that cannot be seen contest nothing.
 */
export class ContestIndex {
  /** HPAs by namespace, then by the kind and name they scale. */
  private readonly scalers = new Map<string, Map<string, readonly HorizontalPodAutoscaler[]>>();
  private readonly known = new WeakMap<CompiledVpa, Known>();

  constructor(private readonly vpas: Pick<VpaIndex, 'targeting'>) {}

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

  /** Resources that `vpa` should leave alone on its pods. */
  contested(vpa: CompiledVpa): ReadonlySet<Resource> {
    const target = vpa.vpa.spec.targetRef;
    if (!target) return NOTHING;
    const vpas = this.vpas.targeting(vpa.namespace, target.kind, target.name);
    const scalers = this.scalers.get(vpa.namespace)?.get(keyOf(target));
    if (vpas.length < 2 && !scalers) return NOTHING;
    const known = this.known.get(vpa);
    if (known?.vpas === vpas && known.scalers === scalers) return known.resources;
    const rivals = vpas.filter((other) => other.name !== vpa.name);
    const resources = contestedResources(vpa, rivals, scalers ?? NO_SCALERS);
    this.known.set(vpa, { vpas, scalers, resources });
    return resources;
  }
}

function keyOf({ kind, name }: { kind: string; name: string }): string {
  return `${kind}/${name}`;
}
