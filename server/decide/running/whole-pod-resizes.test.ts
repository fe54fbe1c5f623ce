import { describe, expect, it } from 'vitest';
import { NOW_MS, planned, pod, vpa, workload } from '@/tests/support/plan-input';
import type { Condition, Pod, ResourceList, ResourceRequirements } from '../../objects/types';
import { WHOLE_POD } from '../../objects/whole-pod';
import { planFault } from '../pods/plan-check';
import { RAISES_NEXT_ANNOTATION, RESIZED_AT_ANNOTATION } from '../pods/pod-annotations';

const MIB = 2 ** 20;
const FEATURE = 'InPlacePodLevelResourcesVerticalScaling';
const NODE = {
  isOfLinux: true,
  swaps: false,
  labels: {},
  pressures: [],
  features: [FEATURE],
  kubeletMinor: 37,
};
const amounts = (cpu: string, memory: string) => ({ cpu, memory });
const at = (beforeMs: number) => new Date(NOW_MS - beforeMs).toISOString();

interface Whole {
  readonly whole: ResourceRequirements;
  readonly app: ResourceRequirements;
  readonly granted?: { readonly whole: ResourceList; readonly app: ResourceList };
  readonly inForce?: ResourceRequirements;
  readonly condition?: Pick<Condition, 'type' | 'reason' | 'message'>;
  readonly annotations?: Record<string, string>;
}

function stating(name: string, { whole, app, granted, inForce, condition, annotations = {} }: Whole): Pod {
  const one = pod(name, { ...app, annotations: { [RESIZED_AT_ANNOTATION]: at(600_000), ...annotations } });
  const conditions = [...(one.status?.conditions ?? [])];
  if (condition) conditions.push({ ...condition, status: 'True', lastTransitionTime: at(600_000) });
  return {
    ...one,
    spec: { ...one.spec, resources: whole },
    status: {
      ...one.status,
      conditions,
      ...(granted && { allocatedResources: granted.whole }),
      ...(inForce && { resources: inForce }),
      containerStatuses: one.status?.containerStatuses?.map((status) => ({
        ...status,
        ...(granted && { allocatedResources: granted.app, resources: { requests: granted.app } }),
      })),
    },
  };
}

/** What is planned for the first of two such pods, of which the VPA wants so much as a whole and of `app`. */
function planOf(one: Whole, whole: ResourceList, app: ResourceList, facts = {}) {
  const object = vpa({
    updatePolicy: { updateMode: 'InPlace' },
    target: app,
    lowerBound: app,
    upperBound: app,
  });
  object.metadata.annotations = {
    'plumbline.dev/pod-level': 'auto',
    'plumbline.dev/pod-recommendation': JSON.stringify({
      target: whole,
      lowerBound: whole,
      upperBound: whole,
    }),
  };
  const settled = stating('z', { whole: { requests: whole }, app: { requests: app } });
  const settings = { inPlaceSkipDisruptionBudget: true };
  return planned(workload([stating('a', one), settled], object, facts), {
    traitsOf: () => NODE,
    settings,
  }).find(({ name }) => name === 'a');
}

const moved = (plan: ReturnType<typeof planOf>) =>
  plan?.changes.map(({ container, to }) => `${container}: ${Object.keys(to).join(' ')}`);

describe('a change of a pod as a whole that lowers and raises', () => {
  const one: Whole = {
    whole: { requests: amounts('400m', '2Gi') },
    app: { requests: amounts('200m', '1Gi') },
  };

  it('lowers one resource first and alone, of the pod and its containers, and tells what follows', () => {
    const plan = planOf(one, amounts('900m', '1Gi'), amounts('500m', '512Mi'));
    expect(moved(plan)).toEqual(['app: memory', `${WHOLE_POD}: memory`]);
    expect(plan?.reasons).toContainEqual({
      code: 'lowered-first',
      raises: [
        { container: 'app', resource: 'cpu' },
        { container: WHOLE_POD, resource: 'cpu' },
      ],
    });
  });

  it('moves a resource together that rises for the pod and falls for a container', () => {
    const plan = planOf(one, amounts('900m', '1Gi'), amounts('100m', '512Mi'));
    expect(moved(plan)).toEqual(['app: memory', `${WHOLE_POD}: memory`]);
    const raised = planOf(one, amounts('900m', '2Gi'), amounts('100m', '1Gi'));
    expect(moved(raised)).toEqual(['app: cpu', `${WHOLE_POD}: cpu`]);
  });

  it('raises once what lowers is granted, though only the pod as a whole is to be raised', () => {
    const lowered: Whole = {
      whole: { requests: amounts('400m', '1Gi') },
      app: { requests: amounts('200m', '512Mi') },
      annotations: { [RAISES_NEXT_ANNOTATION]: `${WHOLE_POD} cpu` },
    };
    const plan = planOf(lowered, amounts('900m', '1Gi'), amounts('200m', '512Mi'));
    expect(plan?.decision).toBe('resize');
    expect(plan?.reasons).toContainEqual(
      expect.objectContaining({ code: 'raise-after-lowering', container: WHOLE_POD, resource: 'cpu' }),
    );
  });

  it.each([
    ['900m', '1Gi', '100m', '512Mi'],
    ['300m', '3Gi', '250m', '600Mi'],
    ['250m', '3Gi', '250m', '3Gi'],
  ])('is allowed after each step: %s %s, of which %s %s', (cpu, memory, appCpu, appMemory) => {
    const plan = planOf(one, amounts(cpu, memory), amounts(appCpu, appMemory));
    const plans = plan?.changes.map(({ container, to, limits }) => ({
      name: container,
      requests: to,
      limits,
    }));
    expect(plans?.length).toBeGreaterThan(0);
    expect(planFault(stating('a', one), plans ?? [], {})).toBeUndefined();
  });
});

describe('a deferred resize of a pod as a whole', () => {
  const deferred: Whole = {
    whole: { requests: amounts('900m', '1Gi'), limits: amounts('1800m', '2Gi') },
    app: { requests: amounts('100m', '512Mi') },
    granted: { whole: amounts('400m', '2Gi'), app: amounts('200m', '512Mi') },
    inForce: { requests: amounts('386m', '2Gi'), limits: amounts('800m', '4Gi') },
    condition: {
      type: 'PodResizePending',
      reason: 'Deferred',
      message: "Node didn't have enough resource: cpu, requested: 900, used: 500, capacity: 1000",
    },
  };

  it('is taken back with the requests of its containers, and its limit, telling what it held of the node', () => {
    const plan = planOf(deferred, amounts('900m', '1Gi'), amounts('100m', '512Mi'));
    expect(plan?.changes).toEqual([
      expect.objectContaining({ container: 'app', to: { cpu: 200 }, limits: {} }),
      expect.objectContaining({ container: WHOLE_POD, to: { cpu: 400 }, limits: { cpu: 800 } }),
    ]);
    expect(plan?.reasons).toEqual([
      expect.objectContaining({ code: 'resize-taken-back', held: { cpu: 500 } }),
    ]);
  });

  it('waits where its kubelet does not tell what it granted of the whole', () => {
    const { granted: _untold, ...untold } = deferred;
    expect(planOf(untold, amounts('900m', '1Gi'), amounts('100m', '512Mi'))?.decision).toBe('wait');
  });
});

it('a memory limit of a pod as a whole below what is used is given back at once', () => {
  const blocked: Whole = {
    whole: { requests: amounts('400m', '256Mi'), limits: amounts('800m', '512Mi') },
    app: { requests: amounts('200m', '128Mi') },
    granted: { whole: amounts('400m', '256Mi'), app: amounts('200m', '128Mi') },
    inForce: { limits: amounts('800m', '2Gi') },
    condition: {
      type: 'PodResizeInProgress',
      reason: 'Error',
      message: 'attempting to set pod memory limit (536870912) below current usage (734003200)',
    },
  };
  const plan = planOf(blocked, amounts('400m', '256Mi'), amounts('200m', '128Mi'));
  expect(plan).toMatchObject({
    decision: 'resize',
    reasons: [{ code: 'limit-given-back', container: WHOLE_POD, former: 2048 * MIB }],
  });
  expect(plan?.changes).toEqual([
    expect.objectContaining({ container: WHOLE_POD, to: {}, limits: { memory: 2048 * MIB } }),
  ]);
});
