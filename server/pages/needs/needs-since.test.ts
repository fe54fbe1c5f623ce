import { describe, expect, it } from 'vitest';
import type { NeedyWorkload } from '../../contract/inbox';
import { atOnce } from '../../lib/time/slices';
import type { AuditRecord, Happening, SeriesPoint } from '../../store';
import { NeedsSince, sinceByAmounts, sinceByDecisions, sinceByKills } from './needs-since';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const decided = (hour: number, podUid: string, ...codes: string[]): AuditRecord => ({
  kind: 'decision',
  atMs: hour * HOUR_MS,
  namespace: 'shop',
  vpa: 'web',
  pod: podUid,
  podUid,
  decision: 'wait',
  reasons: codes.map((code) => ({ code })),
});
const killed = (hour: number, kind: Happening['kind'] = 'oom'): Happening => ({
  namespace: 'shop',
  vpa: 'web',
  container: 'app',
  atMs: hour * HOUR_MS,
  kind,
  pod: 'web-1',
  detail: '',
});
const point = (hour: number, target: number, uncappedTarget: number): SeriesPoint => ({
  atMs: hour * HOUR_MS,
  cpu: { target, uncappedTarget },
  memory: {},
});

describe('since when a workload has a need', () => {
  it('is when the first pod was decided about so, as far as it has been so ever since', () => {
    const records = [
      decided(9, 'a', 'exceeds-quota'),
      decided(8, 'b', 'in-cooldown', 'exceeds-quota'),
      decided(7, 'a', 'exceeds-quota'),
      decided(6, 'b', 'in-cooldown'),
      decided(5, 'b', 'exceeds-quota'),
    ];
    expect(sinceByDecisions(records, 'exceeds-quota')).toBe(7 * HOUR_MS);
    expect(sinceByDecisions(records, 'budget-never-allows')).toBeUndefined();
  });

  it('is the first kill of a loop, also of a loop that is older than a day', () => {
    const kills = [killed(1), killed(20), killed(24), killed(25, 'restart'), killed(29), killed(34)];
    expect(sinceByKills(kills)).toBe(20 * HOUR_MS);
    expect(sinceByKills([])).toBeUndefined();
  });

  it('is the first step since which the target has been below the need', () => {
    const points = [point(1, 100, 300), point(2, 300, 300), point(3, 100, 300), point(4, 100, 300)];
    const now = { nowMs: 5 * HOUR_MS, stepMs: HOUR_MS };
    const isCapped = ({ target = 0, uncappedTarget = 0 }) => uncappedTarget > target;
    expect(sinceByAmounts(points, 'cpu', isCapped, now)).toBe(3 * HOUR_MS);
    expect(sinceByAmounts(points, 'memory', isCapped, now)).toBeUndefined();
    expect(sinceByAmounts(points, 'cpu', isCapped, { ...now, nowMs: DAY_MS })).toBeUndefined();
  });
});

describe('the times of needs', () => {
  const workload: NeedyWorkload = {
    namespace: 'shop',
    name: 'web',
    needs: [{ code: 'exceeds-quota', detail: 'x', remedy: 'y' }],
  };
  const asking = () => {
    const state = { queries: 0, records: [decided(3, 'a', 'exceeds-quota')] };
    const since = new NeedsSince({
      journal: () => ({
        audit: async () => {
          state.queries++;
          return state.records.map((one, index) => ({ ...one, id: BigInt(index) }));
        },
      }),
      series: { pastOf: async () => [] },
      now: () => DAY_MS,
    });
    return { since, state };
  };

  it('are looked up once, whoever asks and however often', async () => {
    const { since, state } = asking();
    expect(since.told(workload)).toBe(workload);
    since.told(workload);
    await since.settled;
    expect(since.told(workload).needs).toMatchObject([{ sinceMs: 3 * HOUR_MS }]);
    expect([state.queries, since.revision]).toEqual([1, 1]);
  });

  it('are looked up anew for a need that was gone', async () => {
    const { since, state } = asking();
    since.told(workload);
    await since.settled;
    atOnce(since.forgettingExcept(new Map()));
    state.records = [decided(5, 'b', 'exceeds-quota')];
    since.told(workload);
    await since.settled;
    expect(since.told(workload).needs).toMatchObject([{ sinceMs: 5 * HOUR_MS }]);
  });

  it('are those of the largest in a list of what could be better, and of any workload by itself', async () => {
    const asked: string[] = [];
    const since = new NeedsSince({
      journal: () => undefined,
      series: {
        pastOf: async (namespace, [name = '']) => {
          asked.push(name);
          const cpu = { request: 400, target: 100, upperBound: 110 };
          return [
            {
              namespace,
              vpa: name,
              container: 'app',
              points: [23, 24].map((hour) => ({ atMs: hour * HOUR_MS, cpu, memory: {} })),
            },
          ] as never;
        },
      },
      now: () => DAY_MS,
    });
    const wasteful = (index: number): NeedyWorkload => ({
      namespace: 'shop',
      name: `w${index}`,
      needs: [{ code: 'requests-too-much', detail: 'x', remedy: 'y', container: 'app', resource: 'cpu' }],
      gain: { kind: 'frees', cpu: index, memory: 0 },
    });
    const all = new Map(Array.from({ length: 60 }, (_, index) => [`shop/w${index}`, wasteful(index)]));
    atOnce(since.telling(all));
    await since.settled;
    expect([asked.length, asked.includes('w59'), asked.includes('w9')]).toEqual([50, true, false]);
    expect(atOnce(since.telling(all)).get('shop/w59')?.needs[0]?.sinceMs).toBe(23 * HOUR_MS);
    since.told(wasteful(9));
    await since.settled;
    expect(asked).toContain('w9');
  });

  it.each([
    ['began lately', 5, [16]],
    ['is older than the hours that are kept', 20, [16, 30]],
  ])('are told to the hour, and to the day where what is so %s', async (_, days, spans) => {
    const nowMs = 100 * DAY_MS;
    const asked: number[] = [];
    const since = new NeedsSince({
      journal: () => undefined,
      series: {
        pastOf: async (namespace, _names, { fromMs, toMs }) => {
          asked.push((toMs - fromMs) / DAY_MS);
          const stepMs = toMs - fromMs > 16 * DAY_MS ? DAY_MS : HOUR_MS;
          const firstMs = Math.max(fromMs, nowMs - days * DAY_MS);
          const points = Array.from({ length: (nowMs - firstMs) / stepMs }, (_one, index) => ({
            atMs: firstMs + index * stepMs,
            cpu: { request: 400, target: 100, upperBound: 110 },
            memory: {},
          }));
          return [{ namespace, vpa: 'web', container: 'app', points }] as never;
        },
      },
      now: () => nowMs,
    });
    const needs = [
      { code: 'requests-too-much', detail: 'x', remedy: 'y', container: 'app', resource: 'cpu' },
    ] as const;
    since.told({ ...workload, needs: [...needs] });
    await since.settled;
    expect(asked).toEqual(spans);
    expect(since.told({ ...workload, needs: [...needs] }).needs[0]?.sinceMs).toBe(nowMs - days * DAY_MS);
  });

  it('are never before the VPA was there', async () => {
    const nowMs = 100 * DAY_MS;
    const createdMs = nowMs - HOUR_MS / 2;
    const points = [
      { atMs: nowMs - HOUR_MS, cpu: { request: 400, target: 100, upperBound: 110 }, memory: {} },
    ];
    const since = new NeedsSince({
      journal: () => undefined,
      series: { pastOf: async () => [{ namespace: 'shop', vpa: 'web', container: 'app', points }] as never },
      now: () => nowMs,
    });
    const need = {
      code: 'requests-too-much',
      detail: 'x',
      remedy: 'y',
      container: 'app',
      resource: 'cpu',
    } as const;
    const asked: NeedyWorkload = { ...workload, createdMs, needs: [need] };
    since.told(asked);
    await since.settled;
    expect(since.told(asked).needs[0]?.sinceMs).toBe(createdMs);
  });

  it('are what the cluster says, if it does', () => {
    const { since, state } = asking();
    const said = { ...workload, needs: workload.needs.map((need) => ({ ...need, sinceMs: 7 })) };
    expect(since.told(said)).toBe(said);
    expect(state.queries).toBe(0);
  });
});
