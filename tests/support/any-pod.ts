import fc from 'fast-check';
import { compareQuantities, parseQuantity } from '@/server/objects/quantity';
import type {
  Container,
  LimitRange,
  Pod,
  ResourceList,
  ResourceQuota,
  ResourceRequirements,
} from '@/server/objects/types';
import { RESOURCES } from '@/server/objects/units';
import type { ContainerResourcePolicy, VerticalPodAutoscaler } from '@/server/objects/vpa-types';

/** Random pods, VPAs and LimitRanges for property tests: valid as the API server would have them, and odd. */

const CPU = [
  '0',
  '1m',
  '7m',
  '33m',
  '100m',
  '250m',
  '0.5',
  '1',
  '1.5',
  '2',
  '1e3',
  '1500m',
  '12',
  '500u',
  '100000n',
  '1e14',
];
const MEMORY = [
  '0',
  '1',
  '1023',
  '64Mi',
  '100Mi',
  '123456789',
  '128974848',
  '0.5Gi',
  '1Gi',
  '1.5Gi',
  '1e9',
  '129e6',
  '300M',
  '2Gi',
  '4Ti',
  '1Pi',
  '1500m',
  '250Mi',
];
const OTHER = ['nvidia.com/gpu', 'ephemeral-storage', 'hugepages-2Mi', 'example.com/a~b', 'example.com/x'];
const NAMES = ['app', 'sidecar', 'proxy', 'a-b', 'x0'];
const INIT_NAMES = ['init', 'mesh', 'late'];

const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 3 });

/** Without the keys whose value is undefined, as JSON has it. */
function dropped<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, entry]) => entry !== undefined)) as T;
}

const amounts = fc
  .record({
    cpu: optional(
      fc.oneof(
        fc.constantFrom(...CPU),
        fc.integer({ min: 1, max: 9999 }).map((n) => `${n}m`),
      ),
    ),
    memory: optional(fc.oneof(fc.constantFrom(...MEMORY), fc.integer({ min: 1, max: 2 ** 34 }).map(String))),
    other: optional(fc.constantFrom(...OTHER)),
  })
  .map(({ other, ...rest }) => dropped({ ...rest, ...(other ? { [other]: '1' } : {}) }) as ResourceList);

/** One in ten as it comes, the others with no request above its limit, as the API server has them. */
const resources: fc.Arbitrary<ResourceRequirements> = fc
  .tuple(fc.record({ requests: optional(amounts), limits: optional(amounts) }), fc.nat({ max: 9 }))
  .map(([{ requests, limits }, dice]) => {
    if (!requests || !limits || dice === 0) return dropped({ requests, limits });
    const [low, high] = [{ ...requests }, { ...limits }];
    for (const resource of RESOURCES) {
      const [request, limit] = [low[resource], high[resource]];
      if (request === undefined || limit === undefined || isAscending([request, limit])) continue;
      low[resource] = limit;
      high[resource] = request;
    }
    return { requests: low, limits: high };
  });

const container = (name: string): fc.Arbitrary<Container> =>
  fc.record({ resources: optional(resources) }).map((rest) => dropped({ name, image: 'img', ...rest }));

/** Those with `~` are not valid, and refused by the API server; they are to do no harm on the way. */
const annotationKey = fc.oneof(
  { weight: 1, arbitrary: fc.constantFrom('a~b', 'example.com/~/x') },
  {
    weight: 20,
    arbitrary: fc.constantFrom('team', 'a/b', 'example.com/x', 'vpaObservedContainers', 'vpaUpdates'),
  },
);
const text = fc.constantFrom('', 'x', 'app', 'Pod resources updated by other: container 0: cpu request');
const annotations = fc.dictionary(annotationKey, text, { maxKeys: 3 });

const containers = fc
  .uniqueArray(fc.constantFrom(...NAMES), { minLength: 1, maxLength: 4 })
  .chain((names) => fc.tuple(...names.map(container)));

const initContainers = fc
  .uniqueArray(fc.constantFrom(...INIT_NAMES), { maxLength: 3 })
  .chain((names) => fc.tuple(...names.map((name) => fc.tuple(container(name), fc.boolean()))))
  .map((all) => all.map(([init, isSidecar]) => (isSidecar ? { ...init, restartPolicy: 'Always' } : init)));

/** One in ten with resources that a pod cannot state as a whole, and that the API server refuses. */
const podResources = fc.oneof(
  { weight: 1, arbitrary: resources },
  {
    weight: 9,
    arbitrary: resources.map(({ requests, limits }) =>
      dropped({ requests: requests && ofWholePods(requests), limits: limits && ofWholePods(limits) }),
    ),
  },
);

function ofWholePods({ cpu, memory }: ResourceList): ResourceList {
  return dropped({ cpu, memory }) as ResourceList;
}

export const anyPod: fc.Arbitrary<Pod> = fc
  .record({
    containers,
    initContainers: optional(initContainers),
    ephemeralContainers: optional(fc.constant<Container[]>([{ name: 'debug', image: 'img' }])),
    podResources: fc.option(podResources, { nil: undefined, freq: 8 }),
    annotations: optional(annotations),
  })
  .map(
    ({ podResources, annotations: given, ...spec }): Pod => ({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: dropped({ name: '', generateName: 'web-', namespace: 'ns', annotations: given }),
      spec: dropped({ ...spec, resources: podResources }),
    }),
  );

const boost = fc.oneof(
  fc.constantFrom({ cpu: { type: 'Factor', factor: 3 } } as const, { cpu: { factor: 1 } }, {}),
  fc.constantFrom(
    { cpu: { type: 'Quantity', quantity: '500m' } } as const,
    { cpu: { type: 'Factor' } } as const,
  ),
);

const policy: fc.Arbitrary<ContainerResourcePolicy> = fc
  .record({
    containerName: fc.constantFrom('*', ...NAMES, ...INIT_NAMES),
    mode: optional(fc.constantFrom('Auto', 'Off')),
    minAllowed: optional(amounts),
    maxAllowed: optional(amounts),
    controlledValues: optional(fc.constantFrom('RequestsAndLimits', 'RequestsOnly')),
    startupBoost: fc.option(boost, { nil: undefined, freq: 4 }),
  })
  .map(dropped) as fc.Arbitrary<ContainerResourcePolicy>;

/** What a recommender writes: whole amounts, seldom nothing. */
const target = fc.oneof(
  { weight: 1, arbitrary: amounts },
  {
    weight: 4,
    arbitrary: fc
      .record({
        cpu: optional(fc.integer({ min: 1, max: 9999 }).map((n) => `${n}m`)),
        memory: optional(fc.integer({ min: 2 ** 20, max: 2 ** 34 }).map(String)),
      })
      .map((list) => dropped(list) as ResourceList),
  },
);

const recommended = fc.record({ containerName: fc.constantFrom(...NAMES, ...INIT_NAMES), target });

/** What sizes pods as a whole, seldom; bounds of any kind, and what is recommended for that. */
const wholePod = fc.option(
  fc.record({
    asked: fc.oneof(
      fc.constant('auto'),
      fc
        .record({
          minAllowed: optional(amounts),
          maxAllowed: optional(amounts),
          controlledValues: optional(fc.constantFrom('RequestsAndLimits', 'RequestsOnly')),
        })
        .map((bounds) => JSON.stringify(dropped(bounds))),
    ),
    target,
  }),
  { nil: undefined, freq: 2 },
);

export const anyVpa: fc.Arbitrary<VerticalPodAutoscaler> = fc
  .record({
    updateMode: fc.constantFrom('Initial', 'Recreate', 'InPlaceOrRecreate', 'Off', 'Auto'),
    policies: optional(fc.array(policy, { maxLength: 4 })),
    boost: fc.option(boost, { nil: undefined, freq: 4 }),
    recommendation: fc.option(fc.array(recommended, { minLength: 1, maxLength: 8 }), {
      nil: undefined,
      freq: 9,
    }),
    whole: wholePod,
  })
  .map(({ updateMode, policies, boost: startupBoost, recommendation, whole }) => ({
    apiVersion: 'autoscaling.k8s.io/v1',
    kind: 'VerticalPodAutoscaler',
    metadata: {
      name: 'web-vpa',
      namespace: 'ns',
      ...(whole && {
        annotations: {
          'plumbline.dev/pod-level': whole.asked,
          'plumbline.dev/pod-recommendation': JSON.stringify({ target: whole.target }),
        },
      }),
    },
    spec: dropped({
      targetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' },
      updatePolicy: { updateMode },
      resourcePolicy: policies && { containerPolicies: policies },
      startupBoost,
    }),
    ...(recommendation ? { status: { recommendation: { containerRecommendations: recommendation } } } : {}),
  })) as fc.Arbitrary<VerticalPodAutoscaler>;

/** Amounts are held below 1e14, so that nothing can be raised to a bound above that. */
const bounds = amounts.filter((list) =>
  Object.values(list).every((value) => value !== '1e14' && value !== '1Pi'),
);

const limitItem = fc
  .record({
    type: fc.constantFrom('Container', 'Pod'),
    min: optional(bounds),
    max: optional(bounds),
    default: optional(bounds),
    maxLimitRequestRatio: fc.option(fc.record({ cpu: fc.constantFrom('1', '4', '1.5') }), {
      nil: undefined,
      freq: 8,
    }),
  })
  // Kubernetes knows defaults of containers only.
  .map((item) => dropped(item.type === 'Pod' ? { ...item, default: undefined } : item))
  .filter(({ min, max, default: fallback }) =>
    RESOURCES.every((resource) => isAscending([min, fallback, max].map((list) => list?.[resource]))),
  );

/** Whether the amounts that are stated ascend, as Kubernetes asks of minimum, default and maximum. */
function isAscending(values: (string | number | undefined)[]): boolean {
  const stated = values.filter((value) => value !== undefined).map(parseQuantity);
  return stated.every((value, index) => {
    const next = stated[index + 1];
    return !next || compareQuantities(value, next) <= 0;
  });
}

export const anyLimitRanges: fc.Arbitrary<LimitRange[]> = fc.oneof(
  { weight: 3, arbitrary: fc.constant<LimitRange[]>([]) },
  {
    weight: 1,
    arbitrary: fc.array(
      fc.array(limitItem, { maxLength: 2 }).map((limits) => ({
        apiVersion: 'v1',
        kind: 'LimitRange',
        metadata: { name: 'lr', namespace: 'ns' },
        spec: { limits },
      })),
      { maxLength: 2 },
    ) as fc.Arbitrary<LimitRange[]>,
  },
);

const quotaAmounts = fc
  .record({
    'requests.cpu': optional(fc.constantFrom('1', '2500m', '20')),
    'requests.memory': optional(fc.constantFrom('512Mi', '2Gi', '40Gi')),
    'limits.cpu': optional(fc.constantFrom('4', '40')),
    'limits.memory': optional(fc.constantFrom('2Gi', '60Gi')),
    memory: optional(fc.constantFrom('1Gi', '30Gi')),
  })
  .map((hard) => dropped(hard) as ResourceList);

/** Of the whole namespace, partly used by others. */
export const anyQuotas: fc.Arbitrary<ResourceQuota[]> = fc.oneof(
  { weight: 2, arbitrary: fc.constant<ResourceQuota[]>([]) },
  {
    weight: 1,
    arbitrary: fc.tuple(quotaAmounts, fc.constantFrom('0', '300m')).map(([hard, part]) => [
      {
        apiVersion: 'v1',
        kind: 'ResourceQuota',
        metadata: { name: 'quota', namespace: 'ns' },
        spec: { hard },
        status: {
          hard,
          used: Object.fromEntries(
            Object.keys(hard).map((name) => [name, name.endsWith('cpu') ? part : '100Mi']),
          ),
        },
      },
    ]),
  },
);
