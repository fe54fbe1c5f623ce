import { GOLDILOCKS_MODE, GOLDILOCKS_RULE } from '../decide/pods/rule-marks';
import { isJsonObject } from '../objects/json-object';
import type { VpaTemplate } from '../objects/plumbline-types';
import type { KubeObject } from '../objects/types';
import { UPDATE_MODES, type UpdateMode } from '../objects/vpa-types';
import type { Rule } from './rule';
import { type WantedVpa, wantedFrom } from './wanted';

const ENABLED = 'goldilocks.fairwinds.com/enabled';
const RESOURCE_POLICY = 'goldilocks.fairwinds.com/vpa-resource-policy';
/** Different texts of namespaces; beyond that, they are read again. */
const MOST_KEPT = 1_000;

/**
 * The policy that stands for Goldilocks' labels: a VPA for every workload of a namespace with
 * `goldilocks.fairwinds.com/enabled: "true"`, in the mode of `vpa-update-mode` on the workload or the namespace
 * (`off` by default), with the resource policy the namespace states. The weakest of all policies.
 */
export function goldilocksRule(): Rule {
  const known = new Map<string, WantedVpa>();
  return {
    name: GOLDILOCKS_RULE,
    precedence: Number.NEGATIVE_INFINITY,
    createdMs: 0,
    kinds: new Set(['deployments', 'statefulSets', 'daemonSets']),
    kindFaults: [],
    faults: [],
    warnings: [],
    matchesEverything: false,
    takesNamespace: ({ metadata }) => metadata.labels?.[ENABLED] === 'true',
    takes: ({ kind, labels }) =>
      (kind === 'deployments' || kind === 'statefulSets' || kind === 'daemonSets') &&
      labels[ENABLED] !== 'false',
    wanted: (workload, { metadata }) => {
      const mode = modeOf(workload) ?? modeOf(metadata) ?? 'Off';
      const resourceText = metadata.annotations?.[RESOURCE_POLICY] ?? '';
      const key = `${mode} ${resourceText}`;
      let wanted = known.get(key);
      if (!wanted) {
        if (known.size >= MOST_KEPT) known.clear();
        wanted = wantedFrom(
          { spec: { updatePolicy: { updateMode: mode }, ...resourcePolicy(resourceText) } },
          {},
        );
        known.set(key, wanted);
      }
      return wanted;
    },
  };
}

/** Goldilocks writes modes in small letters, as a label or an annotation; one that there is not counts as `off`. */
function modeOf({
  labels,
  annotations,
}: Pick<KubeObject['metadata'], 'labels' | 'annotations'>): UpdateMode | undefined {
  const text = annotations?.[GOLDILOCKS_MODE] ?? labels?.[GOLDILOCKS_MODE];
  if (text === undefined) return undefined;
  return UPDATE_MODES.find((mode) => mode.toLowerCase() === text.toLowerCase()) ?? 'Off';
}

function resourcePolicy(text: string): Pick<NonNullable<VpaTemplate['spec']>, 'resourcePolicy'> {
  try {
    const policy: unknown = JSON.parse(text || 'null');
    return isJsonObject(policy) && Array.isArray(policy.containerPolicies) ? { resourcePolicy: policy } : {};
  } catch {
    return {};
  }
}
