import { describe, expect, it } from 'vitest';
import { amountsOf, replayedWith, scannedContainer, scannedWorkload } from '@/tests/support/scanned-workload';
import type { ScannedContainer } from '../report';
import { byWhatMatters, changeOf, findingOf, requestedBy, spareShareOf } from './findings';
import { moneyOf, sumOf, sumsByNamespace } from './sums';

const killed = scannedWorkload({ name: 'killed', containers: [scannedContainer({ kills: 3 })] });
const short = scannedWorkload({ name: 'short', replayed: replayedWith({ cpuShort: 0.05 }) });
const waste = scannedWorkload({ name: 'waste' });
const fine = scannedWorkload({
  name: 'fine',
  containers: [scannedContainer({ next: { requests: amountsOf(990, 1024), limits: {} } })],
});

describe('the finding of a workload', () => {
  it.each([
    ['kills in the period come before all', killed, 'killed'],
    ['kills of the replay count where none were counted', { ...replayed({ kills: 2 }) }, 'killed'],
    ['time short beyond what a replay tolerates', short, 'short'],
    ['a little time short is tolerated', replayed({ cpuShort: 0.01 }), 'waste'],
    ['requests that are too small', lacking(), 'short'],
    ['requests it could give up', waste, 'waste'],
    ['nothing worth a change', fine, 'fine'],
    ['nothing known', nothingKnown(), 'unknown'],
    ['nothing worth a change, but CPU is unknown', withoutCpu(), 'unknown'],
    ['without a replay, a peak of memory above what is set aside', usingMuch(), 'short'],
  ])('%s', (_, workload, finding) => {
    expect(workload.finding).toBe(finding);
  });

  it('is never fine where a store told less than all; what is seen in the rest counts', () => {
    expect(findingOf(fine, true)).toBe('unknown');
    expect([killed, short, waste].map((one) => findingOf(one, true))).toEqual(['killed', 'short', 'waste']);
  });

  function replayed(now: Parameters<typeof replayedWith>[0]) {
    return scannedWorkload({ name: 'w', replayed: replayedWith(now) });
  }

  function lacking() {
    const next = { requests: amountsOf(1000, 2048), limits: {} };
    return scannedWorkload({ name: 'w', containers: [scannedContainer({ next })] });
  }

  function withoutCpu() {
    const { used, ...container } = scannedContainer({ next: { requests: amountsOf(990, 1024), limits: {} } });
    const { cpu: _, ...known } = used;
    return scannedWorkload({ name: 'w', containers: [{ ...container, used: known }] });
  }

  function nothingKnown() {
    const { next: _, ...container } = scannedContainer({ used: {} });
    return scannedWorkload({ name: 'w', containers: [container] });
  }

  function usingMuch() {
    const used = { memory: { median: 1, p95: 2, peak: 3 * 2 ** 30 } };
    return scannedWorkload({ name: 'w', containers: [scannedContainer({ used })] });
  }
});

describe('the order of workloads', () => {
  it('is by finding, then by how bad it is, then by name', () => {
    const worse = scannedWorkload({ name: 'worse', containers: [scannedContainer({ kills: 30 })] });
    const wider = scannedWorkload({ name: 'wider', replicas: 9 });
    const other = scannedWorkload({ name: 'another' });
    const order = byWhatMatters([fine, waste, wider, other, short, killed, worse]);
    expect(order.map(({ name }) => name)).toEqual([
      'worse',
      'killed',
      'short',
      'wider',
      'another',
      'waste',
      'fine',
    ]);
  });
});

describe('what a workload frees', () => {
  const requested = { requests: amountsOf(1000, 1024), limits: {} };
  const change = (next: ScannedContainer['next']) => {
    const { requests, next: then } = requestedBy([{ now: requested, next }], 3);
    return changeOf(requests, then);
  };

  it('is nothing of a resource of which nothing is known', () => {
    expect(change({ requests: { cpu: amountsOf(400, 0).cpu }, limits: {} })).toEqual({
      frees: { cpu: 1800, memory: 0 },
      adds: { cpu: 0, memory: 0 },
    });
    expect(change(undefined)).toEqual({ frees: { cpu: 0, memory: 0 }, adds: { cpu: 0, memory: 0 } });
  });
});

describe('the sum of workloads', () => {
  it('adds what is requested, freed and added by all pods, each resource by itself', () => {
    const grows = scannedWorkload({
      name: 'grows',
      namespace: 'bank',
      replicas: 1,
      containers: [scannedContainer({ next: { requests: amountsOf(1500, 24), limits: {} } })],
    });
    const sum = sumOf([waste, grows]);
    expect(sum).toMatchObject({
      workloads: 2,
      containers: 2,
      requests: amountsOf(3000, 3072),
      next: amountsOf(1740, 424),
      frees: amountsOf(1760, 2648),
      adds: amountsOf(500, 0),
      findings: { killed: 0, short: 1, waste: 1, fine: 0, unknown: 0 },
    });
    expect(sumsByNamespace([waste, grows]).map(({ namespace, frees }) => [namespace, frees])).toEqual([
      ['bank', amountsOf(0, 1000)],
      ['shop', amountsOf(1760, 1648)],
    ]);
  });

  it('is of money where there are prices', () => {
    // 2 cores × 0.03 × 730 h + 2 GiB × 0.004 × 730 h.
    const money = moneyOf(waste.requests, { cpu: 0, memory: 0 }, { cpu: 0.03, memory: 0.004 });
    expect(money.now).toBeCloseTo(43.8 + 5.84, 6);
    expect(sumOf([{ ...waste, money }, fine]).money).toEqual(money);
    expect(sumOf([fine]).money).toBeUndefined();
  });

  it('says how much of its requests a workload could give up', () => {
    // 2 cores and 2 GiB are 2.25 in one figure; 1.76 cores and 1.61 GiB less.
    expect(spareShareOf(waste)).toBeCloseTo((1.76 + 1648 / 1024 / 8) / 2.25, 6);
  });
});
