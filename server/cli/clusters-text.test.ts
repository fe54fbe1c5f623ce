import { expect, it } from 'vitest';
import { clustersText, ordersText } from './clusters-text';

const total = { requested: 4_000, recommended: 2_000 };
const answer = {
  plumbline: '0.2.0',
  vpas: 7,
  urgencies: { broken: 1, waits: 2, better: 3 },
  totals: { cpu: total, memory: { requested: 2 ** 31, recommended: 2 ** 30 } },
  isStopped: true,
  otherStops: 0,
};

it('lists clusters with what each last said', () => {
  const [head = '', first = '', second = ''] = clustersText([
    { name: 'eu-1', labels: {}, answer },
    { name: 'us-1', labels: {}, fault: 'unreachable' },
  ]).split('\n');
  expect(head).toMatch(/^CLUSTER\s+STATE\s+VPAS/);
  expect(first).toMatch(/^eu-1\s+Stopped\s+7\s+1\s+2\s+3\s+4 cores \/ 2 cores\s+2 GiB \/ 1 GiB$/);
  expect(second).toMatch(/^us-1\s+Nothing answers at its address\./);
});

it('says what became of an order in each cluster', () => {
  const order = { deed: 'stop', scope: { kind: 'all' }, atMs: 0 } as const;
  const text = ordersText({
    orders: [
      { name: 'eu-1', order: { ...order, state: 'taken' } },
      { name: 'us-1', order: { ...order, state: 'away', fault: 'unreachable' } },
      { name: 'us-2', order: { ...order, state: 'refused', fault: 'forbidden' } },
    ],
  });
  expect(text).toMatch(/eu-1\s+Your stop of everything is taken\./);
  expect(text).toMatch(
    /us-1\s+Your stop of everything has not arrived yet; the hub keeps trying\. Nothing answers/,
  );
  expect(text).toMatch(/us-2\s+Your stop of everything is refused\. You lack the right there\./);
});
