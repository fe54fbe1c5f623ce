import { describe, expect, it } from 'vitest';
import { type PodOptions, planned, pod, vpa, workload } from '../../../tests/support/plan-input';
import type { Pod } from '../../objects/types';
import { cpuMillicores, memoryBytes } from '../../objects/units';
import { OBSERVED_ANNOTATION } from '../pods/pod-annotations';
import { needAfter } from './need-after';
import { PodFacts } from './pod-facts';

const MIB = 2 ** 20;

/** The app has what it should; its proxy requests 20m and 48Mi. */
function meshed(
  name: string,
  options: PodOptions = {},
  killed?: { startedAt: string; finishedAt: string },
): Pod {
  const own = pod(name, { requests: { cpu: '200m', memory: '200Mi' }, ...options });
  return {
    ...own,
    spec: {
      ...own.spec,
      initContainers: [
        { name: 'setup', resources: { requests: { cpu: '50m' } } },
        {
          name: 'proxy',
          restartPolicy: 'Always',
          resources: { requests: { cpu: '20m', memory: '48Mi' } },
        },
      ],
    },
    status: {
      ...own.status,
      initContainerStatuses: [
        {
          name: 'proxy',
          ready: true,
          restartCount: killed ? 1 : 0,
          image: '',
          imageID: '',
          ...(killed && { lastState: { terminated: { exitCode: 137, reason: 'OOMKilled', ...killed } } }),
        },
      ],
    },
  };
}

function meshVpa(options: Parameters<typeof vpa>[0] = {}) {
  const own = vpa(options);
  const list = own.status?.recommendation?.containerRecommendations ?? [];
  const proxy = {
    containerName: 'proxy',
    target: { cpu: '300m', memory: '240Mi' },
    lowerBound: { cpu: '250m', memory: '200Mi' },
    upperBound: { cpu: '500m', memory: '400Mi' },
  };
  return { ...own, status: { recommendation: { containerRecommendations: [...list, proxy] } } };
}

const decided = (one: Parameters<typeof planned>[0]) =>
  planned(one).map(({ decision, reasons }) => `${decision}: ${reasons.map(({ code }) => code).join(' ')}`);

describe('a running pod with a native sidecar', () => {
  it('is changed when the sidecar requests too little', () => {
    const pods = [meshed('a'), meshed('b')];
    const [plan] = planned(workload(pods, meshVpa()));
    expect(plan).toMatchObject({ decision: 'evict' });
    expect(plan?.changes).toEqual([
      {
        container: 'proxy',
        from: { cpu: 20, memory: 48 * MIB },
        to: { cpu: 300, memory: 240 * MIB },
        limits: {},
      },
    ]);
  });

  it('is resized in place as for any container', () => {
    const mode = { updatePolicy: { updateMode: 'InPlaceOrRecreate' as const } };
    const [plan] = planned(workload([meshed('a'), meshed('b')], meshVpa(mode)));
    expect(plan).toMatchObject({ decision: 'resize', changes: [{ container: 'proxy' }] });
  });

  it('is not changed for the sidecar alone if admission saw it before sidecars counted', () => {
    const before = { annotations: { [OBSERVED_ANNOTATION]: 'app' } };
    expect(decided(workload([meshed('a', before), meshed('b', before)], meshVpa()))).toEqual([
      'leave: within-bounds',
      'leave: within-bounds',
    ]);
    const since = { annotations: { [OBSERVED_ANNOTATION]: 'app, proxy' } };
    expect(decided(workload([meshed('a', since), meshed('b', since)], meshVpa()))[0]).toMatch(/^evict: /);
  });

  it('is left alone where sidecars are left to others, kills included', () => {
    const killed = { startedAt: '2026-08-01T11:58:00Z', finishedAt: '2026-08-01T11:59:00Z' };
    const pods = [meshed('a', {}, killed), meshed('b')];
    const spared = workload(pods, meshVpa(), { sparesSidecars: true });
    expect(decided(spared)).toEqual(['leave: within-bounds', 'leave: within-bounds']);
  });

  it('is changed at once when its sidecar was killed for memory', () => {
    const killed = { startedAt: '2026-08-01T11:58:00Z', finishedAt: '2026-08-01T11:59:00Z' };
    const pods = [meshed('a', {}, killed), meshed('b')];
    const [plan] = planned(workload(pods, meshVpa()));
    expect(plan?.reasons.map((reason) => reason)).toContainEqual(
      expect.objectContaining({ code: 'oom-killed', container: 'proxy' }),
    );
  });

  it('takes its room with the sidecar: the scheduler counts what is planned for that too', () => {
    const facts = new PodFacts(meshed('a'));
    const to = { cpu: cpuMillicores(300), memory: memoryBytes(240 * MIB) };
    const changes = [{ container: 'proxy', from: {}, to, limits: {} }];
    expect(needAfter({ facts, changes })).toEqual({
      cpu: 500,
      memory: 440 * MIB,
    });
  });

  it('is held back when a quota has no room for the sidecar', () => {
    const quotas = [{ quota: 'q', of: 'requests' as const, resource: 'cpu' as const, free: 400 }];
    expect(decided(workload([meshed('a'), meshed('b')], meshVpa(), { quotas }))[0]).toMatch(
      /^wait: .*exceeds-quota/,
    );
  });
});
