import {
  deployment,
  limitRange,
  namespace,
  resourceQuota,
  scenarioNodes,
  vpa,
} from '@/sandbox/scenarios/build';
import type { Scenario } from '@/sandbox/scenarios/scenario';

const thrift = 'thrift';

export const quotaTooTight: Scenario = {
  name: 'quota-too-tight',
  title: 'Quota too tight',
  summary: 'A namespace whose quota and LimitRange have no room for what its workloads need.',
  lesson: 'See recommendations capped by a LimitRange, and new pods refused by a quota.',
  objects: () => [
    ...scenarioNodes(3, 8, 32),
    namespace(thrift),
    resourceQuota(thrift, { 'requests.cpu': '2', 'requests.memory': '3Gi', pods: '12' }),
    limitRange(thrift, {
      default: { cpu: '500m', memory: '512Mi' },
      defaultRequest: { cpu: '100m', memory: '128Mi' },
      max: { cpu: '1', memory: '1Gi' },
    }),
    // The recommendation exceeds the quota: evicted pods would not come back.
    deployment({
      name: 'spender',
      namespace: thrift,
      replicas: 4,
      containers: [{ requests: '200m/256Mi', does: { kind: 'steady', cpu: '650m', memory: '480Mi' } }],
    }),
    vpa({ name: 'spender', namespace: thrift, mode: 'Recreate' }),
    // Needs more than the LimitRange allows any container.
    deployment({
      name: 'striver',
      namespace: thrift,
      replicas: 2,
      containers: [
        {
          requests: '250m/512Mi',
          limits: '1/1Gi',
          does: { kind: 'throttled', cpu: '1800m', memory: '700Mi' },
        },
      ],
    }),
    vpa({ name: 'striver', namespace: thrift, mode: 'InPlaceOrRecreate' }),
    // Two of its six replicas never start.
    deployment({
      name: 'queue',
      namespace: thrift,
      replicas: 6,
      containers: [{ requests: '200m/128Mi', does: { kind: 'steady', cpu: '60m', memory: '70Mi' } }],
    }),
    vpa({ name: 'queue', namespace: thrift, mode: 'InPlaceOrRecreate' }),
  ],
};
