import { type PodUpdatePolicy, type StartupBoost, UPDATE_MODES } from '../../../objects/vpa-types';
import { boostWords } from './boost-fields';
import type { PolicyField } from './field';
import { requirementWords } from './requirement-fields';

/** What an edit can change of a VPA apart from its container policies. */
export type VpaPolicy = PodUpdatePolicy & { startupBoost?: StartupBoost };

/** The fields of a whole VPA: its update policy and its startup boost. */
export const VPA_FIELDS = [
  {
    path: 'updateMode',
    place: 'updateMode',
    kind: 'choice',
    label: 'Update mode',
    choices: UPDATE_MODES.map((mode) => ({ value: mode, label: mode })),
  },
  {
    path: 'minReplicas',
    place: 'minReplicas',
    kind: 'whole',
    label: 'Minimum of live pods',
    help: 'with fewer, none is evicted',
    empty: ({ minReplicas }) => `${minReplicas} (default)`,
    isRare: true,
    says: ({ policy, usual }) =>
      `No pod is evicted while fewer than ${policy.minReplicas ?? usual.minReplicas} are live.`,
  },
  {
    path: 'evictionRequirements',
    place: 'requirements',
    kind: 'requirements',
    label: 'Eviction requirements',
    isRare: true,
    says: ({ policy }) => requirementWords(policy.evictionRequirements ?? []),
  },
  {
    path: 'evictAfterOOMSeconds',
    place: 'evictAfterOomSeconds',
    kind: 'whole',
    label: 'After an OOM kill within',
    help: 'of its start, a pod may be changed at once',
    unit: 's',
    empty: ({ evictAfterOomMs }) => `${evictAfterOomMs / 1000} s (default)`,
    isRare: true,
    says: ({ policy, usual }) =>
      `A container OOM-killed within ${policy.evictAfterOOMSeconds ?? usual.evictAfterOomMs / 1000} s of its start makes its pod a candidate.`,
  },
  {
    path: 'startupBoost',
    place: 'boost',
    kind: 'boost',
    label: 'CPU while starting',
    isRare: true,
    says: ({ policy }) => boostWords('New pods start', policy.startupBoost),
  },
] as const satisfies readonly PolicyField<VpaPolicy>[];
