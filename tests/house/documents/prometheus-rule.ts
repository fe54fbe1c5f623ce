import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse, stringify } from 'yaml';
import { root } from '../../../bin/root.mjs';

export const ALERTS = path.join(root, 'deploy/observability/alerts.yaml');

/** The alert rules as an object of the Prometheus Operator. */
export function prometheusRule(): string {
  const rule = {
    apiVersion: 'monitoring.coreos.com/v1',
    kind: 'PrometheusRule',
    metadata: { name: 'plumbline', namespace: 'plumbline' },
    spec: parse(readFileSync(ALERTS, 'utf8')),
  };
  return `# Made from alerts.yaml: \`npm run docs\`.\n${stringify(rule)}`;
}
