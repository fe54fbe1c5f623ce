/** `npm run chart`: writes what the Helm chart in deploy/chart has of the manifests in deploy/. */
import { writeFileSync } from 'node:fs';
import { CHART_FILES } from './index';

for (const { file, text } of CHART_FILES) writeFileSync(file, text());
