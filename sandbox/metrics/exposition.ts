/** One series of a metric: its labels and value. */
export type MetricSeries = readonly [labels: Readonly<Record<string, string>>, value: number];

/** One metric family in the Prometheus text format. */
export function family(
  name: string,
  type: 'counter' | 'gauge',
  help: string,
  series: Iterable<MetricSeries>,
): string {
  let text = `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n`;
  for (const [labels, value] of series) {
    const pairs = Object.entries(labels).map(([label, content]) => `${label}="${escapeLabel(content)}"`);
    text += `${name}{${pairs.join(',')}} ${value}\n`;
  }
  return text;
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
