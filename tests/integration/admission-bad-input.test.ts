import { Agent, request as httpsRequest } from 'node:https';
import fc from 'fast-check';
import fastJsonPatch, { type Operation } from 'fast-json-patch';
import { describe, expect, it } from 'vitest';
import { type AdmissionHandle, startAdmission } from '@/server/admission';
import type { AdmissionRequest } from '@/server/decide/new/review-types';
import type { ProblemBoard } from '@/server/kube/problems';
import type { HorizontalPodAutoscaler, KubeObject, Pod } from '@/server/objects/types';
import { runs } from '@/tests/support/property-runs';
import { cleanUpAfterEach, cleanups } from '../support/cleanups';
import { scriptedRole } from '../support/scripted-role';
import {
  deployment,
  hpa,
  limitRange,
  merged,
  node,
  type Objects,
  pod,
  quota,
  replicaSet,
  vpa,
} from '../support/scripted-shop';
import { until } from '../support/until';
import { pathsOf, withValue, wrongInTurn } from '../support/wrong-fields';

cleanUpAfterEach();

interface Reviewing {
  handle: AdmissionHandle;
  board: ProblemBoard;
  ask(request: Partial<AdmissionRequest>): Promise<{ allowed: boolean; patch?: string }>;
}

/** Admission on a cluster with Deployment `web`, its VPA, and `more`. */
async function reviewingOn(more: Objects): Promise<Reviewing> {
  const { board, context } = await scriptedRole(
    'admission',
    merged(
      { deployments: [deployment('web')], replicaSets: [replicaSet('web')], vpas: [plain('web')] },
      more,
    ),
    { admissionProof: false },
  );
  const handle = await startAdmission(context);
  const agent = new Agent({ keepAlive: true, rejectUnauthorized: false });
  cleanups.push(
    () => handle.stop(),
    () => agent.destroy(),
  );
  const ask: Reviewing['ask'] = (request) => posted(agent, handle.port ?? 0, request);
  await until('a patch for the healthy workload', async () => (await ask(creating(fresh('web')))).patch);
  return { handle, board, ask };
}

/** The VPA without a boost, so that its pods get exactly what it recommends. */
function plain(name: string) {
  const { startupBoost: _boost, resourcePolicy: _policy, ...spec } = vpa(name).spec;
  return { ...vpa(name), spec };
}

/** What the API server gives a container that states nothing, in a namespace with the healthy LimitRange. */
const DEFAULTED = { requests: { cpu: '10', memory: '10Gi' }, limits: { cpu: '10', memory: '10Gi' } };

/** A pod as sent for creation. */
function fresh(app: string): Pod {
  const { metadata, spec, ...rest } = pod(app, '');
  const { labels, namespace, ownerReferences } = metadata;
  return {
    ...rest,
    metadata: { generateName: `${app}-`, namespace, labels, ownerReferences, annotations: { team: 'a' } },
    spec: {
      ...spec,
      initContainers: [{ name: 'init', restartPolicy: 'Always', resources: DEFAULTED }],
      overhead: { cpu: '1m' },
    },
  } as unknown as Pod;
}

function creating(object: unknown): Partial<AdmissionRequest> {
  return {
    resource: { group: '', version: 'v1', resource: 'pods' },
    operation: 'CREATE',
    namespace: 'shop',
    object: object as KubeObject,
  };
}

function posted(agent: Agent, port: number, request: Partial<AdmissionRequest>) {
  const body = JSON.stringify({
    apiVersion: 'admission.k8s.io/v1',
    kind: 'AdmissionReview',
    request: { uid: 'u', ...request },
  });
  return new Promise<{ allowed: boolean; patch?: string }>((resolve, reject) => {
    const sent = httpsRequest(
      { agent, host: '127.0.0.1', port, path: '/mutate', method: 'POST' },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => {
          if (response.statusCode === 200)
            resolve(JSON.parse(Buffer.concat(chunks).toString('utf8')).response);
          else reject(new Error(`answered ${response.statusCode}`));
        });
      },
    );
    sent.setHeader('content-length', Buffer.byteLength(body));
    sent.on('error', reject);
    sent.end(body);
  });
}

function patched(object: unknown, patch: string): Pod {
  const operations = JSON.parse(Buffer.from(patch, 'base64').toString('utf8')) as Operation[];
  return fastJsonPatch.applyPatch(structuredClone(object), operations, true).newDocument as Pod;
}

/** The healthy workload gets what its VPA recommends. */
async function expectServed({ ask }: Reviewing): Promise<void> {
  const { patch } = await ask(creating(fresh('web')));
  expect(patched(fresh('web'), patch ?? '').spec.containers[0]?.resources?.requests).toEqual({
    cpu: '500m',
    memory: '256Mi',
  });
}

/** The object is admitted unchanged, or with a patch that applies. */
async function expectLetThrough({ ask }: Reviewing, object: unknown): Promise<void> {
  const { allowed, patch } = await ask(creating(object));
  expect(allowed).toBe(true);
  if (patch) patched(object, patch);
}

/** A wrong amount is still a limit, so it may hold back the workload beside it. */
function withoutAmounts<T extends KubeObject>(objects: T[]): T[] {
  return objects.filter((object) => !JSON.stringify(object).includes(':7000000000'));
}

/** The API defines that one without metrics scales on CPU, which is then left as stated. */
function hasMetrics({ spec }: HorizontalPodAutoscaler): boolean {
  return Array.isArray(spec?.metrics) && spec.metrics.length > 0;
}

const CASES: [string, () => Objects][] = [
  ['nodes', () => ({ nodes: wrongInTurn((index) => node(`bad-${index}`)) })],
  [
    'horizontal autoscalers',
    () => ({ horizontalPodAutoscalers: wrongInTurn((index) => hpa(`bad-${index}`)).filter(hasMetrics) }),
  ],
  ['quotas', () => ({ resourceQuotas: withoutAmounts(wrongInTurn((index) => quota(`bad-${index}`))) })],
  [
    'limit ranges',
    () => ({ limitRanges: withoutAmounts(wrongInTurn((index) => limitRange(`bad-${index}`))) }),
  ],
  ['workloads', () => ({ replicaSets: wrongInTurn((index) => replicaSet(`bad-${index}`)) })],
  ['VPAs', () => ({ vpas: wrongInTurn((index) => vpa(`bad-${index}`)) })],
  ['pods that run', () => ({ pods: wrongInTurn((index) => pod('web', `bad-${index}`)) })],
];

describe('beside objects with every field wrong in turn, pods of a healthy VPA get their patch', () => {
  it.each(CASES)('%s', async (_kind, make) => {
    const objects = make();
    const reviewing = await reviewingOn(objects);
    await expectServed(reviewing);
    for (const { metadata } of objects.vpas ?? []) await expectLetThrough(reviewing, fresh(metadata.name));
    await expectServed(reviewing);
  });

  it('pods under review, which get a patch that applies or none', async () => {
    const reviewing = await reviewingOn({});
    for (const wrong of wrongInTurn(() => fresh('web'))) await expectLetThrough(reviewing, wrong);
    await expectServed(reviewing);
    expect(reviewing.handle.health()).not.toMatchObject({
      kind: 'unhealthy',
      faults: [{ check: 'answers-in-time' }],
    });
  });

  it('VPAs under review', async () => {
    const reviewing = await reviewingOn({ vpas: wrongInTurn((index) => vpa(`bad-${index}`)) });
    const resource = { group: 'autoscaling.k8s.io', version: 'v1', resource: 'verticalpodautoscalers' };
    for (const object of wrongInTurn(() => vpa('web')))
      for (const operation of ['CREATE', 'UPDATE'])
        expect(await reviewing.ask({ resource, operation, object, oldObject: vpa('web') })).toMatchObject({
          allowed: expect.any(Boolean),
        });
    await expectServed(reviewing);
  });

  it('whatever the fields of a pod under review hold at once', async () => {
    const reviewing = await reviewingOn({});
    const places = pathsOf(fresh('web'));
    const change = fc.record({ place: fc.nat(), value: fc.jsonValue() });
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 4 }), async (changes) => {
        const wrong = changes.reduce(
          (object, { place, value }) => withValue(object, places[place % places.length] ?? [], value),
          fresh('web'),
        );
        await expectLetThrough(reviewing, wrong);
      }),
      { numRuns: runs(1_000) },
    );
    await expectServed(reviewing);
  });
});

describe('an object that cannot be read', () => {
  it('is no problem where it is only tried, and one where it is meant', async () => {
    const reviewing = await reviewingOn({});
    const wrong = creating(withValue(fresh('web'), ['spec', 'containers'], 'x'));
    const told = () => reviewing.board.list().filter(({ code }) => code === 'object-unusable');
    expect(await reviewing.ask({ ...wrong, dryRun: true })).toMatchObject({ allowed: true });
    expect(told()).toEqual([]);
    await reviewing.ask(wrong);
    expect(told()).toHaveLength(1);
    await expectServed(reviewing);
  });

  it.each<[string, Objects]>([
    [
      'LimitRange shop/bad',
      { limitRanges: [withValue(limitRange('bad'), ['spec', 'limits', 0, 'max', 'cpu'], 'x')] },
    ],
    [
      'ResourceQuota shop/bad',
      { resourceQuotas: [withValue(quota('bad'), ['status', 'hard', 'requests.cpu'], 'x')] },
    ],
    [
      'HorizontalPodAutoscaler shop/bad',
      {
        horizontalPodAutoscalers: [
          withValue(hpa('bad'), ['spec', 'metrics', 1], {
            containerResource: { name: 'cpu', container: { toString: 1 } },
          }),
        ],
      },
    ],
    [
      'VerticalPodAutoscaler shop/bad',
      {
        vpas: [
          withValue(
            vpa('bad'),
            ['spec', 'resourcePolicy', 'containerPolicies', 0, 'maxAllowed', 'cpu'],
            '1e1001',
          ),
        ],
      },
    ],
  ])('%s is reported as a problem', async (about, objects) => {
    const reviewing = await reviewingOn(objects);
    await expectServed(reviewing);
    expect(reviewing.board.list().map((problem) => problem.about)).toContain(about);
  });

  it('a pod under review is reported as a problem until one of its name can be read', async () => {
    const reviewing = await reviewingOn({});
    const problems = () => reviewing.board.list().filter(({ code }) => code === 'object-unusable');
    await expectLetThrough(
      reviewing,
      withValue(fresh('web'), ['spec', 'containers', 0, 'resources', 'requests', 'cpu'], '1e1.5'),
    );
    expect(problems()).toMatchObject([{ about: 'Pod shop/web-' }]);
    await expectServed(reviewing);
    expect(problems()).toEqual([]);
  });
});
