import type { Node, Taint } from '../../objects/types';

/** What a node tells of itself that decides which resizes its kubelet does. */
export interface NodeTraits {
  /** The 33 of `v1.33.2`; undefined if the version cannot be read. */
  readonly kubeletMinor?: number;
  /** Its pods can be resized: so say its label, by which the API server judges, and its kubelet. */
  readonly isOfLinux: boolean;
  /** Whether it has swap, of which a Burstable container gets a share by its memory request. */
  readonly swaps: boolean;
  /** What the kubelet declares (Kubernetes 1.35 on). */
  readonly features: readonly string[];
  readonly labels: Readonly<Record<string, string>>;
  /** The conditions of its own under which its kubelet defers every resize of a pod that is not critical. */
  readonly pressures: readonly string[];
  /** Taints that end what does not tolerate them; its kubelet heeds no others. Absent if there is none. */
  readonly endingTaints?: readonly Taint[];
}

/** MemoryPressure defers nobody (seen from a real kubelet 1.37.2). */
const DEFERRING = ['DiskPressure', 'PIDPressure'];

function taintsOf({ spec }: Node): readonly Taint[] {
  return Array.isArray(spec?.taints) ? spec.taints : [];
}

/** As the API server judges from 1.36 on (plugin/pkg/admission/podresize, `validateLinuxNode`), and before it the kubelet. */
function isOfLinux({ metadata, status }: Node): boolean {
  const label = metadata.labels?.['kubernetes.io/os'];
  return (label === undefined || label === 'linux') && status?.nodeInfo?.operatingSystem !== 'windows';
}

const known = new WeakMap<Node, NodeTraits>();

export function traitsOf(node: Node): NodeTraits {
  let traits = known.get(node);
  if (!traits) {
    const { nodeInfo, declaredFeatures, conditions } = node.status ?? {};
    const taints = taintsOf(node).filter((taint) => taint?.effect === 'NoExecute');
    const minor = /^v?1\.(\d{1,4})\./.exec(nodeInfo?.kubeletVersion ?? '')?.[1];
    traits = {
      ...(minor !== undefined && { kubeletMinor: Number(minor) }),
      isOfLinux: isOfLinux(node),
      swaps: Number(nodeInfo?.swap?.capacity ?? 0) > 0,
      features: Array.isArray(declaredFeatures) ? declaredFeatures : [],
      labels: node.metadata.labels ?? {},
      pressures: DEFERRING.filter((one) =>
        conditions?.some(({ type, status }) => type === one && status === 'True'),
      ),
      ...(taints.length > 0 && { endingTaints: taints }),
    };
    known.set(node, traits);
  }
  return traits;
}
