const STEP_SECONDS = 1200;

/** A series with a constant rate per second, or a constant value. */
interface Constant {
  metric: string;
  labels: Readonly<Record<string, string>>;
  perSecond?: number;
  value?: number;
}

/** One container and what it does, as cAdvisor tells it. */
export function containerSeries(
  container: { namespace: string; pod: string; container: string },
  scale = 1,
): Constant[] {
  const own = { ...container, id: `/kubepods/${container.pod}` };
  const pod = { namespace: container.namespace, pod: container.pod, interface: 'eth0', image: 'pause' };
  const counter = (metric: string, perSecond: number, labels: Record<string, string> = own) => ({
    metric,
    labels,
    perSecond: perSecond * scale,
  });
  return [
    counter('container_cpu_usage_seconds_total', 0.2),
    { metric: 'container_memory_working_set_bytes', labels: own, value: 1e8 },
    ...['vda', 'vdb'].flatMap((device) => [
      counter('container_fs_reads_bytes_total', 2e5, { ...own, device }),
      counter('container_fs_writes_bytes_total', 3e5, { ...own, device }),
      counter('container_fs_reads_total', 10, { ...own, device }),
      counter('container_fs_writes_total', 20, { ...own, device }),
      { metric: 'container_fs_usage_bytes', labels: { ...own, device }, value: 5e7 * scale },
    ]),
    counter('container_network_receive_bytes_total', 4e5, pod),
    counter('container_network_transmit_bytes_total', 8e5, pod),
    counter('container_network_receive_packets_total', 300, pod),
    counter('container_network_transmit_packets_total', 500, pod),
    counter('container_network_receive_packets_dropped_total', 1, pod),
    counter('container_network_transmit_packets_dropped_total', 2, pod),
    { metric: 'container_cpu_cfs_periods_total', labels: own, perSecond: 10 },
    { metric: 'container_cpu_cfs_throttled_periods_total', labels: own, perSecond: 2.5 },
    ...Object.entries({ cpu: 0.4, memory: 0.15, io: 0.05 }).map(([resource, perSecond]) => ({
      metric: `container_pressure_${resource}_waiting_seconds_total`,
      labels: own,
      perSecond,
    })),
    counter('container_memory_failures_total', 7, {
      ...own,
      failure_type: 'pgmajfault',
      scope: 'container',
    }),
    counter('container_memory_failures_total', 9999, {
      ...own,
      failure_type: 'pgfault',
      scope: 'container',
    }),
    { metric: 'container_memory_rss', labels: own, value: 1e8 },
    { metric: 'container_file_descriptors', labels: own, value: 33 },
    { metric: 'container_threads', labels: own, value: 17 },
  ];
}

/** The labels of a pod, as kube-state-metrics tells them. */
export function podLabelSeries(namespace: string, pod: string, app: string): Constant {
  return { metric: 'kube_pod_labels', labels: { namespace, pod, label_app: app }, value: 1 };
}

/** These series from one time to another, Unix ms, as OpenMetrics without the end. */
export function openMetricsOf(series: readonly Constant[], fromMs: number, toMs: number): string {
  const byMetric = new Map<string, Constant[]>();
  for (const one of series) byMetric.set(one.metric, [...(byMetric.get(one.metric) ?? []), one]);
  let text = '';
  for (const [metric, all] of byMetric) {
    const isCounter = metric.endsWith('_total');
    text += `# TYPE ${isCounter ? metric.slice(0, -'_total'.length) : metric} ${isCounter ? 'counter' : 'gauge'}\n`;
    for (const { labels, perSecond = 0, value } of all) {
      const pairs = Object.entries(labels).map(([name, content]) => `${name}="${content}"`);
      for (let at = fromMs / 1000; at <= toMs / 1000; at += STEP_SECONDS)
        text += `${metric}{${pairs.join(',')}} ${value ?? perSecond * (at - fromMs / 1000)} ${at}\n`;
    }
  }
  return text;
}
