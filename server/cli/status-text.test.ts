import { expect, it } from 'vitest';
import type { VpaReport } from '../contract/reports';
import { statusText } from './status-text';

const MIB = 2 ** 20;

const WEB: VpaReport = {
  namespace: 'shop',
  name: 'web',
  mode: 'Off',
  recommender: 'default',
  conditions: [],
  containers: [],
} as VpaReport;

it('says first how much needs somebody, as the pages do', () => {
  const counts = { broken: 1, waits: 2, better: 3 };
  expect(statusText([WEB], counts)).toMatch(/^1 broken, 2 wait for you, 3 could be better\.\n\nNAMESPACE/);
});

it('does not where only a dashboard knows', () => {
  expect(statusText([WEB])).toMatch(/^NAMESPACE/);
});

it('shows the limit beside the request: that of the template, and that of a new pod', () => {
  const template = {
    requests: { cpu: 100, memory: 512 * MIB },
    limits: { memory: 512 * MIB },
  };
  const containers = [
    {
      name: 'app',
      template,
      recommended: {
        target: { cpu: 163, memory: 200 * MIB },
        lowerBound: {},
        upperBound: {},
      },
      next: { requests: { cpu: 163, memory: 200 * MIB }, limits: { memory: 480 * MIB } },
      left: [],
      notes: [],
    },
    { name: 'idle', template, left: [], notes: [] },
  ] as unknown as VpaReport['containers'];
  const [heading = '', app = '', idle = ''] = statusText([{ ...WEB, containers }])
    .split('\n')
    .map((line) => line.trim().split(/ {2,}/).join('|'));
  expect(heading).toBe('NAMESPACE|VPA|MODE|TARGET|CONTAINER|CPU|CPU LIMIT|MEMORY|MEMORY LIMIT|NOTE');
  expect(app).toBe('shop|web|Off|-|app|100m → 163m|-|512 MiB → 200 MiB|512 MiB → 480 MiB');
  expect(idle).toBe('shop|web|Off|-|idle|100m → -|-|512 MiB → -|512 MiB');
});
