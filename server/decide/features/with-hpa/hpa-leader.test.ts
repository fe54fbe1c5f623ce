import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hpaOn, onShare, usedShare } from '@/tests/support/hpa';
import type { MetricStatus } from '../../../objects/types';
import { LEAD_MARGIN, LEAST_LEAD_MS, type Leader, nextLeader } from './hpa-leader';

const NOW_MS = Date.UTC(2026, 7, 1, 12);
const LONG_AGO = NOW_MS - LEAST_LEAD_MS;
const SPEC = [onShare('cpu', 70, 'app'), onShare('memory', 80)];

/** CPU of app against 70 %, memory against 80 %. */
function measured(cpu: number | undefined, memory: number | undefined) {
  const current: MetricStatus[] = [];
  if (cpu !== undefined) current.push(usedShare('cpu', cpu, '1', 'app'));
  if (memory !== undefined) current.push(usedShare('memory', memory, '1'));
  return hpaOn(SPEC, current);
}

const led = (key: string, sinceMs = LONG_AGO): Leader => ({ key, sinceMs });

describe('the metric that leads an HPA', () => {
  it.each<[string, ReturnType<typeof measured>, Leader | undefined, string | undefined]>([
    ['is the one nearest its target', measured(35, 60), undefined, 'memory'],
    ['is measured by its own target', measured(70, 72), undefined, 'cpu/app'],
    ['is the first of equals', measured(70, 80), undefined, 'cpu/app'],
    ['is unknown while nothing is measured', measured(undefined, undefined), undefined, undefined],
    ['stays while another is little higher', measured(70, 95), led('cpu/app'), 'cpu/app'],
    ['goes to one that is much higher', measured(70, 97), led('cpu/app'), 'memory'],
    ['stays for a while in any case', measured(10, 200), led('cpu/app', LONG_AGO + 1), 'cpu/app'],
    ['stays while it is not measured', measured(undefined, 200), led('cpu/app'), 'cpu/app'],
    ['stays while nothing is measured', measured(undefined, undefined), led('cpu/app'), 'cpu/app'],
    ['goes if it leads since a time to come', measured(10, 200), led('cpu/app', NOW_MS + 1), 'memory'],
  ])('%s', (_case, hpa, former, expected) => {
    expect(nextLeader(hpa, former, NOW_MS)?.key).toBe(expected);
  });

  it('is measured by average values too, and never by what is no number', () => {
    const target = (averageValue: string) => ({ type: 'AverageValue', averageValue });
    const spec = [
      { type: 'Resource', resource: { name: 'cpu', target: target('100m') } },
      { type: 'Resource', resource: { name: 'memory', target: target('1Gi') } },
      onShare('cpu', 0, 'zero'),
    ];
    const current = [
      usedShare('cpu', 0, '90m'),
      usedShare('memory', 0, '1000Mi'),
      usedShare('cpu', 5, 'x', 'zero'),
    ];
    expect(nextLeader(hpaOn(spec, current), undefined, NOW_MS)?.key).toBe('memory');
  });

  it('changes at most once in the least time, however the use moves, and never within the margin', () => {
    const use = fc.integer({ min: 0, max: 400 });
    fc.assert(
      fc.property(fc.array(fc.tuple(use, use), { maxLength: 60 }), (uses) => {
        let leader: Leader | undefined;
        uses.forEach(([cpu, memory], minute) => {
          const nowMs = NOW_MS + minute * 60_000;
          const next = nextLeader(measured(cpu, memory), leader, nowMs);
          if (leader && next && next.key !== leader.key) {
            expect(nowMs - leader.sinceMs).toBeGreaterThanOrEqual(LEAST_LEAD_MS);
            const [own, other] = next.key === 'memory' ? [cpu / 70, memory / 80] : [memory / 80, cpu / 70];
            expect(other).toBeGreaterThan(own * (1 + LEAD_MARGIN));
          }
          leader = next;
        });
      }),
    );
  });
});
