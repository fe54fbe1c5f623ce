import type { Registry } from 'prom-client';
import { page, table } from './markdown';

const HEAD = ['metric', 'type', 'labels', 'what it counts'];

const GROUPS: readonly (readonly [heading: string, about: string, isIn: (name: string) => boolean])[] = [
  [
    'Of the upstream VPA',
    'The names, types and labels of the upstream VPA, so that its dashboards go on working.',
    (name) => name.startsWith('vpa_'),
  ],
  ['Of Plumbline', 'What the upstream VPA does not measure.', (name) => name.startsWith('plumbline_')],
];

interface Described {
  readonly name: string;
  readonly help: string;
  readonly type: string;
  readonly labelNames?: readonly string[];
}

/** What the metrics of a registry are; those of Node itself left out. */
export function describedMetrics(registry: Pick<Registry, 'getMetricsAsArray'>): Described[] {
  const all = registry.getMetricsAsArray() as unknown as Described[];
  return all
    .filter(({ name }) => GROUPS.some(([, , isIn]) => isIn(name)))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** `docs/metrics.md`, from the registry of a process that runs every role. */
export function metricsPage(registry: Pick<Registry, 'getMetricsAsArray'>): string {
  const metrics = describedMetrics(registry);
  return page(
    'Metrics',
    '`/metrics` of the dashboard, and of a process without pages, in the text format of Prometheus. Which are there depends on the roles that run. Beside these are the usual ones of Node.js, `nodejs_` and `process_`.',
    GROUPS.map(([heading, about, isIn]) => {
      const rows = metrics
        .filter(({ name }) => isIn(name))
        .map(({ name, help, type, labelNames = [] }) => [
          `\`${name}\``,
          type,
          labelNames.map((label) => `\`${label}\``).join(', '),
          help,
        ]);
      return `## ${heading}\n\n${about}\n\n${table(HEAD, rows)}`;
    }),
  );
}
