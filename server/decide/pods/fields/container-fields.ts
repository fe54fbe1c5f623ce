import type { ContainerResourcePolicy } from '../../../objects/vpa-types';
import { formatAmount } from '../../../words/amounts';
import { formatDuration } from '../../../words/times';
import { boostWords } from './boost-fields';
import type { About, PolicyField } from './field';

type Says = (about: About<ContainerResourcePolicy>) => string;

const oomWords: Says = ({ policy, name }) =>
  `After an OOM kill, ${name} is assumed to need ${policy.oomBumpUpRatio ?? 'the default'} times what it used, and at least ${policy.oomMinBumpUp ?? 'the default amount'} more.`;

const intervalWords: Says = ({ policy, name }) => {
  const seconds = policy.memoryAggregationIntervalSeconds;
  const count = policy.memoryAggregationIntervalCount ?? 'the default number of';
  const length = seconds === undefined ? 'the default length' : `${seconds} s`;
  return `Memory of ${name} is learned from the peaks of ${count} intervals of ${length}.`;
};

/** The fields of a container policy, in the order of the form. */
export const CONTAINER_FIELDS = [
  {
    path: 'mode',
    place: 'mode',
    kind: 'choice',
    label: 'Recommend',
    choices: [
      { value: 'Auto', label: 'Auto' },
      { value: 'Off', label: 'Off' },
    ],
    standard: 'Auto',
    says: ({ policy, name }) =>
      policy.mode === 'Off'
        ? `${name} gets no recommendation and keeps its requests.`
        : `Requests are recommended for ${name}.`,
  },
  {
    path: 'minAllowed.cpu',
    place: 'minCpu',
    kind: 'quantity',
    label: 'Minimum CPU',
    empty: () => 'such as 50m',
  },
  {
    path: 'maxAllowed.cpu',
    place: 'maxCpu',
    kind: 'quantity',
    label: 'Maximum CPU',
    empty: () => 'such as 2',
  },
  {
    path: 'minAllowed.memory',
    place: 'minMemory',
    kind: 'quantity',
    label: 'Minimum memory',
    empty: () => 'such as 64Mi',
  },
  {
    path: 'maxAllowed.memory',
    place: 'maxMemory',
    kind: 'quantity',
    label: 'Maximum memory',
    empty: () => 'such as 4Gi',
  },
  {
    path: 'controlledResources',
    place: 'controlled',
    kind: 'resources',
    label: 'Controls',
    choices: [
      { value: 'both', label: 'CPU and memory' },
      { value: 'cpu', label: 'CPU only' },
      { value: 'memory', label: 'Memory only' },
    ],
    standard: 'both',
  },
  {
    path: 'controlledValues',
    place: 'limits',
    kind: 'choice',
    label: 'Changes',
    choices: [
      { value: 'RequestsAndLimits', label: 'Requests and limits' },
      { value: 'RequestsOnly', label: 'Requests only' },
    ],
    standard: 'RequestsAndLimits',
    says: ({ policy, name }) =>
      policy.controlledValues === 'RequestsOnly'
        ? `Limits of ${name} stay as they are.`
        : `Limits of ${name} follow its requests.`,
  },
  {
    path: 'oomBumpUpRatio',
    place: 'oomRatio',
    kind: 'quantity',
    label: 'OOM kill: memory times',
    help: 'of the memory it used; 1 or more',
    empty: ({ oomBumpUpRatio }) => `${oomBumpUpRatio} (default)`,
    isRare: true,
    says: oomWords,
  },
  {
    path: 'oomMinBumpUp',
    place: 'oomLeast',
    kind: 'quantity',
    label: 'OOM kill: at least',
    help: 'more than the memory it used',
    empty: ({ oomMinBumpUpBytes }) => `${formatAmount('memory', oomMinBumpUpBytes)} (default)`,
    isRare: true,
    says: oomWords,
  },
  {
    path: 'memoryAggregationIntervalSeconds',
    place: 'intervalSeconds',
    kind: 'whole',
    label: 'One memory peak per',
    help: 'seconds',
    unit: 's',
    empty: ({ memoryAggregationIntervalMs: ms }) => `${ms / 1000} s (${formatDuration(ms)}, default)`,
    isRare: true,
    says: intervalWords,
  },
  {
    path: 'memoryAggregationIntervalCount',
    place: 'intervals',
    kind: 'whole',
    label: 'Peaks that count',
    help: 'a whole number, 1 or more',
    empty: ({ memoryAggregationIntervalCount }) => `${memoryAggregationIntervalCount} (default)`,
    isRare: true,
    says: intervalWords,
  },
  {
    path: 'startupBoost',
    place: 'boost',
    kind: 'boost',
    label: 'CPU while starting',
    isRare: true,
    says: ({ policy, name }) =>
      policy.startupBoost
        ? boostWords(`New pods start ${name}`, policy.startupBoost)
        : `For ${name} the startup boost of the whole VPA applies, if there is one.`,
  },
] as const satisfies readonly PolicyField<ContainerResourcePolicy>[];
