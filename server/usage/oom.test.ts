import { describe, expect, it } from 'vitest';
import type { ContainerStatus, KubeEvent, Pod, PodSpec, ResourceList } from '@/server/objects/types';
import { endsSameLife, oomsOfEvictedPod, oomsOfEviction, oomsOfPod } from './oom';

const KILLED_AT = '2026-08-01T12:00:00Z';
const KILLED = { exitCode: 137, reason: 'OOMKilled', finishedAt: KILLED_AT };

function podWith(status: Partial<ContainerStatus>, memory?: string): Pod {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { namespace: 'shop', name: 'web-1', uid: 'u1' },
    spec: { containers: [{ name: 'app', resources: { requests: memory ? { memory } : {} } }] },
    status: {
      phase: 'Running',
      containerStatuses: [{ name: 'app', ready: true, restartCount: 0, image: '', imageID: '', ...status }],
    },
  };
}

describe('the OOMs in the status of a pod', () => {
  it.each<[string, Partial<ContainerStatus>, string[]]>([
    ['nothing happened', {}, []],
    ['the container ended by itself', { state: { terminated: { ...KILLED, reason: 'Completed' } } }, []],
    ['the container was just killed', { state: { terminated: KILLED } }, ['container-terminated']],
    [
      'it was killed and restarted',
      { restartCount: 1, lastState: { terminated: KILLED } },
      ['container-restarted'],
    ],
    ['no time is given', { state: { terminated: { exitCode: 137, reason: 'OOMKilled' } } }, []],
  ])('%s', (_, status, sources) => {
    expect(oomsOfPod(podWith(status)).map((oom) => oom.source)).toEqual(sources);
  });

  it('keep their identity from the kill through the restart, and differ from the next kill', () => {
    const killed = oomsOfPod(podWith({ state: { terminated: KILLED } }));
    const restarted = oomsOfPod(podWith({ restartCount: 1, lastState: { terminated: KILLED } }));
    const again = oomsOfPod(
      podWith({
        restartCount: 2,
        lastState: { terminated: { ...KILLED, finishedAt: '2026-08-01T12:05:00Z' } },
      }),
    );
    expect(killed[0]?.identity).toBe(restarted[0]?.identity);
    expect(again[0]?.identity).not.toBe(restarted[0]?.identity);
  });

  it('carry the request at the time of the kill', () => {
    const before = podWith({}, '64Mi');
    const after = podWith({ restartCount: 1, lastState: { terminated: KILLED } }, '128Mi');
    expect(oomsOfPod(after, before)[0]?.memoryBytes).toBe(64 * 2 ** 20);
    expect(oomsOfPod(after)[0]?.memoryBytes).toBe(128 * 2 ** 20);
    expect(oomsOfPod(podWith({ state: { terminated: KILLED } }))[0]?.memoryBytes).toBe(0);
  });
});

function eviction(annotations: Record<string, string>, change: Partial<KubeEvent> = {}): KubeEvent {
  return {
    apiVersion: 'v1',
    kind: 'Event',
    metadata: { namespace: 'shop', name: 'web-1.1', annotations },
    involvedObject: { kind: 'Pod', namespace: 'shop', name: 'web-1', uid: 'u1' },
    reason: 'Evicted',
    lastTimestamp: KILLED_AT,
    ...change,
  };
}

describe('what a container was killed at', () => {
  const MIB = 2 ** 20;
  const limited = (limits?: ResourceList, inForce?: ResourceList): Pod => {
    const one = podWith({
      state: { terminated: KILLED },
      ...(inForce && { resources: { limits: inForce } }),
    });
    const resources = { requests: { memory: '64Mi' }, ...(limits && { limits }) };
    return { ...one, spec: { containers: [{ name: 'app', resources }] } };
  };

  it.each<[string, Pod, boolean, number]>([
    ['its limit, which was too small', limited({ memory: '512Mi' }), false, 512],
    [
      'the limit in force, not the one that is asked for',
      limited({ memory: '1Gi' }, { memory: '512Mi' }),
      false,
      512,
    ],
    ['without a limit its request', limited(), false, 64],
    ['with a limit of CPU alone its request', limited({ cpu: '1' }), false, 64],
    ['its request, as for the upstream, if so set', limited({ memory: '512Mi' }), true, 64],
  ])('is %s', (_what, pod, oomFromRequest, mib) => {
    expect(oomsOfPod(pod, undefined, { oomFromRequest })[0]?.memoryBytes).toBe(mib * MIB);
  });
});

describe('what the kubelet says of an end that is no kill', () => {
  it.each<[string, Partial<ContainerStatus>]>([
    [
      'a restart for a resize',
      { restartCount: 1, lastState: { terminated: { ...KILLED, reason: 'Error' } } },
    ],
    [
      'a pod evicted for memory',
      { restartCount: 1, state: { terminated: { ...KILLED, reason: 'ContainerStatusUnknown' } } },
    ],
  ])('does not count: %s', (_what, status) => {
    expect(oomsOfPod(podWith(status))).toEqual([]);
  });

  it('counts a kill of one process, whatever the exit code and however the container goes on', () => {
    const ended = { exitCode: 0, reason: 'OOMKilled', finishedAt: KILLED_AT };
    expect(oomsOfPod(podWith({ state: { terminated: ended } }))).toHaveLength(1);
  });
});

describe('the OOMs in a pod that the kubelet evicted', () => {
  const MESSAGE =
    'The node was low on resource: memory. Threshold quantity: 100Mi, available: 60Mi. Container app was using 102400Ki, request is 64Mi, has larger consumption of memory. Container side was using 51200Ki, request is 0, has larger consumption of memory. ';
  const evictedPod = (change: Partial<NonNullable<Pod['status']>> = {}): Pod => {
    const pod = podWith({
      restartCount: 1,
      state: { terminated: { ...KILLED, reason: 'ContainerStatusUnknown' } },
    });
    return {
      ...pod,
      status: { ...pod.status, phase: 'Failed', reason: 'Evicted', message: MESSAGE, ...change },
    };
  };

  it('are what each offender used, as in the event of the eviction', () => {
    const found = oomsOfEvictedPod(evictedPod());
    expect(found.map(({ container, memoryBytes }) => [container, memoryBytes / 2 ** 20])).toEqual([
      ['app', 100],
      ['side', 50],
    ]);
    const told = oomsOfEviction(
      eviction({
        offending_containers: 'app,side',
        offending_containers_usage: '102400Ki,51200Ki',
        starved_resource: 'memory',
      }),
    );
    expect(found.map(({ identity }) => identity)).toEqual(told.map(({ identity }) => identity));
  });

  it.each<[string, Partial<NonNullable<Pod['status']>>]>([
    ['the disk was full', { message: MESSAGE.replace('resource: memory', 'resource: ephemeral-storage') }],
    ['it was preempted', { reason: 'Preempting' }],
    ['nothing tells when', { containerStatuses: [] }],
    [
      'what it used cannot be read',
      { message: 'The node was low on resource: memory. Container app was using much, request is 0' },
    ],
  ])('are none where %s', (_case, change) => {
    expect(oomsOfEvictedPod(evictedPod(change))).toEqual([]);
  });

  it('are dated by the disruption', () => {
    const lastTransitionTime = '2026-08-01T11:00:00Z';
    const conditions = [{ type: 'DisruptionTarget', status: 'True' as const, lastTransitionTime }];
    expect(oomsOfEvictedPod(evictedPod({ conditions }))[0]?.atMs).toBe(Date.parse(lastTransitionTime));
  });
});

describe('the OOMs in an eviction by the kubelet', () => {
  const BOTH = { offending_containers: 'app,side', offending_containers_usage: '100Mi,50Mi' };
  const ALL = { ...BOTH, starved_resource: 'memory' };

  it.each<[string, KubeEvent, [string, number][]]>([
    [
      'one starved resource holds for all offenders',
      eviction(ALL),
      [
        ['app', 100 * 2 ** 20],
        ['side', 50 * 2 ** 20],
      ],
    ],
    [
      'each offender has its own',
      eviction({ ...BOTH, starved_resource: 'ephemeral-storage,memory' }),
      [['side', 50 * 2 ** 20]],
    ],
    ['the disk was full', eviction({ ...BOTH, starved_resource: 'ephemeral-storage' }), []],
    [
      'a usage cannot be read',
      eviction({ ...ALL, offending_containers_usage: 'much,50Mi' }),
      [['side', 50 * 2 ** 20]],
    ],
    [
      'a usage is missing',
      eviction({ ...ALL, offending_containers_usage: '100Mi' }),
      [['app', 100 * 2 ** 20]],
    ],
    ['there are no annotations', eviction({}), []],
    ['it is another event', eviction(ALL, { reason: 'Killing' }), []],
    ['it is about a node', eviction(ALL, { involvedObject: { kind: 'Node', name: 'n1' } }), []],
  ])('%s', (_, event, expected) => {
    expect(oomsOfEviction(event).map((oom) => [oom.container, oom.memoryBytes])).toEqual(expected);
  });
});

describe('the end of one life', () => {
  const LATER = '2026-08-01T12:00:05Z';
  const EARLIER = '2026-08-01T11:59:55Z';
  const kill = (ended: object) => oomsOfPod(podWith({ state: { terminated: { ...KILLED, ...ended } } }))[0];
  const evicted = oomsOfEviction(
    eviction({
      offending_containers: 'app',
      offending_containers_usage: '100Mi',
      starved_resource: 'memory',
    }),
  )[0];

  it.each<[string, ReturnType<typeof kill>, ReturnType<typeof kill>, boolean]>([
    [
      'is one, whatever times are reported',
      kill({ containerID: 'c://1' }),
      kill({ containerID: 'c://1', finishedAt: LATER }),
      true,
    ],
    [
      'is one by its start where the run has no id',
      kill({ startedAt: EARLIER }),
      kill({ startedAt: EARLIER, finishedAt: LATER }),
      true,
    ],
    ['is another one of another run', kill({ containerID: 'c://1' }), kill({ containerID: 'c://2' }), false],
    ['is the kill by which an eviction ends the pod', evicted, kill({ finishedAt: LATER }), true],
    ['is that kill, whichever is seen first', kill({ finishedAt: LATER }), evicted, true],
    [
      'is not a kill before the eviction, after which the container ran again',
      kill({ finishedAt: EARLIER }),
      evicted,
      false,
    ],
  ])('%s', (_case, a, b, isSame) => {
    if (!a || !b) throw new Error('both are OOM kills');
    expect(endsSameLife(a, b)).toBe(isSame);
  });
});

describe('a kill in a pod with a limit of its own', () => {
  const killedWith = (own: string | undefined, whole: PodSpec['resources']) => {
    const one = podWith({ state: { terminated: KILLED } }, '100Mi');
    const [app] = one.spec.containers;
    const resources = { ...app?.resources, ...(own && { limits: { memory: own } }) };
    const containers = [{ name: 'app', resources }];
    return oomsOfPod({ ...one, spec: { ...one.spec, containers, ...(whole && { resources: whole }) } });
  };
  const whole = { requests: { memory: '600Mi' }, limits: { memory: '1Gi' } };

  it.each([
    ['the container has no limit', undefined, whole, ['app', 'whole.pod']],
    ['the container has the same', '1Gi', whole, ['app', 'whole.pod']],
    ['the container has less', '300Mi', whole, ['app']],
    ['the pod has no memory limit', undefined, { limits: { cpu: '1' } }, ['app']],
    ['the pod states nothing', undefined, undefined, ['app']],
  ])('counts for the pod too unless the container was short itself: %s', (_what, own, of, names) => {
    expect(killedWith(own, of).map(({ container }) => container)).toEqual(names);
  });

  it('counts with what the pod may use, as a life of its own', () => {
    const [ofApp, ofPod] = killedWith(undefined, whole);
    expect(ofPod).toMatchObject({ subject: 'u1/whole.pod', memoryBytes: 2 ** 30 });
    expect(ofPod?.identity).not.toBe(ofApp?.identity);
  });
});
