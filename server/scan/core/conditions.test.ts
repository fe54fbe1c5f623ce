import { describe, expect, it } from 'vitest';
import { replayedWith, scannedContainer, scannedWorkload } from '@/tests/support/scanned-workload';
import { conditionsMet, readConditions } from './conditions';
import { changesSince, readBaseline, scopeFault } from './since';
import { sumOf } from './sums';

const killed = scannedWorkload({ name: 'killed', containers: [scannedContainer({ kills: 3 })] });
const short = scannedWorkload({ name: 'short', replayed: replayedWith({ cpuShort: 0.05 }) });

describe('conditions of a scan', () => {
  it.each([
    ['kills>0', ['killed']],
    ['kills>3', []],
    ['kills>=3', ['killed']],
    ['short>4.9%', ['short']],
    ['short > 5%', []],
    ['waste>50%', ['killed', 'short']],
    ['missing>0%', []],
  ])('%s', (text, names) => {
    const [met] = conditionsMet(readConditions(text), [killed, short]);
    expect(met?.workloads.map(({ name }) => name) ?? []).toEqual(names);
  });

  it('are told apart', () => {
    const met = conditionsMet(readConditions('kills>0, short>2%,waste>99%'), [killed, short]);
    expect(met.map(({ condition }) => condition.text)).toEqual(['kills>0', 'short>2%']);
  });

  it.each([
    ['', /"" is no condition/],
    ['kills', /"kills" is no condition: write conditions such as "kills>0,short>2%,waste>50%"/],
    ['kills>0;short>1%', /is no condition/],
    ['sparkle>1', /"sparkle" is not measured: .* of kills, short, waste, missing/],
    ['kills>2%', /is a count, without %/],
    ['waste>50', /needs a share such as waste>2%/],
    ['toString>1', /is no condition|is not measured/],
  ])('refuses %j', (text, message) => {
    expect(() => readConditions(text)).toThrow(message);
  });
});

describe('what changed since an earlier report', () => {
  const report = (workloads: (typeof killed)[]) => ({
    version: 1,
    atMs: 5,
    workloads,
    sum: sumOf(workloads),
  });

  it('names what became worse or better, and what is gone', () => {
    const before = readBaseline(
      JSON.stringify(
        report([
          { ...killed, finding: 'fine' },
          { ...short, finding: 'killed' },
          scannedWorkload({ name: 'gone' }),
        ]),
      ),
    );
    const now = [killed, short, scannedWorkload({ name: 'new' })];
    const changes = changesSince(before, { workloads: now, sum: sumOf(now), isPartial: false });
    expect(changes).toEqual({
      atMs: 5,
      worse: [
        { workload: 'shop/Deployment/killed', from: 'fine', to: 'killed' },
        { workload: 'shop/Deployment/new', to: 'waste' },
      ],
      better: [{ workload: 'shop/Deployment/short', from: 'killed', to: 'short' }],
      gone: ['shop/Deployment/gone'],
      frees: { cpu: 0, memory: 0 },
    });
  });

  it('calls nothing gone after a scan that was stopped', () => {
    const before = readBaseline(JSON.stringify(report([scannedWorkload({ name: 'gone' })])));
    expect(changesSince(before, { workloads: [], sum: sumOf([]), isPartial: true }).gone).toEqual([]);
  });

  it.each([
    [{}, {}, undefined],
    [{ namespace: 'shop' }, { namespace: 'shop' }, undefined],
    [{}, { namespace: 'shop' }, 'it is a report of all namespaces, and this is a scan of namespace shop'],
    [
      { selector: 'a=b' },
      {},
      'it is a report of all namespaces with -l a=b, and this is a scan of all namespaces',
    ],
  ])('is of the same scope: %j and %j', (of, scope, fault) => {
    const baseline = readBaseline(JSON.stringify({ ...report([]), ...of }));
    expect(scopeFault(baseline, scope)).toBe(fault);
  });

  it.each([
    ['{', /it is no JSON/],
    ['null', /it is no report of a scan/],
    ['[]', /it is no report of a scan/],
    [JSON.stringify({ ...report([]), version: 2 }), /version is of another version/],
  ])('refuses %j', (text, message) => {
    expect(() => readBaseline(text)).toThrow(message);
  });
});
