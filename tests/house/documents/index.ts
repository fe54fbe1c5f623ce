import path from 'node:path';
import { root } from '../../../bin/root.mjs';
import { securityPage } from '../rights/table';
import { annotationsPage } from './annotations';
import { apiPage, openApi } from './api';
import { demoPage } from './demo';
import { iconsModule } from './icons';
import { prometheusRule } from './prometheus-rule';
import { reasonsPage } from './reasons';
import { settingsPage } from './settings';
import { themeSheet } from './theme-sheet';
import { upstreamFlagsPage } from './upstream-flags';

const inDocs = (name: string) => path.join(root, 'docs', name);

/** The generated files that need no process. */
export const DOCUMENTS: readonly { file: string; text: () => string }[] = [
  { file: inDocs('settings.md'), text: settingsPage },
  { file: inDocs('upstream-flags.md'), text: upstreamFlagsPage },
  { file: inDocs('reasons.md'), text: reasonsPage },
  { file: inDocs('annotations.md'), text: annotationsPage },
  { file: inDocs('security.md'), text: securityPage },
  { file: inDocs('demo.md'), text: demoPage },
  { file: inDocs('api.md'), text: apiPage },
  { file: inDocs('openapi.yaml'), text: openApi },
  { file: path.join(root, 'components/icons/index.ts'), text: iconsModule },
  { file: path.join(root, 'components/theme/theme.css'), text: themeSheet },
  { file: path.join(root, 'deploy/observability/prometheus-rule.yaml'), text: prometheusRule },
];

export const METRICS_DOCUMENT = inDocs('metrics.md');
