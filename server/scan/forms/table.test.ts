import { describe, expect, it } from 'vitest';
import { amountsOf, replayedWith, scannedContainer, scannedWorkload } from '@/tests/support/scanned-workload';
import { sumOf, sumsByNamespace } from '../core/sums';
import type { ScannedWorkload, ScanReport } from '../report';
import { csvText } from './csv';
import { htmlText } from './html';
import { markdownText } from './markdown';
import { tableText } from './table';
import { replayText } from './texts';

function reportOf(workloads: ScannedWorkload[], currency?: string): ScanReport {
  return {
    version: 1,
    program: 'plumbline test',
    atMs: 0,
    cluster: 'east',
    source: { kind: 'prometheus', address: 'http://prometheus' },
    fromMs: 0,
    toMs: 86_400_000,
    stepMs: 60_000,
    recommender: 'default',
    ...(currency && { currency }),
    workloads,
    namespaces: sumsByNamespace(workloads),
    sum: sumOf(workloads),
    leftOut: [],
    notes: [],
    isPartial: false,
  };
}

const PLAIN = { isColoured: false, isWide: false };
const web = scannedWorkload({
  name: 'web',
  containers: [scannedContainer({ throttled: 0.042 })],
  money: { now: 120, next: 80 },
});
const bank = scannedWorkload({ name: 'bank', namespace: 'bank' });

/** The cells under a heading of the first table that has it. */
function column(text: string, heading: string): string[] {
  const lines = text.split('\n');
  const head = lines.findIndex((line) => line.includes(heading));
  const from = lines[head]?.indexOf(heading) ?? 0;
  const end = lines.indexOf('', head);
  return lines.slice(head + 1, end).map((line) => line.slice(from).split('   ')[0]?.trim() ?? '');
}

describe('throttling', () => {
  it('is a column where it is known of any container', () => {
    expect(column(tableText(reportOf([web, bank]), PLAIN), 'THROTTLED')).toEqual(['4.2 %', '-']);
    expect(markdownText(reportOf([web, bank]))).toContain('| throttled |');
  });

  it('takes no room where it is not', () => {
    expect(tableText(reportOf([bank]), PLAIN)).not.toContain('THROTTLED');
    expect(markdownText(reportOf([bank]))).not.toContain('throttled');
  });
});

describe('money', () => {
  it('is what each workload and namespace costs a month, now and then', () => {
    const text = tableText(reportOf([web, bank], 'USD'), { ...PLAIN, isWide: true });
    expect(column(text, 'A MONTH')).toEqual(['$120.00 → $80.00', '-']);
    const [, namespaces = ''] = text.split('NAMESPACE   WORKLOADS');
    expect(namespaces).toMatch(/^.*A MONTH.*\nbank .* - {2}.*\nshop .* \$120\.00 → \$80\.00 /);
    expect(markdownText(reportOf([web], 'USD'))).toContain('A month: $120.00 → $80.00');
  });

  it('is a figure of its own in CSV', () => {
    const [headings = '', first = ''] = csvText(reportOf([web], 'USD')).split('\n');
    const at = headings.split(',').indexOf('money_now_usd_month');
    expect(first.split(',').slice(at, at + 2)).toEqual(['120', '80']);
    expect(csvText(reportOf([bank]))).toContain(',money_now_month,money_next_month,');
  });

  it('is not there without prices', () => {
    expect(tableText(reportOf([bank]), { ...PLAIN, isWide: true })).not.toContain('A MONTH');
  });
});

describe('kills', () => {
  const words = (kills: number | undefined, ofReplay: number) => {
    const { kills: _none, ...own } = scannedContainer();
    return replayText({
      containers: [{ ...own, ...(kills !== undefined && { kills }) }],
      replayed: replayedWith({ kills: ofReplay }),
    });
  };

  it('that there really were stand before those of the replay', () => {
    expect(words(6, 1)).toMatch(
      /^Really 6 kills in the period\. In a replay: left as it is: .*, 1 kill, .* Under a VPA: /,
    );
    expect(words(0, 2)).toMatch(/^Really 0 kills in the period\. .*, 2 kills, /);
  });

  it.each([
    ['unknown', undefined, 2],
    ['none, in the replay too', 0, 0],
  ])('are not told where they are %s', (_, kills, ofReplay) => {
    expect(words(kills, ofReplay)).toMatch(/^Left as it is: /);
  });
});

describe('a memory limit', () => {
  const now = { requests: amountsOf(1000, 300), limits: amountsOf(2000, 450) };
  const next = { requests: amountsOf(120, 200), limits: amountsOf(240, 480) };
  const line = { mean: [1], max: [2] };
  const chart = { fromMs: 0, stepMs: 60_000, containers: [{ name: 'app', cpu: line, memory: line }] };
  const apart = scannedContainer({ now, next, limitTarget: 480 * 2 ** 20 });

  it('stands beside the request where it is recommended apart from it', () => {
    const report = reportOf([scannedWorkload({ name: 'web', containers: [apart], chart })]);
    const words = '300Mi → 200Mi; limit 450Mi → 480Mi';
    expect(column(tableText(report, PLAIN), 'MEMORY')).toEqual([words]);
    expect(markdownText(report)).toContain(words);
    const html = htmlText(report);
    expect(html).toContain(words);
    expect(html).toContain(`"limitNext":${480 * 2 ** 20},"limitNextText":"480Mi"`);
  });

  it('counts for no sum, which are of what is requested', () => {
    const web = scannedWorkload({ name: 'web', containers: [apart] });
    expect(sumOf([web])).toMatchObject({
      requests: { memory: 600 * 2 ** 20 },
      next: { memory: 400 * 2 ** 20 },
      frees: { memory: 200 * 2 ** 20 },
    });
  });

  it('is not told where it keeps its proportion', () => {
    const { limitTarget: _none, ...together } = apart;
    const report = reportOf([scannedWorkload({ name: 'web', containers: [together], chart })]);
    expect(column(tableText(report, PLAIN), 'MEMORY')).toEqual(['300Mi → 200Mi']);
    expect(htmlText(report)).not.toContain('"limitNext"');
  });
});

describe('a terminal that is too narrow', () => {
  const long = scannedWorkload({
    name: 'recommendations-of-the-week',
    containers: [scannedContainer({ throttled: 0.042 })],
  });
  const headingsAt = (columns?: number) => {
    const lines = tableText(reportOf([long]), { ...PLAIN, columns }).split('\n');
    return lines.find((line) => line.startsWith('FINDING'))?.split(/ {2,}/) ?? [];
  };
  const everything = headingsAt();
  const width = Math.max(
    ...tableText(reportOf([long]), PLAIN)
      .split('\n')
      .filter((line) => /^(FINDING|fine|short|waste) {2}/.test(line))
      .map(({ length }) => length),
  );

  it('goes without whole columns before it cuts a name, and says which', () => {
    expect(headingsAt(width)).toEqual(everything);
    expect(headingsAt(width - 1)).toEqual(everything.filter((one) => one !== 'THROTTLED'));
    const text = tableText(reportOf([long]), { ...PLAIN, columns: width - 15 });
    expect(text).toContain('No room here for THROTTLED and CHANGES; -o wide shows all.');
    expect(text).toContain('Deployment/recommendations-of-the-week');
  });

  it('cuts names to no less than says which they are', () => {
    const text = tableText(reportOf([long]), { ...PLAIN, columns: 20 });
    expect(text).toContain('…-of-the-week ×');
  });
});
