/** One series of a metric: its labels as `labelText` writes them, and its value. */
export type MetricSeries = readonly [labels: string, value: number];

/** One metric family in the Prometheus text format; its series are looked up when it is written. */
export interface Family {
  readonly name: string;
  readonly type: 'counter' | 'gauge';
  readonly help: string;
  readonly series: () => Iterable<MetricSeries>;
}

/** Families in the Prometheus text format: those of these names, or all if none is named. */
export function exposition(families: readonly Family[], names: readonly string[] = []): string {
  let text = '';
  for (const { name, type, help, series } of families) {
    if (names.length > 0 && !names.includes(name)) continue;
    text += `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n`;
    for (const [labels, value] of series()) text += `${name}{${labels}} ${value}\n`;
  }
  return text;
}

/** Labels as they stand between braces. */
export function labelText(labels: Readonly<Record<string, string>>): string {
  return Object.entries(labels)
    .map(([label, content]) => `${label}="${escapeLabel(content)}"`)
    .join(',');
}

function escapeLabel(text: string): string {
  return text.replace(/\\/g, '\\\\').replace(/"/g, '\\"').replace(/\n/g, '\\n');
}

/**
 * The kube-state-metrics name of a Kubernetes label: `app.kubernetes.io/name` →
 * `label_app_kubernetes_io_name`.
 */
export function labelName(label: string): string {
  return `label_${label.replace(/[^a-zA-Z0-9_]/g, '_')}`;
}
