import { describe, expect, it } from 'vitest';
import { defaultConfig } from '@/server/config';
import type { MutationRecord } from '../decide/new/mutation';
import type { PodController } from '../decide/new/pod-controller';
import { REQUIRES_VPA_ANNOTATION } from '../decide/new/requires-vpa';
import type { AdmissionRequest } from '../decide/new/review-types';
import type { ReviewWorld } from '../decide/new/review-world';
import { NO_LIMITS } from '../decide/pods/limit-bounds';
import { ALL_GATES_ON } from '../decide/pods/vpa-faults';
import { readVpa } from '../decide/pods/vpa-reading';
import { VpaIndex } from '../kube/target-index';
import { ManualClock } from '../lib/time/clock';
import type { HorizontalPodAutoscaler, Pod } from '../objects/types';
import type { UpdateMode, VerticalPodAutoscaler } from '../objects/vpa-types';
import { Reviewer, type ReviewerOptions } from './reviewer';
import { RecommendationSource } from './watch/recommendation-source';

const WEB = { apiVersion: 'apps/v1', kind: 'Deployment', namespace: 'ns', name: 'web' };
const KNOWN: PodController = { kind: 'known', controller: WEB };

function vpa(
  name: string,
  updateMode: UpdateMode = 'Recreate',
  creationTimestamp?: string,
): VerticalPodAutoscaler {
  const target = { cpu: '163m' };
  return {
    apiVersion: 'autoscaling.k8s.io/v1',
    kind: 'VerticalPodAutoscaler',
    metadata: { name, namespace: 'ns', creationTimestamp },
    spec: { targetRef: { kind: 'Deployment', name: 'web' }, updatePolicy: { updateMode } },
    status: { recommendation: { containerRecommendations: [{ containerName: 'app', target }] } },
  };
}

interface Setting {
  vpas?: VerticalPodAutoscaler[];
  world?: Partial<ReviewWorld>;
  options?: Partial<ReviewerOptions>;
}

function reviewing({ vpas = [vpa('a')], world = {}, options = {} }: Setting = {}) {
  const index = new VpaIndex();
  for (const one of vpas) index.set(one);
  const clock = new ManualClock(1000);
  const records: MutationRecord[] = [];
  const faults: unknown[] = [];
  const reviewer = new Reviewer({
    world: {
      isReady: () => true,
      vpasOf: (target) => index.targeting(target).map((one) => readVpa(one).compiled),
      hasVpas: (namespace) => index.has(namespace),
      controllerOf: () => KNOWN,
      limits: () => NO_LIMITS,
      quotas: () => [],
      largestNode: () => undefined,
      capacityNow: () => undefined,
      toCome: () => ({ own: 0, others: [] }),
      hpasOf: () => [],
      approvalsOf: () => undefined,
      templateAnnotations: () => undefined,
      forPod: (vpa) => vpa,
      surroundings: () => ({ vpas: [], hpas: [] }),
      ...world,
    },
    source: new RecommendationSource(clock, () => undefined),
    gates: ALL_GATES_ON,
    recommenders: defaultConfig(),
    plan: { startupBoost: true },
    clock,
    mutated: ({ record }) => records.push(record()),
    withheld: () => {},
    failed: (_kind, _request, thrown) => faults.push(thrown),
    ...options,
  });
  return {
    reviewer,
    records,
    faults,
    outcome: async (request: AdmissionRequest) => (await reviewer.review(request)).outcome,
  };
}

function podRequest(
  annotations?: Record<string, string>,
  extra: Partial<AdmissionRequest> = {},
): AdmissionRequest {
  const object: Pod = {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: '', generateName: 'web-', ...(annotations && { annotations }) },
    spec: { containers: [{ name: 'app' }] },
  };
  const resource = { group: '', version: 'v1', resource: 'pods' };
  return { uid: 'u', operation: 'CREATE', namespace: 'ns', resource, object, ...extra };
}

describe('reviewing a pod', () => {
  it('patches it and records the mutation', async () => {
    const { outcome, records } = reviewing();
    expect(await outcome(podRequest())).toBe('patched');
    expect(records).toEqual([
      {
        atMs: 1000,
        namespace: 'ns',
        pod: 'web-',
        vpa: 'a',
        origin: 'status',
        dryRun: false,
        changes: [
          { container: 'app', resource: 'cpu', field: 'request', to: 163, cappedBy: [], boosted: false },
        ],
        left: [{ container: 'app', resource: 'memory', reason: 'nothing-recommended' }],
        overruled: [],
      },
    ]);
  });

  it('records a pod that keeps all it states, too, and which VPA has no effect', async () => {
    const scaler: HorizontalPodAutoscaler = {
      apiVersion: 'autoscaling/v2',
      kind: 'HorizontalPodAutoscaler',
      metadata: { name: 'scaler', namespace: 'ns' },
      spec: { scaleTargetRef: WEB, maxReplicas: 3 },
    };
    const { outcome, records } = reviewing({
      vpas: [vpa('a'), vpa('b'), vpa('c', 'Off')],
      world: { hpasOf: () => [scaler] },
    });
    expect(await outcome(podRequest())).toBe('observed');
    expect(records).toMatchObject([
      {
        vpa: 'a',
        changes: [],
        left: [
          { resource: 'cpu', reason: 'scaled-horizontally', autoscaler: 'scaler' },
          { resource: 'memory', reason: 'nothing-recommended' },
        ],
        overruled: ['b'],
      },
    ]);
  });

  it('records nothing while nothing is recommended', async () => {
    const { status: _status, ...silent } = vpa('a');
    const { outcome, records } = reviewing({ vpas: [silent] });
    expect([await outcome(podRequest()), records]).toEqual(['observed', []]);
  });

  it('chooses the oldest VPA, then the first by name, before one that is Off', async () => {
    const named = async (vpas: VerticalPodAutoscaler[]) => {
      const { reviewer, records } = reviewing({ vpas });
      await reviewer.review(podRequest());
      return records[0]?.vpa;
    };
    expect(await named([vpa('b'), vpa('a')])).toBe('a');
    const [young, old] = ['2026-01-02T00:00:00Z', '2026-01-01T00:00:00Z'];
    expect(await named([vpa('a', 'Initial', young), vpa('b', 'Initial', old)])).toBe('b');
    expect(await named([vpa('a', 'Off', old), vpa('b', 'Initial', young)])).toBe('b');
    const broken = { ...vpa('a', 'Recreate', old), spec: { ...vpa('a').spec, resourcePolicy: 5 } } as never;
    expect(await named([broken, vpa('b', 'Initial', young)])).toBe('b');
  });

  it.each<[string, Setting, AdmissionRequest, string]>([
    ['no VPA targets its controller', { vpas: [] }, podRequest(), 'no-vpa'],
    ['its VPA only watches', { vpas: [vpa('a', 'Off')] }, podRequest(), 'mode-off'],
    ['its VPA is stopped', { options: { isStopped: () => true } }, podRequest(), 'stopped'],
    ['the cluster is not known yet', { world: { isReady: () => false } }, podRequest(), 'not-ready'],
    ['it has no controller', { world: { controllerOf: () => ({ kind: 'none' }) } }, podRequest(), 'no-vpa'],
    ['there is no pod in the review', {}, podRequest({}, { object: null }), 'unreadable'],
    ['it is being changed', {}, podRequest({}, { operation: 'UPDATE' }), 'not-reviewed'],
    ['only its status is meant', {}, podRequest({}, { subResource: 'status' }), 'not-reviewed'],
    [
      'something goes wrong',
      {
        world: {
          limits: () => {
            throw new Error('broken');
          },
        },
      },
      podRequest(),
      'failed',
    ],
  ])('admits it unchanged if %s', async (_name, setting, request, outcome) => {
    const reviewed = await reviewing(setting).reviewer.review(request);
    expect(reviewed).toMatchObject({ outcome, verdict: { allowed: true } });
    expect(reviewed.verdict.operations ?? []).toEqual([]);
  });

  it('reports what went wrong with one', async () => {
    const broken = new Error('broken');
    const { outcome, faults } = reviewing({
      world: {
        controllerOf: () => {
          throw broken;
        },
      },
    });
    expect([await outcome(podRequest()), faults]).toEqual(['failed', [broken]]);
  });

  it('guesses the controller that no watch has shown yet', async () => {
    const controllers = [WEB, { ...WEB, kind: 'ReplicaSet', name: 'web-1' }];
    const { outcome } = reviewing({ world: { controllerOf: () => ({ kind: 'likely', controllers }) } });
    expect(await outcome(podRequest())).toBe('patched');
  });

  it('does not mistake annotations of a template for a patch of its own', async () => {
    const marks = {
      vpaUpdates: 'Pod resources updated by a: container 0: cpu request',
      vpaObservedContainers: 'app',
    };
    const owned = podRequest(marks);
    if (owned.object)
      owned.object.metadata.ownerReferences = [
        { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'web-1', uid: 'u', controller: true },
      ];
    expect(await reviewing().outcome(owned)).toBe('already-patched');
    expect(await reviewing({ world: { templateAnnotations: () => marks } }).outcome(owned)).toBe('patched');
  });
});

describe('a pod that requires a VPA', () => {
  const requiring = podRequest({ [REQUIRES_VPA_ANNOTATION]: 'true' });

  it('is refused while none targets its controller, and told what to create', async () => {
    const { verdict, outcome } = await reviewing({ vpas: [] }).reviewer.review(requiring);
    expect([outcome, verdict.allowed]).toEqual(['refused', false]);
    expect(verdict.denial?.message).toContain('spec.targetRef names Deployment "web"');
  });

  it('is told that a bare pod can have none', async () => {
    const world = { controllerOf: () => ({ kind: 'none' }) as const };
    const { verdict } = await reviewing({ vpas: [], world }).reviewer.review(requiring);
    expect(verdict.denial?.message).toContain('has no controller');
  });

  it.each([
    ['guessed', [WEB], 'spec.targetRef names Deployment "web"'],
    ['not even guessed', [], 'its owner is too new to be known; try again'],
  ])('is refused while its owner is %s, since its controller tries again', async (_, controllers, told) => {
    const world: Setting['world'] = { controllerOf: () => ({ kind: 'likely', controllers }) };
    const { verdict } = await reviewing({ vpas: [], world }).reviewer.review(requiring);
    expect(verdict.denial?.message).toContain(told);
  });

  it.each<[string, Setting]>([
    ['one that only watches is there', { vpas: [vpa('a', 'Off')] }],
    ['the VPAs are not known yet', { vpas: [], world: { isReady: () => false } }],
  ])('is admitted while %s', async (_name, setting) => {
    expect((await reviewing(setting).reviewer.review(requiring)).verdict.allowed).toBe(true);
  });

  it('is admitted if the annotation is not "true"', async () => {
    const { reviewer } = reviewing({ vpas: [] });
    expect((await reviewer.review(podRequest({ [REQUIRES_VPA_ANNOTATION]: 'false' }))).verdict.allowed).toBe(
      true,
    );
  });
});

describe('reviewing a VPA', () => {
  const resource = { group: 'autoscaling.k8s.io', version: 'v1', resource: 'verticalpodautoscalers' };
  const invalid: VerticalPodAutoscaler = { ...vpa('v'), spec: { updatePolicy: {} } };
  const request = (extra: Partial<AdmissionRequest>): AdmissionRequest => ({
    uid: 'u',
    namespace: 'ns',
    resource,
    ...extra,
  });

  it('refuses a new one that is invalid, field by field', async () => {
    const { verdict } = await reviewing().reviewer.review(request({ operation: 'CREATE', object: invalid }));
    expect(verdict.allowed).toBe(false);
    expect(verdict.denial?.causes?.map(({ field }) => field)).toEqual([
      'spec.targetRef',
      'spec.updatePolicy.updateMode',
    ]);
  });

  it('never refuses a change that leaves the spec alone, or lets a deleted one go', async () => {
    const { reviewer } = reviewing();
    const labelled = { ...invalid, metadata: { ...invalid.metadata, labels: { a: 'b' } } };
    const relabelling = request({ operation: 'UPDATE', object: labelled, oldObject: invalid });
    expect((await reviewer.review(relabelling)).verdict.allowed).toBe(true);
    const going = {
      ...invalid,
      metadata: { ...invalid.metadata, deletionTimestamp: '2026-01-01T00:00:00Z' },
    };
    const deleting = request({ operation: 'UPDATE', object: going, oldObject: vpa('v') });
    expect((await reviewer.review(deleting)).verdict.allowed).toBe(true);
  });

  it('accepts one that it cannot read at all', async () => {
    expect(await reviewing().outcome(request({ operation: 'CREATE', object: null }))).toBe('unreadable');
  });
});

it('ignores reviews of other kinds', async () => {
  const resource = { group: 'apps', version: 'v1', resource: 'deployments' };
  expect(await reviewing().outcome({ uid: 'u', resource, operation: 'CREATE' })).toBe('not-reviewed');
});
