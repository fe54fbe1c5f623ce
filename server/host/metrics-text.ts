import type { Registry } from 'prom-client';
import { ofKey } from '../lib/memo/of-key';

const making = new WeakMap<Registry, Promise<string>>();

/** All metrics as text. Who asks while it is made gets the same, so that many who ask at once cost as much as one. */
export function metricsText(metrics: Registry): Promise<string> {
  return ofKey(making, metrics, () => metrics.metrics().finally(() => making.delete(metrics)));
}
