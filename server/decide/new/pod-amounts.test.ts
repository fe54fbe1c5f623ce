import { expect, it } from 'vitest';
import type { Pod, PodPhase, ResourceRequirements } from '../../objects/types';
import { amountsNow } from './pod-amounts';

const MIB = 2 ** 20;
const STATED = { requests: { cpu: '70m', memory: '48Mi' }, limits: { memory: '96Mi' } };
const HAD = { requests: { cpu: '100m', memory: '48Mi' }, limits: { memory: '96Mi' } };

const podWith = (phase: PodPhase, resources?: ResourceRequirements): Pod => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'web' },
  spec: { containers: [{ name: 'app', resources: STATED }] },
  status: {
    phase,
    containerStatuses: [
      { name: 'app', ready: false, restartCount: 0, image: '', imageID: '', ...(resources && { resources }) },
    ],
  },
});

it.each(['Succeeded', 'Failed'] as const)(
  'a pod that is %s shows what it had, not what was asked since',
  (phase) => {
    expect(amountsNow(podWith(phase, HAD))).toEqual([
      { name: 'app', requests: { cpu: 100, memory: 48 * MIB }, limits: { memory: 96 * MIB } },
    ]);
  },
);

it.each([
  ['runs', podWith('Running', HAD)],
  ['ended, whose kubelet told nothing of resources', podWith('Failed')],
])('a pod that %s shows what it states', (_what, pod) => {
  expect(amountsNow(pod)[0]?.requests.cpu).toBe(70);
});
