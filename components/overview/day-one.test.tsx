import { MantineProvider } from '@mantine/core';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { DayOneView } from '@/server/contract/overview';
import type { RequestTotals } from '@/server/contract/workloads';
import { DayOne } from './day-one';

const NOW_MS = Date.UTC(2026, 10, 30, 12);
const NOTHING: RequestTotals = {
  requested: 0,
  recommended: 0,
  kept: 0,
  over: 0,
  short: 0,
  used: 0,
  overWorkloads: 0,
  shortWorkloads: 0,
  missing: { request: 0, target: 0, use: 0 },
  leftOut: { waiting: 0, vpas: 0 },
};

const view = (ooms: DayOneView['ooms']): DayOneView => ({
  workloads: 2,
  allNamespaces: 1,
  totals: { cpu: NOTHING, memory: NOTHING },
  wasteful: [],
  endangered: [],
  namespaces: [{ name: 'shop', workloads: 2 }],
  ooms,
});

const shown = (ooms: DayOneView['ooms']) =>
  renderToStaticMarkup(
    <MantineProvider>
      <DayOne view={view(ooms)} nowMs={NOW_MS} />
    </MantineProvider>,
  );

it('tells what was killed for memory before all sums', () => {
  const html = shown([
    {
      namespace: 'shop',
      name: 'orders',
      kind: 'Deployment',
      containers: ['app'],
      times: 3,
      lastMs: NOW_MS - 60_000,
    },
  ]);
  const order = ['OOM kills in the last 24 hours', 'orders', '3 times', '>CPU<', '>Memory<'].map((text) =>
    html.indexOf(text),
  );
  expect(order).not.toContain(-1);
  expect(order).toEqual([...order].sort((one, other) => one - other));
});

it('says nothing of kills where there was none', () => {
  expect(shown([])).not.toContain('OOM kills');
});
