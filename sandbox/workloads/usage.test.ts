import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assignWorkload } from '@/sandbox/workloads/assign';
import { type CharacterText, parseCharacters, WORKLOAD_ANNOTATION } from '@/sandbox/workloads/character';
import { usageAt } from '@/sandbox/workloads/usage';
import type { Pod } from '@/server/objects/types';
import { parseTrace } from '@/server/usage/csv-series';

const MIB = 2 ** 20;
const HOUR_MS = 3_600_000;
const MIDNIGHT_MS = Date.parse('2026-03-02T00:00:00Z');

function usage(
  text: CharacterText,
  nowMs: number,
  startedAtMs = MIDNIGHT_MS,
  cpuLimitMillicores = Infinity,
  key = 7,
) {
  const character = parseCharacters(JSON.stringify(text))?.first;
  if (!character) throw new Error('not a character');
  return usageAt(character, { key, startedAtMs, nowMs, cpuLimitMillicores });
}

const kinds: CharacterText[] = [
  { kind: 'steady', cpu: '200m', memory: '256Mi' },
  { kind: 'daily', cpu: '50m', peakCpu: '500m', memory: '100Mi', peakMemory: '200Mi' },
  { kind: 'spiky', cpu: '50m', spikeCpu: '900m', memory: '100Mi', spikeMemory: '300Mi' },
  { kind: 'growing', cpu: '50m', memory: '100Mi', growthPerHour: '60Mi' },
  { kind: 'jvm', cpu: '100m', startCpu: '2', memory: '1Gi' },
  { kind: 'sidecar', cpu: '20m', memory: '30Mi' },
  { kind: 'throttled', cpu: '2', memory: '200Mi' },
];

describe('the usage of a container', () => {
  it('is the same for the same time, finite, positive, and never above the CPU limit', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...kinds),
        fc.nat(1e9),
        fc.integer({ min: 1, max: 4000 }),
        fc.nat(2 ** 31),
        (text, age, limit, key) => {
          const once = usage(text, MIDNIGHT_MS + age, MIDNIGHT_MS, limit, key);
          expect(usage(text, MIDNIGHT_MS + age, MIDNIGHT_MS, limit, key)).toEqual(once);
          expect(once.cpuMillicores).toBeGreaterThanOrEqual(0);
          expect(once.cpuMillicores).toBeLessThanOrEqual(limit);
          expect(Number.isFinite(once.memoryBytes) && once.memoryBytes > 0).toBe(true);
        },
      ),
    );
  });

  it('of a shared load is the less the more pods serve, and more than a limit allows stays undone', () => {
    const shared = parseCharacters(
      JSON.stringify({ kind: 'steady', cpu: '400m', memory: '30Mi', spreadOver: 2 }),
    )?.first;
    const cpu = (sharers: number, cpuLimitMillicores = Infinity) =>
      shared &&
      usageAt(shared, { key: 7, startedAtMs: MIDNIGHT_MS, nowMs: MIDNIGHT_MS, cpuLimitMillicores, sharers })
        .cpuMillicores;
    const alone = cpu(1) ?? 0;
    expect(cpu(2)).toBeCloseTo(alone / 2);
    expect(cpu(8)).toBeCloseTo(alone / 8);
    expect(cpu(1, 100)).toBe(100);
  });

  it('follows the day: highest at the peak hour, lowest at night', () => {
    const daily: CharacterText = {
      kind: 'daily',
      cpu: '50m',
      peakCpu: '500m',
      memory: '100Mi',
      peakMemory: '200Mi',
      peakHour: 14,
    };
    const started = MIDNIGHT_MS - 48 * HOUR_MS;
    const at = (hour: number) => usage(daily, MIDNIGHT_MS + hour * HOUR_MS, started);
    expect(at(14).cpuMillicores).toBeGreaterThan(350);
    expect(at(2).cpuMillicores).toBeLessThan(80);
    expect(at(15).memoryBytes).toBeGreaterThan(at(3).memoryBytes * 1.5);
  });

  it('grows with the age of a leaking container and starts over after a restart', () => {
    const leak: CharacterText = { kind: 'growing', cpu: '50m', memory: '100Mi', growthPerHour: '60Mi' };
    const late = MIDNIGHT_MS + 10 * HOUR_MS;
    expect(usage(leak, late).memoryBytes).toBeGreaterThan(680 * MIB);
    expect(usage(leak, late, late - 60_000).memoryBytes).toBeLessThan(110 * MIB);
  });

  it('spikes as often as stated', () => {
    const spiky: CharacterText = {
      kind: 'spiky',
      cpu: '50m',
      spikeCpu: '900m',
      memory: '100Mi',
      spikeMemory: '300Mi',
      spikesPerHour: 6,
      spikeSeconds: 60,
    };
    let spiking = 0;
    for (let second = 0; second < 36_000; second += 10) {
      if (usage(spiky, MIDNIGHT_MS + second * 1000).cpuMillicores > 300) spiking += 10;
    }
    expect(spiking / 60).toBeGreaterThan(55);
    expect(spiking / 60).toBeLessThan(65);
  });

  it('is high while a JVM starts and then settles', () => {
    const jvm: CharacterText = { kind: 'jvm', cpu: '100m', startCpu: '2', memory: '1Gi', startSeconds: 60 };
    expect(usage(jvm, MIDNIGHT_MS + 30_000).cpuMillicores).toBe(2000);
    expect(usage(jvm, MIDNIGHT_MS + 90_000).cpuMillicores).toBeLessThan(150);
    expect(usage(jvm, MIDNIGHT_MS + 90_000, MIDNIGHT_MS, 500).cpuMillicores).toBe(500);
  });

  it('may need more memory while it starts than ever after', () => {
    const loads: CharacterText = {
      kind: 'steady',
      cpu: '60m',
      memory: '120Mi',
      startMemory: '700Mi',
      startSeconds: 20,
    };
    expect(usage(loads, MIDNIGHT_MS + 10_000).memoryBytes).toBe(700 * 2 ** 20);
    expect(usage(loads, MIDNIGHT_MS + 21_000).memoryBytes).toBeLessThan(130 * 2 ** 20);
  });
});

describe('the character of a workload', () => {
  const pod = (annotation: string | undefined): Pod => ({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name: 'web-1',
      namespace: 'shop',
      ...(annotation && { annotations: { [WORKLOAD_ANNOTATION]: annotation } }),
    },
    spec: {
      containers: [
        {
          name: 'app',
          resources: { requests: { cpu: '200m', memory: '100Mi' }, limits: { memory: '120Mi' } },
        },
        { name: 'proxy' },
      ],
    },
  });

  it('is read from the annotation, for the first container or by name', () => {
    const first = assignWorkload(pod('{"kind":"steady","cpu":"1","memory":"1Gi"}'), 1, []);
    expect(first.get('app')?.character).toMatchObject({ kind: 'steady', cpu: 1000, memory: 2 ** 30 });
    expect(first.get('proxy')?.character.kind).toBe('sidecar');
    const named = assignWorkload(
      pod('{"containers":{"proxy":{"kind":"throttled","cpu":"2","memory":"5Mi"}}}'),
      1,
      [],
    );
    expect(named.get('proxy')?.character).toMatchObject({ kind: 'throttled', cpu: 2000 });
  });

  it.each([undefined, 'nonsense', '{"kind":"unheard-of"}', '{"kind":"steady","cpu":"-"}'])(
    'is plausible and never exceeds its limit for %s',
    (annotation) => {
      const work = assignWorkload(pod(annotation), 1, []).get('app');
      if (!work) throw new Error('no work for the container');
      for (let hour = 0; hour < 72; hour++) {
        const nowMs = MIDNIGHT_MS + hour * HOUR_MS;
        const moment = { key: work.key, startedAtMs: MIDNIGHT_MS, nowMs, cpuLimitMillicores: 1000 };
        const { cpuMillicores, memoryBytes } = usageAt(work.character, moment);
        expect(memoryBytes).toBeLessThan(120 * MIB);
        expect(cpuMillicores).toBeGreaterThan(5);
        expect(cpuMillicores).toBeLessThan(400);
      }
    },
  );

  it('follows the shape of a trace at its own average', () => {
    const rows = Array.from({ length: 60 }, (_, minute) => `${minute * 60},${minute % 2 === 0 ? 10 : 30}`);
    const trace = parseTrace('wave.csv', `ts,value\n${rows.join('\n')}\n`);
    const annotated = pod('{"kind":"steady","cpu":"400m","memory":"1Gi"}');
    const work = assignWorkload(annotated, 1, [trace]).get('app');
    if (!work) throw new Error('no work for the container');
    const values = Array.from({ length: 120 }, (_, minute) => {
      const nowMs = MIDNIGHT_MS + minute * 60_000;
      return usageAt(work.character, {
        key: work.key,
        startedAtMs: MIDNIGHT_MS,
        nowMs,
        cpuLimitMillicores: Infinity,
        trace: work.trace,
      }).cpuMillicores;
    });
    const average = values.reduce((sum, value) => sum + value, 0) / values.length;
    expect(average).toBeCloseTo(400, 0);
    expect(Math.max(...values) - Math.min(...values)).toBeGreaterThan(10);
  });
});
