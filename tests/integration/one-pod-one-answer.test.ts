import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HPA_GIVEN_ANNOTATION } from '@/server/decide/features/with-hpa/hpa-given';
import { HPA_LEADER_ANNOTATION } from '@/server/decide/features/with-hpa/hpa-leader';
import { MEMORY_LIMITS_ANNOTATION } from '@/server/decide/pods/memory-limit/recommended';
import { FORMER_MODE_ANNOTATION, formerModeText } from '@/server/decide/pods/mode-before-stop';
import { OUTCOME_ANNOTATION } from '@/server/decide/pods/outcome/state';
import { SEEN_CPU_ANNOTATION } from '@/server/decide/pods/seen-cpu';
import type { Pod } from '@/server/objects/types';
import type { UpdateMode } from '@/server/objects/vpa-types';
import { START_MS } from '../support/api-cluster';
import { type Answer, PodAnswers, requestsIn } from '../support/pod-answers';
import { APP, type MadeVpa, ON_GROUP, type PodWorld, PodWorlds } from '../support/pod-world';

type Caller = keyof Awaited<ReturnType<PodAnswers['of']>>;

/** One pod with its world: from which VPA it gets what, what stays as stated and why, and which callers differ on purpose. */
interface Row extends Answer {
  readonly name: string;
  readonly world?: PodWorld;
  readonly differs?: Partial<Record<Caller, string>>;
}

const AS_STATED = 'app 100m 100Mi, limits 200m 200Mi';
const AS_TARGET = 'app 800m 800Mi, limits 1600m 1600Mi';
const AS_IF_IT_ACTED = 'it says what the VPA would give if it acted';
const BARE = 'a recording has no LimitRanges, quotas, HPAs and approvals';
const WITHOUT_BOOST = 'what it states holds after the start too';
const AT_ANY_TIME = 'it says what holds whatever room there is now';
const AS_APPROVED = 'it says what the pods get once it is approved';
const NO_TEMPLATE = 'a PodGroup has no template to patch';
const WHATEVER_ITS_AGE = 'it says what is recommended, for people to judge';
const LEFT_ALONE = 'it changes no running pod in this mode';

/** Caps that the annotation of a pod leaves out, as the reference does. */
const NOT_ANNOTATED = /limit capped|scaled to fit|kept from|boost/;

const offFor = (containerName: string) => ({
  resourcePolicy: { containerPolicies: [{ containerName, mode: 'Off' as const }] },
});

const sidecar = { ...APP, name: 'proxy', restartPolicy: 'Always' as const };
const held = {
  how: 'killed-sooner',
  container: 'app',
  sinceMs: START_MS,
  triedMs: START_MS,
  untilMs: START_MS + 86_400_000,
  containers: { app: { from: { memory: 512 * 2 ** 20 }, to: { memory: 100 * 2 ** 20 } } },
  program: 'any',
  policy: 'any',
};
const lowered = { app: { cpu: '800m', memory: '50Mi' } };
const risingTo = { target: '150Mi', lowerBound: '120Mi', upperBound: '200Mi' };
const RISING = {
  [MEMORY_LIMITS_ANNOTATION]: JSON.stringify({ app: { ...risingTo, asOne: risingTo, keepsStated: true } }),
};
const SEEN = { [SEEN_CPU_ANNOTATION]: '{"app":"1900m"}' };
const amounts = { cpu: '2', memory: '1Gi' };
const GUARANTEED = { ...APP, resources: { requests: amounts, limits: amounts } };
const BURSTABLE = { ...APP, resources: { requests: { ...amounts, cpu: '1' }, limits: amounts } };
const cpuByShare = [
  {
    type: 'Resource' as const,
    resource: { name: 'cpu', target: { type: 'Utilization' as const, averageUtilization: 60 } },
  },
];
const memoryByShare = {
  type: 'Resource' as const,
  resource: { name: 'memory', target: { type: 'Utilization' as const, averageUtilization: 80 } },
};
const stopped = { [FORMER_MODE_ANNOTATION]: formerModeText({ mode: 'Recreate', policy: true }) };
const inMode = (updateMode: UpdateMode) => ({ updatePolicy: { updateMode } });
const onGroup: MadeVpa = {
  name: 'group',
  spec: { targetRef: ON_GROUP },
  createdMs: START_MS - 3_600_000,
  targets: { app: { cpu: '300m', memory: '300Mi' } },
};

const FIT_POD = [
  'app cpu capped to fit the resources of the pod',
  'app memory capped to fit the resources of the pod',
];
const FIT_RANGE = [
  'app cpu capped to fit Max in container LimitRange',
  'app memory capped to fit Max in container LimitRange',
];

const ROWS: Row[] = [
  { name: 'a plain pod', vpa: 'web', gets: AS_TARGET, stays: [] },
  {
    name: 'nothing recommended yet',
    world: { vpas: [{ targets: null }] },
    vpa: 'web',
    gets: AS_STATED,
    stays: ['app cpu nothing-recommended', 'app memory nothing-recommended'],
  },
  {
    name: 'a recommendation of an hour that would lower',
    world: {
      vpas: [{ targets: { app: { cpu: '50m', memory: '800Mi' } } }],
      historyMs: 3_600_000,
    },
    vpa: 'web',
    gets: 'app 100m 800Mi, limits 200m 1600Mi',
    stays: [],
    caps: ['app cpu not lowered before there is enough usage'],
    differs: {
      'new pods': WHATEVER_ITS_AGE,
      costs: WHATEVER_ITS_AGE,
      export: WHATEVER_ITS_AGE,
      updater: 'it shows all that waits',
      replay: 'a recording says by itself how long it is',
    },
  },
  {
    name: 'without limits',
    world: { containers: [{ ...APP, resources: { requests: { cpu: '100m', memory: '100Mi' } } }] },
    vpa: 'web',
    gets: 'app 800m 800Mi',
    stays: [],
  },
  {
    name: 'limits alone',
    world: { containers: [{ ...APP, resources: { limits: { cpu: '100m', memory: '100Mi' } } }] },
    vpa: 'web',
    gets: 'app 800m 800Mi, limits 800m 800Mi',
    stays: [],
  },
  {
    name: 'a VPA that changes limits only',
    world: { vpas: [{ annotations: { 'plumbline.dev/limits': 'limits-only' } }] },
    vpa: 'web',
    gets: 'app 100m 100Mi, limits 800m 800Mi',
    stays: [],
  },
  {
    name: 'a VPA that changes CPU limits only',
    world: { vpas: [{ annotations: { 'plumbline.dev/limits': 'cpu=limits-only' } }] },
    vpa: 'web',
    gets: 'app 100m 800Mi, limits 800m 1600Mi',
    stays: [],
  },
  {
    name: 'pod-level resources',
    world: { spec: { resources: { limits: { cpu: '300m', memory: '300Mi' } } } },
    vpa: 'web',
    gets: 'app 100m 100Mi, limits 200m 200Mi; pod 100m 100Mi, limits 300m 300Mi',
    stays: [],
    caps: FIT_POD,
  },
  {
    name: 'pod-level limits alone',
    world: {
      containers: [{ ...APP, resources: {} }],
      spec: { resources: { limits: { cpu: '300m', memory: '300Mi' } } },
    },
    vpa: 'web',
    gets: 'app 300m 300Mi; pod 300m 300Mi, limits 300m 300Mi',
    stays: [],
    caps: FIT_POD,
  },
  {
    name: 'a pod sized as a whole',
    world: {
      spec: {
        resources: { requests: { cpu: '200m', memory: '200Mi' }, limits: { cpu: '300m', memory: '300Mi' } },
      },
      vpas: [{ annotations: { 'plumbline.dev/pod-level': 'auto' } }],
    },
    vpa: 'web',
    gets: 'app 200m 200Mi, limits 300m 300Mi; pod 200m 200Mi, limits 300m 300Mi',
    stays: [],
    caps: FIT_POD,
  },
  {
    name: 'a quota nearly used',
    world: { quotas: [{ hard: { 'requests.cpu': '130m' } }] },
    vpa: 'web',
    gets: 'app 100m 800Mi, limits 200m 1600Mi',
    stays: ['app cpu no-room'],
    differs: { updater: 'its change waits for the quota', replay: BARE },
  },
  {
    name: 'a quota that has room',
    world: { quotas: [{ hard: { 'requests.cpu': '10' } }] },
    vpa: 'web',
    gets: AS_TARGET,
    stays: [],
  },
  {
    name: 'a quota of limits nearly used',
    world: { quotas: [{ hard: { 'limits.memory': '1Gi' } }] },
    vpa: 'web',
    gets: 'app 800m 100Mi, limits 1600m 200Mi',
    stays: ['app memory no-room'],
    differs: { updater: 'its change waits for the quota', replay: BARE },
  },
  {
    name: 'a scoped quota nearly used',
    world: { quotas: [{ hard: { 'requests.cpu': '130m' }, scopes: ['NotTerminating'] }] },
    vpa: 'web',
    gets: 'app 100m 800Mi, limits 200m 1600Mi',
    stays: ['app cpu no-room'],
    differs: { updater: 'its change waits for the quota', replay: BARE },
  },
  {
    name: 'a quota of another scope',
    world: {
      quotas: [{ hard: { 'requests.cpu': '130m' }, scopes: ['Terminating'] }],
    },
    vpa: 'web',
    gets: AS_TARGET,
    stays: [],
  },
  {
    name: 'a node that has room for some of it',
    world: { leftOnNode: { cpu: '400m', memory: '1Gi' } },
    vpa: 'web',
    gets: 'app 499m 800Mi, limits 1 1600Mi',
    stays: [],
    caps: ['app cpu lowered to what a node has room for now'],
    differs: {
      'new pods': AT_ANY_TIME,
      costs: AT_ANY_TIME,
      export: AT_ANY_TIME,
      updater: 'its change waits for room',
      replay: AT_ANY_TIME,
    },
  },
  {
    name: 'a container policy Off, and an old recommendation',
    world: { vpas: [{ spec: offFor('app') }] },
    vpa: 'web',
    gets: AS_STATED,
    stays: ['app cpu container-off', 'app memory container-off'],
  },
  {
    name: 'a policy that controls memory alone',
    world: {
      vpas: [
        {
          spec: {
            resourcePolicy: { containerPolicies: [{ containerName: '*', controlledResources: ['memory'] }] },
          },
          targets: { app: { memory: '800Mi' } },
        },
      ],
    },
    vpa: 'web',
    gets: 'app 100m 800Mi, limits 200m 1600Mi',
    stays: ['app cpu not-controlled'],
  },
  {
    name: 'a policy of requests only',
    world: {
      vpas: [
        {
          spec: {
            resourcePolicy: { containerPolicies: [{ containerName: '*', controlledValues: 'RequestsOnly' }] },
          },
        },
      ],
    },
    vpa: 'web',
    gets: 'app 200m 200Mi, limits 200m 200Mi',
    stays: [],
    caps: ['app cpu capped to container limit', 'app memory capped to container limit'],
  },
  {
    name: 'a policy with a maximum',
    world: {
      vpas: [
        {
          spec: {
            resourcePolicy: { containerPolicies: [{ containerName: '*', maxAllowed: { cpu: '400m' } }] },
          },
        },
      ],
    },
    vpa: 'web',
    gets: 'app 400m 800Mi, limits 800m 1600Mi',
    stays: [],
    caps: ['app cpu capped to maxAllowed'],
  },
  {
    name: 'mode Off',
    world: { vpas: [{ spec: inMode('Off') }] },
    vpa: 'web',
    gets: AS_STATED,
    stays: ['app cpu mode-off', 'app memory mode-off'],
    differs: {
      query: AS_IF_IT_ACTED,
      'new pods': AS_IF_IT_ACTED,
      export: AS_IF_IT_ACTED,
      costs: AS_IF_IT_ACTED,
    },
  },
  {
    name: 'mode Initial',
    world: { vpas: [{ spec: inMode('Initial') }] },
    vpa: 'web',
    gets: AS_TARGET,
    stays: [],
    differs: { updater: LEFT_ALONE },
  },
  {
    name: 'stopped',
    world: { vpas: [{ spec: inMode('Off'), annotations: stopped }] },
    vpa: 'web',
    gets: AS_STATED,
    stays: ['app cpu mode-off', 'app memory mode-off'],
    differs: {
      query: AS_IF_IT_ACTED,
      'new pods': AS_IF_IT_ACTED,
      export: AS_IF_IT_ACTED,
      costs: AS_IF_IT_ACTED,
    },
  },
  {
    name: 'approvals waiting, and nothing noted',
    world: { vpas: [{ annotations: { 'plumbline.dev/approvals': 'always' } }] },
    vpa: 'web',
    gets: AS_STATED,
    stays: ['app cpu awaits-approval', 'app memory awaits-approval'],
    differs: {
      'new pods': AS_APPROVED,
      export: AS_APPROVED,
      updater: AS_APPROVED,
      replay: BARE,
      costs: AS_APPROVED,
    },
  },
  {
    name: 'approvals waiting, with what the pods have',
    world: {
      vpas: [
        {
          annotations: {
            'plumbline.dev/approvals': 'always',
            'plumbline.dev/held-requests': '{"app":{"cpu":150,"memory":157286400}}',
          },
        },
      ],
    },
    vpa: 'web',
    gets: 'app 150m 150Mi, limits 300m 300Mi',
    stays: [],
    differs: {
      'new pods': AS_APPROVED,
      export: AS_APPROVED,
      updater: AS_APPROVED,
      replay: BARE,
      costs: AS_APPROVED,
    },
  },
  {
    name: 'amounts held by an outcome',
    world: {
      vpas: [
        { annotations: { [OUTCOME_ANNOTATION]: JSON.stringify({ held, undone: 1 }) }, targets: lowered },
      ],
    },
    vpa: 'web',
    gets: 'app 800m 512Mi, limits 1600m 1Gi',
    stays: [],
  },
  {
    name: 'an HPA that scales on CPU',
    world: { hpa: cpuByShare },
    vpa: 'web',
    gets: 'app 100m 800Mi, limits 200m 1600Mi',
    stays: ['app cpu scaled-horizontally'],
    differs: { replay: BARE },
  },
  {
    name: 'an HPA that cannot be read beside one that scales on CPU',
    world: { hpa: cpuByShare, hasUnreadableHpa: true },
    vpa: 'web',
    gets: 'app 100m 800Mi, limits 200m 1600Mi',
    stays: ['app cpu scaled-horizontally'],
    differs: { replay: BARE },
  },
  {
    name: 'an amount that an HPA gives',
    world: {
      hpa: [...cpuByShare, memoryByShare],
      vpas: [
        {
          annotations: {
            'plumbline.dev/with-hpa': 'bottleneck',
            [HPA_LEADER_ANNOTATION]: 'memory',
            [HPA_GIVEN_ANNOTATION]: '{"app":{"cpu":130}}',
          },
        },
      ],
    },
    vpa: 'web',
    gets: 'app 130m 100Mi, limits 260m 200Mi',
    stays: ['app memory scaled-horizontally'],
    differs: { updater: 'it moves what an HPA measures, and new pods follow', replay: BARE },
  },
  {
    name: 'a startup boost',
    world: { vpas: [{ spec: { startupBoost: { cpu: { type: 'Factor', factor: 2 } } } }] },
    vpa: 'web',
    gets: 'app 1600m 800Mi, limits 3200m 1600Mi',
    stays: [],
    differs: {
      'new pods': WITHOUT_BOOST,
      costs: WITHOUT_BOOST,
      export: WITHOUT_BOOST,
      updater: WITHOUT_BOOST,
      replay: WITHOUT_BOOST,
    },
  },
  {
    name: 'storage',
    world: {
      vpas: [
        {
          annotations: { 'plumbline.dev/controlled-signals': 'ephemeral-storage' },
          targets: { app: { cpu: '800m', memory: '800Mi', 'ephemeral-storage': '2Gi' } },
        },
      ],
    },
    vpa: 'web',
    gets: 'app 800m 800Mi 2Gi of disk, limits 1600m 1600Mi',
    stays: [],
  },
  {
    name: 'a native sidecar',
    world: {
      spec: { initContainers: [sidecar] },
      vpas: [{ targets: { app: { cpu: '800m', memory: '800Mi' }, proxy: { cpu: '50m', memory: '300Mi' } } }],
    },
    vpa: 'web',
    gets: 'app 800m 800Mi, limits 1600m 1600Mi; proxy 50m 300Mi, limits 100m 600Mi',
    stays: [],
  },
  {
    name: 'two containers, one without a recommendation',
    world: { containers: [APP, { ...APP, name: 'other' }] },
    vpa: 'web',
    gets: 'app 800m 800Mi, limits 1600m 1600Mi; other 100m 100Mi, limits 200m 200Mi',
    stays: ['other cpu nothing-recommended', 'other memory nothing-recommended'],
  },
  {
    name: 'a LimitRange of containers',
    world: { ranges: [[{ type: 'Container', max: { cpu: '1', memory: '1Gi' } }]] },
    vpa: 'web',
    gets: 'app 500m 512Mi, limits 1 1Gi',
    stays: [],
    caps: FIT_RANGE,
    differs: { replay: BARE },
  },
  {
    name: 'a LimitRange with defaults',
    world: {
      containers: [{ ...APP, resources: {} }],
      ranges: [
        [
          {
            type: 'Container',
            default: { cpu: '400m', memory: '400Mi' },
            defaultRequest: { cpu: '100m', memory: '100Mi' },
          },
        ],
      ],
    },
    vpa: 'web',
    gets: 'app 800m 800Mi, limits 3200m 3200Mi',
    stays: [],
  },
  {
    name: 'a CPU limit of no whole step',
    world: {
      containers: [
        {
          ...APP,
          resources: { requests: { cpu: '100m', memory: '100Mi' }, limits: { cpu: '150m', memory: '200Mi' } },
        },
      ],
      vpas: [{ targets: { app: { cpu: '333m', memory: '800Mi' } } }],
    },
    vpa: 'web',
    gets: 'app 333m 800Mi, limits 500m 1600Mi',
    stays: [],
  },
  {
    name: 'a LimitRange of pods',
    world: { ranges: [[{ type: 'Pod', max: { cpu: '1', memory: '1Gi' } }]] },
    vpa: 'web',
    gets: 'app 500m 512Mi, limits 1 1Gi',
    stays: [],
    caps: ['app cpu scaled to fit the pod LimitRange', 'app memory scaled to fit the pod LimitRange'],
    differs: { replay: BARE },
  },
  {
    name: 'a LimitRange that cannot be read beside one that can',
    world: {
      ranges: [
        [{ type: 'Container', max: { cpu: 'plenty' } }],
        [{ type: 'Container', max: { cpu: '1', memory: '1Gi' } }],
      ],
    },
    vpa: 'web',
    gets: 'app 500m 512Mi, limits 1 1Gi',
    stays: [],
    caps: FIT_RANGE,
    differs: { replay: BARE },
  },
  {
    name: 'a target of nothing',
    world: { vpas: [{ targets: { app: { cpu: '0', memory: '800Mi' } } }] },
    vpa: 'web',
    gets: 'app 100m 800Mi, limits 200m 1600Mi',
    stays: ['app cpu nothing-recommended'],
  },
  {
    name: 'a target below what its peers use now',
    world: { vpas: [{ targets: lowered }], inUse: { memory: '150Mi' } },
    vpa: 'web',
    gets: 'app 800m 100Mi, limits 1600m 200Mi',
    stays: [],
    caps: ['app memory raised to what its peers use now'],
    differs: { replay: BARE },
  },
  {
    name: 'a target and a template below what its peers use now',
    world: { vpas: [{ targets: lowered }], inUse: { cpu: '1', memory: '900Mi' } },
    vpa: 'web',
    gets: 'app 800m 500Mi, limits 1600m 1000Mi',
    stays: [],
    caps: ['app memory raised to what its peers use now'],
    differs: { replay: BARE },
  },
  {
    name: 'request and limit in one, and more CPU was seen used than is recommended',
    world: { containers: [GUARANTEED], vpas: [{ annotations: SEEN, targets: lowered }] },
    vpa: 'web',
    gets: 'app 1900m 50Mi, limits 1900m 50Mi',
    stays: [],
    caps: ['app cpu kept from falling below the most that was seen used'],
  },
  {
    name: 'a limit above its request, and more CPU was seen used than would be its limit',
    world: { containers: [BURSTABLE], vpas: [{ annotations: SEEN, targets: lowered }] },
    vpa: 'web',
    gets: 'app 800m 50Mi, limits 1900m 50Mi',
    stays: [],
    caps: ['app cpu kept from falling below the most that was seen used'],
  },
  {
    name: 'memory that only rises, and a limit stated above what it is to request',
    world: { vpas: [{ annotations: RISING, targets: { app: { cpu: '800m', memory: '150Mi' } } }] },
    vpa: 'web',
    gets: 'app 800m 150Mi, limits 1600m 200Mi',
    stays: [],
  },
  {
    name: 'a target with room for what its peers use now',
    world: { inUse: { cpu: '1', memory: '900Mi' } },
    vpa: 'web',
    gets: AS_TARGET,
    stays: [],
  },
  {
    name: 'a PodGroup alone',
    world: { isGrouped: true, vpas: [onGroup] },
    vpa: 'group',
    gets: 'app 300m 300Mi, limits 600m 600Mi',
    stays: [],
    differs: { export: NO_TEMPLATE },
  },
  {
    name: 'a PodGroup beside its own VPA',
    world: { isGrouped: true, vpas: [onGroup, {}] },
    vpa: 'web',
    gets: AS_TARGET,
    stays: [],
  },
  {
    name: 'a PodGroup beside its own VPA, which is stopped',
    world: { isGrouped: true, vpas: [onGroup, { spec: inMode('Off'), annotations: stopped }] },
    vpa: 'web',
    gets: AS_STATED,
    stays: ['app cpu mode-off', 'app memory mode-off'],
    differs: {
      query: AS_IF_IT_ACTED,
      'new pods': AS_IF_IT_ACTED,
      export: AS_IF_IT_ACTED,
      costs: AS_IF_IT_ACTED,
    },
  },
  {
    name: 'a PodGroup whose VPA is stopped beside its own VPA',
    world: {
      isGrouped: true,
      vpas: [{ ...onGroup, spec: { ...onGroup.spec, ...inMode('Off') }, annotations: stopped }, {}],
    },
    vpa: 'web',
    gets: AS_TARGET,
    stays: [],
  },
  {
    name: 'a PodGroup beside its own VPA, which is off',
    world: { isGrouped: true, vpas: [onGroup, { spec: inMode('Off') }] },
    vpa: 'group',
    gets: 'app 300m 300Mi, limits 600m 600Mi',
    stays: [],
    differs: { export: NO_TEMPLATE },
  },
  {
    name: 'an older VPA in mode Initial beside a younger that recreates',
    world: {
      vpas: [
        { name: 'older', spec: inMode('Initial'), targets: { app: { cpu: '300m', memory: '300Mi' } } },
        {},
      ],
    },
    vpa: 'older',
    gets: 'app 300m 300Mi, limits 600m 600Mi',
    stays: [],
    differs: { updater: LEFT_ALONE },
  },
];

let worlds: PodWorlds;
let answers: PodAnswers;
const pods: Pod[] = [];

beforeAll(async () => {
  worlds = await PodWorlds.start();
  for (const [index, { world = {} }] of ROWS.entries()) pods.push(await worlds.make(`row-${index}`, world));
  answers = await PodAnswers.over(worlds);
});
afterAll(async () => {
  await answers?.close();
  await worlds.close();
});

describe('one pod, one answer', () => {
  it.each(ROWS.map((row, index) => [row.name, row, index] as const))('%s', async (_name, row, index) => {
    const { vpa, gets, stays, caps = [], differs = {} } = row;
    const pod = pods[index];
    if (!pod) throw new Error('the world of this pod was not made');
    const told = Object.entries(await answers.of(pod)) as [Caller, Answer][];
    const others = told.filter(([caller]) => !differs[caller]);
    const annotated = caps.filter((cap) => !NOT_ANNOTATED.test(cap));
    const said = { vpa, gets, stays, caps, annotated, requests: requestsIn(gets ?? '') };
    for (const [caller, answer] of others)
      expect({ caller, ...said, ...answer }).toEqual({ caller, ...said });
    for (const [caller, answer] of told)
      if (differs[caller]) expect({ caller, ...said, ...answer }).not.toEqual({ caller, ...said });
  });
});
