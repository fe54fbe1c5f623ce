import { Gauge, Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { metricsText } from './metrics-text';

it('makes one text for all who ask at once, and a new one for who asks later', async () => {
  const metrics = new Registry();
  let collected = 0;
  new Gauge({
    name: 'collected',
    help: 'How often it was collected.',
    registers: [metrics],
    collect() {
      this.set(++collected);
    },
  });
  const texts = await Promise.all(Array.from({ length: 100 }, () => metricsText(metrics)));
  expect([new Set(texts).size, collected]).toEqual([1, 1]);
  expect(await metricsText(metrics)).toContain('collected 2');
});
