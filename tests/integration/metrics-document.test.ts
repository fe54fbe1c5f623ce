import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { METRICS_DOCUMENT } from '../house/documents';
import { metricsPageOfProcess } from '../house/documents/process-metrics';

it('docs/metrics.md names the metrics of a process with every role, and no others', async () => {
  expect(readFileSync(METRICS_DOCUMENT, 'utf8')).toBe(await metricsPageOfProcess());
});
