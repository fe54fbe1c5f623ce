import type { WebhookMood } from '../support/test-webhook';

/**
 * What is asked of a real API server and of the embedded one alike, in order. A step with a name is recorded and
 * compared; one without prepares, and must succeed.
 */
export interface Step {
  readonly name?: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  /** An object as JSON, or a text as it is. */
  readonly body?: object | string;
  readonly type?: string;
  /** Asked again until the answer is so. */
  readonly until?: (answer: Answered) => boolean;
  /** Asked again until a webhook is asked about it. */
  readonly untilReviewed?: boolean;
  /** What the webhook answers meanwhile; it lets all pass if absent. */
  readonly mood?: WebhookMood;
}

/** In a body, where the webhook of whoever asks is. */
export const WEBHOOK = 'the webhook';

// biome-ignore lint/suspicious/noExplicitAny: an answer may be any JSON
type Answered = any;

const STRATEGIC = 'application/strategic-merge-patch+json';
const MERGE = 'application/merge-patch+json';
const APPLY = 'application/apply-patch+yaml';
const JSON_PATCH = 'application/json-patch+json';

const create = (path: string, body: object): Step => ({ method: 'POST', path, body });
const named = (name: string, step: Step): Step => ({ ...step, name });
const core = (ns: string, rest: string) => `/api/v1/namespaces/${ns}/${rest}`;

function namespace(name: string): Step {
  return create('/api/v1/namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata: { name } });
}

interface Container {
  readonly name?: string;
  readonly requests?: object;
  readonly limits?: object;
  readonly [more: string]: unknown;
}

function container({ name = 'app', requests, limits, ...more }: Container): object {
  const resources = { ...(requests && { requests }), ...(limits && { limits }) };
  return { name, image: 'registry.example/app:1', resources, ...more };
}

interface PodOptions {
  readonly containers?: readonly Container[];
  readonly spec?: object;
  readonly annotations?: object;
  readonly labels?: object;
  readonly phase?: string;
  readonly ready?: boolean;
  /** What the statuses of the containers say of their resources; as the spec if absent, none if null. */
  readonly actual?: readonly (object | null)[];
}

const BURSTABLE: Container = { requests: { cpu: '100m', memory: '64Mi' } };

/** A pod as a kubelet tells of it while it runs. */
function pod(ns: string, name: string, options: PodOptions = {}): Step[] {
  const { containers = [BURSTABLE], phase = 'Running', ready = true, labels, annotations } = options;
  const running = { state: { running: { startedAt: '2026-01-01T00:00:00Z' } }, ready, restartCount: 0 };
  const containerStatuses = containers.map(({ name: of = 'app', requests, limits }, index) => {
    const actual = options.actual?.[index];
    const resources = actual === undefined ? { requests, limits } : actual;
    const requested = resources && 'requests' in resources ? resources.requests : undefined;
    return {
      ...{ name: of, image: 'registry.example/app:1', imageID: '', ...running },
      ...(resources && { resources, ...(requested ? { allocatedResources: requested } : {}) }),
    };
  });
  return [
    create(core(ns, 'pods'), {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name, namespace: ns, ...(labels && { labels }), ...(annotations && { annotations }) },
      spec: { nodeName: 'roomy', containers: containers.map(container), ...options.spec },
    }),
    {
      method: 'PATCH',
      path: core(ns, `pods/${name}/status`),
      type: MERGE,
      body: {
        status: {
          phase,
          conditions: [{ type: 'Ready', status: ready ? 'True' : 'False' }],
          containerStatuses,
        },
      },
    },
  ];
}

/** Resources of one container after the other, as a strategic merge patch of the resize subresource. */
function resize(ns: string, name: string, containers: readonly object[], list = 'containers'): Step {
  return {
    method: 'PATCH',
    path: core(ns, `pods/${name}/resize`),
    type: STRATEGIC,
    body: { spec: { [list]: containers } },
  };
}

/** The same by server-side apply, of a manager that owns what it states and lets go what it leaves out. */
function applied(ns: string, name: string, containers: readonly object[]): Step {
  return {
    method: 'PATCH',
    path: `${core(ns, `pods/${name}/resize`)}?fieldManager=sizer&force=true`,
    type: APPLY,
    body: { apiVersion: 'v1', kind: 'Pod', metadata: { name, namespace: ns }, spec: { containers } },
  };
}

const of = (resources: object, name = 'app') => ({ name, resources });
const cpu = (amount: string) => [of({ requests: { cpu: amount } })];

function node(name: string, allocatable: object, declaredFeatures?: string[], labels: object = {}): Step {
  return create('/api/v1/nodes', {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name, labels: { 'kubernetes.io/os': 'linux', ...labels } },
    status: {
      capacity: allocatable,
      allocatable,
      conditions: [{ type: 'Ready', status: 'True' }],
      ...(declaredFeatures && { declaredFeatures }),
    },
  });
}

const ROOM = { cpu: '4', memory: '8Gi', pods: '110' };
const NODES = [
  node('roomy', ROOM, ['InPlacePodLevelResourcesVerticalScaling', 'InPlacePodVerticalScalingInitContainers']),
  node('silent', ROOM),
  node('shrunk', { cpu: '500m', memory: '256Mi', pods: '110' }, []),
  node('windows', ROOM, [], { 'kubernetes.io/os': 'windows' }),
  node('other-system', ROOM, [], { 'kubernetes.io/os': 'illumos' }),
];

const GUARANTEED: Container = {
  requests: { cpu: '100m', memory: '64Mi' },
  limits: { cpu: '100m', memory: '64Mi' },
};
const LIMITED: Container = {
  requests: { cpu: '100m', memory: '64Mi' },
  limits: { cpu: '200m', memory: '128Mi' },
};

const RESIZES: readonly Step[] = [
  namespace('resize'),
  ...pod('resize', 'guaranteed', { containers: [GUARANTEED] }),
  named('a resize that changes the class of a Guaranteed pod', resize('resize', 'guaranteed', cpu('50m'))),
  ...pod('resize', 'best-effort', { containers: [{}] }),
  named('a resize that changes the class of a BestEffort pod', resize('resize', 'best-effort', cpu('50m'))),
  ...pod('resize', 'limited', { containers: [LIMITED] }),
  named('a resize that takes a limit away', resize('resize', 'limited', [of({ limits: { memory: null } })])),
  named(
    'a resize that takes a request away beside its limit: it comes back from the limit',
    resize('resize', 'limited', [of({ requests: { memory: null } })]),
  ),
  named('a request beyond its limit', resize('resize', 'limited', [of({ requests: { memory: '256Mi' } })])),
  ...pod('resize', 'first-limit', { containers: [{ requests: { cpu: '100m' } }] }),
  named(
    'a first memory limit becomes the request too',
    resize('resize', 'first-limit', [of({ limits: { memory: '128Mi' } })]),
  ),
  ...pod('resize', 'policy'),
  named(
    'a resize that changes the resize policy',
    resize('resize', 'policy', [
      { name: 'app', resizePolicy: [{ resourceName: 'memory', restartPolicy: 'RestartContainer' }] },
    ]),
  ),
  named(
    'a resize of another resource',
    resize('resize', 'policy', [of({ requests: { 'ephemeral-storage': '1Gi' } })]),
  ),
  named('a resize that changes image and label as well leaves those', {
    ...resize('resize', 'policy', cpu('150m')),
    body: {
      metadata: { labels: { sneaked: 'in' } },
      spec: { containers: [{ ...of({ requests: { cpu: '150m' } }), image: 'other:1' }] },
    },
  }),
  named('a dry run of a resize', {
    ...resize('resize', 'policy', cpu('175m')),
    path: `${core('resize', 'pods/policy/resize')}?dryRun=All`,
  }),
  ...pod('resize', 'applied'),
  named('a resize by server-side apply', applied('resize', 'applied', cpu('150m'))),
  named('a resize by server-side apply that lets go what it applied', applied('resize', 'applied', [of({})])),
  ...pod('resize', 'ended', { phase: 'Succeeded', spec: { restartPolicy: 'Never' } }),
  named('a resize of a pod that has ended', resize('resize', 'ended', cpu('150m'))),
  create(core('resize', 'pods'), {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'unscheduled', namespace: 'resize' },
    spec: { schedulerName: 'nobody', containers: [container(BURSTABLE)] },
  }),
  named('a resize of a pod without a node', resize('resize', 'unscheduled', cpu('150m'))),
  ...pod('resize', 'first-unsupported', {
    containers: [BURSTABLE, { ...BURSTABLE, name: 'other' }],
    actual: [null, {}],
  }),
  named(
    'a resize where the first running container tells no resources',
    resize('resize', 'first-unsupported', [of({ requests: { cpu: '150m' } }, 'other')]),
  ),
  ...pod('resize', 'second-unsupported', {
    containers: [BURSTABLE, { ...BURSTABLE, name: 'other' }],
    actual: [{}, null],
  }),
  named(
    'a resize where the second running container alone tells no resources',
    resize('resize', 'second-unsupported', [of({ requests: { cpu: '150m' } }, 'other')]),
  ),
  ...pod('resize', 'static', { annotations: { 'kubernetes.io/config.mirror': 'hash' } }),
  named('a resize of a mirror pod', resize('resize', 'static', cpu('150m'))),
  ...pod('resize', 'for-windows', { spec: { nodeName: 'windows', os: { name: 'windows' } } }),
  named('a resize of a pod for Windows', resize('resize', 'for-windows', cpu('150m'))),
  ...pod('resize', 'on-windows', { spec: { nodeName: 'windows' } }),
  named('a resize on a Windows node', resize('resize', 'on-windows', cpu('150m'))),
  ...pod('resize', 'on-another', { spec: { nodeName: 'other-system' } }),
  named('a resize on a node of another system', resize('resize', 'on-another', cpu('150m'))),
  ...pod('resize', 'starting', {
    spec: { initContainers: [container({ name: 'setup', ...BURSTABLE })] },
  }),
  named(
    'a resize of an init container where the node declares it',
    resize('resize', 'starting', [of({ requests: { cpu: '150m' } }, 'setup')], 'initContainers'),
  ),
  ...pod('resize', 'starting-silent', {
    spec: { nodeName: 'silent', initContainers: [container({ name: 'setup', ...BURSTABLE })] },
  }),
  named(
    'a resize of an init container where the node declares nothing',
    resize('resize', 'starting-silent', [of({ requests: { cpu: '150m' } }, 'setup')], 'initContainers'),
  ),
];

const ON_NODES: readonly Step[] = [
  namespace('nodes'),
  ...pod('nodes', 'roomy'),
  named('a resize beyond what the node can allocate', resize('nodes', 'roomy', cpu('5100m'))),
  ...pod('nodes', 'silent', { spec: { nodeName: 'silent' } }),
  named(
    'a resize beyond a node that declares nothing',
    resize('nodes', 'silent', [of({ requests: { cpu: '5100m', memory: '9Gi' } })]),
  ),
  ...pod('nodes', 'shrunk', {
    containers: [{ requests: { cpu: '400m', memory: '512Mi' } }],
    spec: { nodeName: 'shrunk' },
  }),
  named('a resize that lowers on a node that shrank', resize('nodes', 'shrunk', cpu('300m'))),
  named(
    'a resize that lowers below a node that shrank',
    resize('nodes', 'shrunk', [of({ requests: { memory: '128Mi' } })]),
  ),
  ...pod('nodes', 'lost', { spec: { nodeName: 'gone' } }),
  named('a resize on a node that is gone', resize('nodes', 'lost', cpu('150m'))),
];

function limitRange(ns: string, ...limits: object[]): Step {
  return create(core(ns, 'limitranges'), {
    apiVersion: 'v1',
    kind: 'LimitRange',
    metadata: { name: 'range', namespace: ns },
    spec: { limits },
  });
}

const LIMIT_RANGES: readonly Step[] = [
  namespace('defaulted'),
  ...pod('defaulted', 'web', {
    containers: [BURSTABLE, { name: 'proxy', requests: { cpu: '10m', memory: '16Mi' } }],
  }),
  ...pod('defaulted', 'starting', { spec: { initContainers: [container({ name: 'setup' })] } }),
  ...pod('defaulted', 'starting-silent', {
    spec: { nodeName: 'silent', initContainers: [container({ name: 'setup' })] },
  }),
  limitRange('defaulted', {
    type: 'Container',
    default: { cpu: '1', memory: '1Gi' },
    defaultRequest: { cpu: '50m' },
  }),
  named(
    'a resize where a LimitRange was made later has its defaults, in each container',
    resize('defaulted', 'web', cpu('150m')),
  ),
  named(
    'a resize where a LimitRange was made later, of a pod whose init container states nothing',
    resize('defaulted', 'starting', cpu('150m')),
  ),
  named(
    'a resize where a LimitRange was made later, of such a pod on a node that declares nothing',
    resize('defaulted', 'starting-silent', cpu('150m')),
  ),
  namespace('least'),
  ...pod('least', 'starting', {
    containers: [{ requests: { cpu: '100m' } }],
    spec: { initContainers: [container({ name: 'setup', requests: { cpu: '10m' } })] },
  }),
  limitRange('least', { type: 'Container', min: { cpu: '20m' } }),
  named(
    'a resize while an init container is below the minimum of a LimitRange',
    resize('least', 'starting', cpu('150m')),
  ),
  named('a resize that raises such an init container with it', {
    ...resize('least', 'starting', cpu('150m')),
    body: {
      spec: { containers: cpu('150m'), initContainers: [of({ requests: { cpu: '20m' } }, 'setup')] },
    },
  }),
  namespace('bounded'),
  ...pod('bounded', 'web', { containers: [{ requests: { cpu: '2' }, limits: { cpu: '3' } }] }),
  limitRange('bounded', { type: 'Container', max: { cpu: '1' } }),
  named(
    'a resize that lowers, still beyond a LimitRange',
    resize('bounded', 'web', [of({ limits: { cpu: '2' } })]),
  ),
  namespace('rated'),
  ...pod('rated', 'web', { containers: [LIMITED] }),
  limitRange('rated', { type: 'Container', maxLimitRequestRatio: { cpu: '2' } }),
  named('a resize beyond a ratio', resize('rated', 'web', cpu('50m'))),
  namespace('whole'),
  ...pod('whole', 'web'),
  limitRange('whole', { type: 'Pod', max: { cpu: '1' } }),
  named('a resize without the limit that a Pod maximum demands', resize('whole', 'web', cpu('50m'))),
  namespace('twice'),
  named(
    'a LimitRange with two items of one type',
    limitRange('twice', { type: 'Container', max: { cpu: '1' } }, { type: 'Container', max: { cpu: '2' } }),
  ),
];

function quota(ns: string, spec: object, until: (used: Answered) => boolean): Step[] {
  return [
    create(core(ns, 'resourcequotas'), {
      apiVersion: 'v1',
      kind: 'ResourceQuota',
      metadata: { name: 'share', namespace: ns },
      spec,
    }),
    used(ns, until),
  ];
}

const used = (ns: string, until: (used: Answered) => boolean): Step => ({
  method: 'GET',
  path: core(ns, 'resourcequotas/share'),
  until: ({ status }) => status?.used !== undefined && until(status.used),
});

const QUOTAS: readonly Step[] = [
  namespace('demanding'),
  ...pod('demanding', 'web'),
  ...quota('demanding', { hard: { 'limits.cpu': '8' } }, () => true),
  named('a resize that lowers under a quota that demands limits', resize('demanding', 'web', cpu('50m'))),
  ...pod('demanding', 'as-a-whole', {
    spec: { resources: { requests: { cpu: '200m' }, limits: { cpu: '400m' } } },
  }),
  named(
    'a resize of a pod that states limits as a whole, under that quota',
    resize('demanding', 'as-a-whole', cpu('50m')),
  ),
  namespace('shared'),
  ...pod('shared', 'web'),
  ...quota('shared', { hard: { 'requests.cpu': '300m' } }, (each) => each['requests.cpu'] === '100m'),
  named('a resize beyond a quota', resize('shared', 'web', cpu('350m'))),
  named('a resize within a quota', resize('shared', 'web', cpu('250m'))),
  used('shared', (each) => each['requests.cpu'] === '250m'),
  {
    method: 'PATCH',
    path: core('shared', 'pods/web/status'),
    type: MERGE,
    body: {
      status: {
        containerStatuses: [
          {
            ...{ name: 'app', image: 'registry.example/app:1', imageID: '', ready: true, restartCount: 0 },
            state: { running: { startedAt: '2026-01-01T00:00:00Z' } },
            allocatedResources: { cpu: '250m', memory: '64Mi' },
            resources: { requests: { cpu: '250m', memory: '64Mi' } },
          },
        ],
      },
    },
  },
  resize('shared', 'web', cpu('100m')),
  ...pod('shared', 'also', { containers: [{ requests: { cpu: '50m' } }] }),
  named('a new pod beyond a quota, while a pod is lowered and not yet smaller', {
    ...create(core('shared', 'pods'), {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'third', namespace: 'shared' },
      spec: { containers: [container({ requests: { cpu: '50m' } })] },
    }),
  }),
  named(
    'a resize back to what is still in force, under a quota that is full',
    resize('shared', 'web', cpu('250m')),
  ),
  namespace('taken-back'),
  ...pod('taken-back', 'web'),
  ...quota('taken-back', { hard: { 'requests.cpu': '300m' } }, (each) => each['requests.cpu'] === '100m'),
  resize('taken-back', 'web', cpu('300m')),
  used('taken-back', (each) => each['requests.cpu'] === '300m'),
  resize('taken-back', 'web', cpu('100m')),
  named('a resize that was taken back stays charged', {
    method: 'GET',
    path: core('taken-back', 'resourcequotas/share'),
  }),
  named('a resize after one that was taken back', resize('taken-back', 'web', cpu('200m'))),
  namespace('counted'),
  ...pod('counted', 'done', { phase: 'Succeeded', spec: { restartPolicy: 'Never' } }),
  ...quota(
    'counted',
    { hard: { pods: '5', 'count/pods': '5', 'limits.cpu': '5' } },
    (each) => each['count/pods'] === '1',
  ),
  named('a quota counts pods that have ended by count/pods alone', {
    method: 'GET',
    path: core('counted', 'resourcequotas/share'),
  }),
  namespace('scoped'),
  create('/apis/scheduling.k8s.io/v1/priorityclasses', {
    apiVersion: 'scheduling.k8s.io/v1',
    kind: 'PriorityClass',
    metadata: { name: 'important' },
    value: 1000,
  }),
  ...pod('scoped', 'plain'),
  ...pod('scoped', 'important', { spec: { priorityClassName: 'important' } }),
  ...quota(
    'scoped',
    {
      hard: { 'requests.cpu': '200m' },
      scopeSelector: {
        matchExpressions: [{ scopeName: 'PriorityClass', operator: 'In', values: ['important'] }],
      },
    },
    (each) => each['requests.cpu'] === '100m',
  ),
  named('a resize beyond a quota of another priority', resize('scoped', 'plain', cpu('500m'))),
  named('a resize beyond a quota of its priority', resize('scoped', 'important', cpu('500m'))),
];

function budget(ns: string, name: string, spec: object): Step[] {
  const path = `/apis/policy/v1/namespaces/${ns}/poddisruptionbudgets`;
  return [
    create(path, {
      apiVersion: 'policy/v1',
      kind: 'PodDisruptionBudget',
      metadata: { name, namespace: ns },
      spec: { selector: { matchLabels: { app: 'web' } }, ...spec },
    }),
    {
      method: 'GET',
      path: `${path}/${name}`,
      until: ({ metadata, status }) => status?.observedGeneration === metadata.generation,
    },
  ];
}

function evict(ns: string, name: string, deleteOptions?: object, apiVersion = 'policy/v1'): Step {
  return create(core(ns, `pods/${name}/eviction`), {
    apiVersion,
    kind: 'Eviction',
    metadata: { name, namespace: ns },
    ...(deleteOptions && { deleteOptions }),
  });
}

const OTHER = { preconditions: { uid: '00000000-0000-0000-0000-000000000000' } };
const WEB = { labels: { app: 'web' } };
const UNREADY = { ...WEB, ready: false };

const EVICTIONS: readonly Step[] = [
  namespace('always'),
  ...pod('always', 'one', UNREADY),
  ...pod('always', 'two', UNREADY),
  ...budget('always', 'web', { minAvailable: 2, unhealthyPodEvictionPolicy: 'AlwaysAllow' }),
  named('an eviction of a pod that is not ready, under AlwaysAllow', evict('always', 'one')),
  named('a pod that was evicted says so in a condition', { method: 'GET', path: core('always', 'pods/one') }),
  namespace('healthy'),
  ...pod('healthy', 'one', UNREADY),
  ...pod('healthy', 'two', UNREADY),
  ...budget('healthy', 'web', { minAvailable: 2 }),
  named('an eviction of a pod that is not ready, without that policy', evict('healthy', 'one')),
  namespace('bare'),
  ...pod('bare', 'one', WEB),
  ...budget('bare', 'web', { maxUnavailable: 1 }),
  named('an eviction of a pod without a controller, under maxUnavailable', evict('bare', 'one')),
  namespace('two-budgets'),
  ...pod('two-budgets', 'one', WEB),
  ...budget('two-budgets', 'a', { minAvailable: 0 }),
  ...budget('two-budgets', 'b', { minAvailable: 0 }),
  named('an eviction of a pod that two budgets cover', evict('two-budgets', 'one')),
  namespace('other-uid'),
  ...pod('other-uid', 'free'),
  named('a dry run of an eviction of another uid', evict('other-uid', 'free', { ...OTHER, dryRun: ['All'] })),
  named('an eviction of another uid', evict('other-uid', 'free', OTHER)),
  ...pod('other-uid', 'one', WEB),
  ...pod('other-uid', 'two', WEB),
  ...budget('other-uid', 'web', { minAvailable: 1 }),
  named('an eviction of another uid, under a budget', evict('other-uid', 'one', OTHER)),
  named(
    'an eviction after one of another uid was refused: its disruption is spent',
    evict('other-uid', 'two'),
  ),
  namespace('last'),
  ...pod('last', 'one', WEB),
  ...budget('last', 'web', { minAvailable: 1 }),
  named('an eviction of the last pod', evict('last', 'one')),
  named('an eviction as policy/v1beta1', evict('last', 'one', undefined, 'policy/v1beta1')),
  namespace('mirror'),
  ...pod('mirror', 'one', { annotations: { 'kubernetes.io/config.mirror': 'hash' } }),
  named('an eviction of a mirror pod', evict('mirror', 'one')),
];

function patchOfMap(name: string, body: object | string): Step {
  return named(name, { method: 'PATCH', path: core('patches', 'configmaps/one'), type: JSON_PATCH, body });
}

const DATA = '/data/text';

const PATCHES: readonly Step[] = [
  namespace('patches'),
  create(core('patches', 'configmaps'), {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'one', namespace: 'patches', finalizers: ['example.com/a', 'example.com/b'] },
    data: { text: 'a<b' },
  }),
  patchOfMap('a test of a text with <, as JSON writes it', [{ op: 'test', path: DATA, value: 'a<b' }]),
  patchOfMap(
    'a test of a text with <, as Go writes it',
    String.raw`[{"op":"test","path":"/data/text","value":"a\u003cb"}]`,
  ),
  patchOfMap('a test of null where nothing is', [{ op: 'test', path: '/data/none', value: null }]),
  patchOfMap('a test of a text where nothing is', [{ op: 'test', path: '/data/none', value: 'x' }]),
  patchOfMap('a removal of what is not there', [{ op: 'remove', path: '/data/none' }]),
  patchOfMap('a removal at index -1', [{ op: 'remove', path: '/metadata/finalizers/-1' }]),
  patchOfMap('a replacement of what is not there', [{ op: 'replace', path: '/data/none', value: 'x' }]),
];

const annotated = (name: string, length: number): Step =>
  create(core('objects', 'configmaps'), {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name, namespace: 'objects', annotations: { a: 'x'.repeat(length) } },
  });

const OBJECTS: readonly Step[] = [
  namespace('objects'),
  annotated('just', 262_143),
  named('annotations of one byte too many', annotated('long', 262_144)),
  named(
    'a container that is to restart at a resize, in a pod that never restarts',
    create(core('objects', 'pods'), {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'never', namespace: 'objects' },
      spec: {
        restartPolicy: 'Never',
        containers: [
          container({
            ...BURSTABLE,
            resizePolicy: [{ resourceName: 'memory', restartPolicy: 'RestartContainer' }],
          }),
        ],
      },
    }),
  ),
  named(
    'amounts of parts: of a byte, of a thousandth of a core',
    create(core('objects', 'pods'), {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'parts', namespace: 'objects' },
      spec: { containers: [container({ requests: { cpu: '100u', memory: '100000000500m' } })] },
    }),
  ),
];

const WHOLE_PODS: readonly Step[] = [
  namespace('of-pods'),
  ...pod('of-pods', 'roomy', { spec: { resources: { requests: { cpu: '200m' }, limits: { cpu: '400m' } } } }),
  named('a resize of a pod as a whole where the node declares it', {
    ...resize('of-pods', 'roomy', []),
    body: { spec: { resources: { requests: { cpu: '300m' } } } },
  }),
  ...pod('of-pods', 'silent', {
    spec: { nodeName: 'silent', resources: { requests: { cpu: '200m' }, limits: { cpu: '400m' } } },
  }),
  named('a resize of a pod as a whole where the node declares nothing', {
    ...resize('of-pods', 'silent', []),
    body: { spec: { resources: { requests: { cpu: '300m' } } } },
  }),
];

function webhookOf(kind: 'Mutating' | 'Validating', ns: string): Step[] {
  const configuration = `${kind}WebhookConfiguration`;
  return [
    namespace(ns),
    ...pod(ns, 'web'),
    create(`/apis/admissionregistration.k8s.io/v1/${configuration.toLowerCase()}s`, {
      apiVersion: 'admissionregistration.k8s.io/v1',
      kind: configuration,
      metadata: { name: ns },
      webhooks: [
        {
          name: `${ns}.example.com`,
          admissionReviewVersions: ['v1'],
          sideEffects: 'None',
          namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': ns } },
          clientConfig: WEBHOOK,
          rules: [
            {
              apiGroups: [''],
              apiVersions: ['v1'],
              operations: ['*'],
              resources: ['pods', 'pods/resize', 'pods/eviction'],
            },
          ],
        },
      ],
    }),
    {
      ...resize(ns, 'web', cpu('110m')),
      path: `${core(ns, 'pods/web/resize')}?dryRun=All`,
      untilReviewed: true,
    },
  ];
}

const DENIES: WebhookMood = { deny: 'not today', code: 403 };

const WEBHOOKS: readonly Step[] = [
  ...webhookOf('Mutating', 'mutating'),
  named('a webhook is asked about a resize', resize('mutating', 'web', cpu('150m'))),
  named('a webhook is asked about a resize that changes nothing', resize('mutating', 'web', cpu('150m'))),
  named('what a webhook changes at a resize: of it amounts alone are stored', {
    ...resize('mutating', 'web', cpu('160m')),
    mood: {
      patch: [
        { op: 'replace', path: '/spec/containers/0/resources/requests/cpu', value: '170m' },
        { op: 'replace', path: '/spec/containers/0/image', value: 'other:1' },
        { op: 'add', path: '/metadata/annotations', value: { sneaked: 'in' } },
      ],
    },
  }),
  limitRange('mutating', { type: 'Container', default: { memory: '1Gi' } }),
  named('a webhook sees a resize with the defaults of LimitRanges', resize('mutating', 'web', cpu('180m'))),
  named('a webhook is asked about an eviction, and not about the deletion', evict('mutating', 'web')),
  ...webhookOf('Validating', 'validating'),
  named('a validating webhook is asked about a resize', resize('validating', 'web', cpu('150m'))),
  named('a validating webhook that would change what it is asked about', {
    ...resize('validating', 'web', cpu('170m')),
    mood: { patch: [{ op: 'add', path: '/metadata/labels', value: {} }] },
  }),
  named('a resize that a validating webhook denies', {
    ...resize('validating', 'web', cpu('160m')),
    mood: DENIES,
  }),
  named('an eviction that a validating webhook denies', { ...evict('validating', 'web'), mood: DENIES }),
];

export const STEPS: readonly Step[] = [
  ...NODES,
  ...RESIZES,
  ...ON_NODES,
  ...LIMIT_RANGES,
  ...QUOTAS,
  ...EVICTIONS,
  ...PATCHES,
  ...OBJECTS,
  ...WHOLE_PODS,
  ...WEBHOOKS,
];
