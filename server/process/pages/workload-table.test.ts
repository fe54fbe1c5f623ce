import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { WorkloadRow } from './views';
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

describe('the workloads as a file', () => {
  it('defuses what a spreadsheet would take for a formula', async () => {
    const { text } = await workloadTable([row({ recommender: '=cmd|calc' })], 'csv', ['recommender']);
    expect(text.split('\r\n')[1]).toBe(`shop,Deployment,web,web,'=cmd|calc`);
  });

  it('keeps Off a text in YAML', async () => {
    const { text } = await workloadTable([row()], 'yaml', ['mode']);
    expect(parse(text, { version: '1.1' })).toMatchObject([{ mode: 'Off' }]);
  });

  it('has a line for a workload of which no container is known', async () => {
    const { text } = await workloadTable([row({ containers: [] })], 'json', []);
    expect(JSON.parse(text)).toMatchObject([{ workload: 'web', pods: 2 }]);
  });

  it.each([
    ['csv', 'namespace,kind,workload,vpa\r\n'],
    ['json', '[]\n'],
    ['yaml', '[]\n'],
  ] as const)('is valid %s without a workload', async (format, text) => {
    expect((await workloadTable([], format, ['workload'])).text).toBe(text);
  });
});
