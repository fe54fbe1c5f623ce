/** `npm run docs`: writes the generated pages of `docs/`. With `--fast`, without the metrics, which take a process. */
import { writeFileSync } from 'node:fs';
import { DOCUMENTS, METRICS_DOCUMENT } from './index';
import { metricsPageOfProcess } from './process-metrics';

for (const { file, text } of DOCUMENTS) writeFileSync(file, text());
if (!process.argv.includes('--fast')) writeFileSync(METRICS_DOCUMENT, await metricsPageOfProcess());
