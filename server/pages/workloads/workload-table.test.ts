import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { runs } from '@/tests/support/property-runs';
import type { WorkloadRow } from '../../contract/workloads';
import type { TableFormat } from '../table-file';
import { workloadTable } from './workload-table';

const row = (change: Partial<WorkloadRow> = {}): WorkloadRow => ({
  namespace: 'shop',
  name: 'web',
  target: { kind: 'Deployment', name: 'web' },
  updateMode: 'Off',
  recommender: 'default',
  pods: 2,
  state: { kind: 'recommended' },
  containers: [{ name: 'app', off: false, cpu: { target: 163 }, memory: {}, confidence: 1, samples: 1 }],
  standing: 'within',
  findings: [],
  waste: { cpu: 0, memory: 0 },
  ...change,
});

async function textOf(rows: readonly WorkloadRow[], format: TableFormat, columns: readonly string[] = []) {
  let text = '';
  for await (const part of workloadTable(rows, format, columns).parts) text += part;
  return text;
}

describe('the workloads as a file', () => {
  it('defuses what a spreadsheet would take for a formula', async () => {
    const text = await textOf([row({ recommender: '=cmd|calc' })], 'csv', ['recommender']);
    expect(text.split('\r\n')[1]).toBe(`shop,Deployment,web,web,'=cmd|calc`);
  });

  it('keeps Off a text in YAML', async () => {
    const text = await textOf([row()], 'yaml', ['mode']);
    expect(parse(text, { version: '1.1' })).toMatchObject([{ mode: 'Off' }]);
  });

  it('has a line for a workload of which no container is known', async () => {
    const text = await textOf([row({ containers: [] })], 'json');
    expect(JSON.parse(text)).toMatchObject([{ workload: 'web', pods: 2 }]);
  });

  it('says the same in YAML and in JSON, whatever its texts are', async () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary-ascii', maxLength: 90 }),
      fc.constantFrom(
        'Off',
        'y',
        '~',
        '22:00',
        '1e3',
        '0x1f',
        '- a',
        'a: b',
        '# a',
        'a #b',
        ' ',
        '\n',
        '2026-11-21',
        '<<',
        'a\u00a0',
        'ä\u2028\ufeff\u{1f600}',
        '\u0085',
        '=',
      ),
    );
    const rows = fc.array(fc.record({ namespace: text, name: text, recommender: text }), { maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(rows, async (changes) => {
        const made = changes.map(row);
        const json = JSON.parse(await textOf(made, 'json', ['recommender']));
        const yaml = await textOf(made, 'yaml', ['recommender']);
        expect(parse(yaml, { version: '1.1' })).toEqual(json);
        expect(parse(yaml)).toEqual(json);
      }),
      { numRuns: runs(60) },
    );
  });

  it('is passed on in parts, of which each is made once it is read', async () => {
    let read = 0;
    function* rows() {
      for (; read < 2000; read++) yield row();
    }
    const parts = workloadTable(rows(), 'yaml', []).parts[Symbol.asyncIterator]();
    const { value } = await parts.next();
    expect(value?.length).toBeGreaterThan(60_000);
    expect(read).toBeLessThan(1000);
  });

  it.each([
    ['csv', 'namespace,kind,workload,vpa\r\n'],
    ['json', '[]\n'],
    ['yaml', '[]\n'],
  ] as const)('is valid %s without a workload', async (format, text) => {
    expect(await textOf([], format, ['workload'])).toBe(text);
  });
});
