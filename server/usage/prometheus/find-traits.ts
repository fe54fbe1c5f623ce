import { defaultConfig } from '../../config';
import type { TimeSpan } from '../source';
import type { PrometheusApi } from './api';
import { nameOf } from './container-names';
import { type QueryBackOff, unlessRefused } from './patience';
import { isConflict, labelsKept, type SeriesLabels } from './pod-labels';
import { type NameStyle, type PrometheusNames, Queries, type QueryScope } from './queries';
import { type StoreTraits, usualTraits } from './store-traits';

const MINUTE_MS = 60_000;
/** Series that are looked at for names. */
const MOST_LOOKED_AT = 200;
/** Pods whose scrapes are looked at. */
const MOST_PODS = 4;
/** Where a store answers for the last hours, its present names are found there. */
const LATELY_MS = 6 * 60 * MINUTE_MS;
/** The samples that tell how often there are scrapes: some minutes, or some hours of them. */
const RANGES_MS = [20 * MINUTE_MS, 4 * 60 * MINUTE_MS];
/** A pause of so many scrapes is a gap. */
const GAP = 1.6;
const MOST_WHOLE_SECONDS_OFF = 0.01;

/** Labels that stores have for the same, the usual ones first. */
const CONTAINER_LABELS: readonly ContainerLabels[] = [
  // Scraped from another Prometheus, or without `honor_labels`.
  {
    containerNamespaceLabel: 'exported_namespace',
    containerPodNameLabel: 'exported_pod',
    containerNameLabel: 'exported_container',
  },
  // Before Kubernetes 1.16.
  {
    containerNamespaceLabel: 'namespace',
    containerPodNameLabel: 'pod_name',
    containerNameLabel: 'container_name',
  },
];
/** Those of OpenTelemetry: as Prometheus writes them, and as they are. */
const OPEN_TELEMETRY: readonly ContainerLabels[] = ['_', '.'].map((dot) => ({
  containerNamespaceLabel: `k8s${dot}namespace${dot}name`,
  containerPodNameLabel: `k8s${dot}pod${dot}name`,
  containerNameLabel: `k8s${dot}container${dot}name`,
}));
/** What the receiver kubeletstats measures, with the endings that its names get on the way; a counter loses no peak. */
const OTEL_MEMORY = /^container[._]memory[._]working_set(?:_bytes)?$/;
const OTEL_COUNTER = /^container[._]cpu[._]time(?:_seconds)?(?:_total)?$/;
const OTEL_GAUGE = /^container[._]cpu[._](?:usage|utilization)(?:_ratio)?$/;

type ContainerLabels = Pick<
  PrometheusNames,
  'containerNamespaceLabel' | 'containerPodNameLabel' | 'containerNameLabel'
>;
type PodNames = Pick<PrometheusNames, 'podNamespaceLabel' | 'podNameLabel' | 'podContainerNameLabel'>;

const EXPORTED: PodNames = {
  podNamespaceLabel: 'exported_namespace',
  podNameLabel: 'exported_pod',
  podContainerNameLabel: 'exported_container',
};

interface Asking {
  readonly api: PrometheusApi;
  /** As they are stated; those that are the usual ones are looked for. */
  readonly names: PrometheusNames;
  readonly span: TimeSpan;
  readonly scope?: QueryScope | undefined;
  readonly stopping?: AbortSignal | undefined;
  /** Waits for a store that cannot be asked now; without it, that is an error. */
  readonly patience?: QueryBackOff | undefined;
}

interface Looking extends Asking {
  /** What was told of series, by their selector: a store looks through all of them for each question. */
  readonly told: Map<string, SeriesLabels[]>;
}

/**
 * Finds out how a store calls what is asked for, how often it scrapes, and whether it speaks MetricsQL, by some questions
 * that read next to no sample. What it refuses to tell stays as it is usual.
 * @throws PrometheusError if it cannot be asked at all; the signal's reason
 */
export async function findTraits(asking: Asking): Promise<StoreTraits> {
  const looking = { ...asking, told: new Map() };
  const isMetricsQl = await speaksMetricsQl(asking);
  const style = isMetricsQl ? 'bare' : 'quoted';
  const names = { ...asking.names, ...(await containerNames(looking, style)) };
  const { names: namesOfPods, ...told } = await podNames({ ...looking, names }, style, isMetricsQl);
  const found = { ...names, ...namesOfPods };
  return {
    ...usualTraits(found),
    style,
    isMetricsQl,
    ...(await scrapesOf({ ...looking, names: found }, style)),
    ...told,
  };
}

/** `now()` is a function of MetricsQL alone. */
async function speaksMetricsQl(asking: Asking): Promise<boolean> {
  const { api, span, stopping } = asking;
  return unlessRefused(asking, false, async () => {
    for await (const _ of api.instant('now()', span.toMs, { stopping })) return true;
    return false;
  });
}

async function containerNames(asking: Looking, style: NameStyle): Promise<Partial<PrometheusNames>> {
  const { names, scope } = asking;
  const isUsual = (one: keyof ContainerLabels) => names[one] === usual(one);
  if (
    !isUsual('containerNamespaceLabel') ||
    !isUsual('containerPodNameLabel') ||
    !isUsual('containerNameLabel')
  )
    return {};
  if (await hasAny(asking, new Queries(names, style).containers(scope))) return {};
  for (const labels of CONTAINER_LABELS)
    if (await hasAny(asking, new Queries({ ...names, ...labels }, style).containers(scope))) return labels;
  if (
    names.prometheusCpuQuery !== usual('prometheusCpuQuery') ||
    names.prometheusMemoryQuery !== usual('prometheusMemoryQuery')
  )
    return {};
  for (const labels of OPEN_TELEMETRY) {
    const metrics = await metricsWith(asking, labels, style);
    const memory = metrics.find((metric) => OTEL_MEMORY.test(metric));
    const counter = metrics.find((metric) => OTEL_COUNTER.test(metric));
    const gauge = metrics.find((metric) => OTEL_GAUGE.test(metric));
    if (memory === undefined) continue;
    const of = (metric: string) => `{__name__="${metric}",$matchers}[$window]`;
    const cpu = counter
      ? `sum without (cpu) (rate(${of(counter)}))`
      : `avg_over_time(${of(gauge ?? 'container_cpu_usage')})`;
    return {
      ...labels,
      prometheusCpuQuery: `max by ($by) (${cpu})`,
      prometheusMemoryQuery: `max by ($by) (max_over_time(${of(memory)}))`,
    };
  }
  return {};
}

async function metricsWith(asking: Asking, labels: ContainerLabels, style: NameStyle): Promise<string[]> {
  const { api, names, span, stopping } = asking;
  const selector = new Queries({ ...names, ...labels, prometheusMemoryQuery: '' }, style).containers(
    undefined,
  );
  return unlessRefused(asking, [], async () => {
    const metrics: string[] = [];
    for await (const metric of api.labelValues('__name__', selector, lately(span), stopping))
      metrics.push(metric);
    return metrics;
  });
}

/** What kube-state-metrics calls pods, and what it does not tell. */
async function podNames(
  asking: Looking,
  style: NameStyle,
  isMetricsQl: boolean,
): Promise<Pick<StoreTraits, 'mostLabels' | 'withoutLabels' | 'says'> & { names: Partial<PrometheusNames> }> {
  const { names } = asking;
  const { metricForPodLabels, metricForPodOwners, podLabelPrefix } = names;
  const isUsual =
    names.podNameLabel === usual('podNameLabel') && names.podNamespaceLabel === usual('podNamespaceLabel');
  const ofPods = { ...names, prometheusMemoryQuery: '' };
  const seriesOf = async (metric: string) => {
    const matchers = new Queries(ofPods, style).ofPods('{$matchers}', asking.scope, 0);
    const own = await someSeries(asking, metric + matchers);
    if (own.length === 0 && isUsual && asking.scope)
      return someSeries(
        asking,
        metric + new Queries({ ...ofPods, ...EXPORTED }, style).ofPods('{$matchers}', asking.scope, 0),
      );
    return own;
  };
  const labels = await seriesOf(metricForPodLabels);
  const owners = await seriesOf(metricForPodOwners);
  const isExported = isUsual && [...labels, ...owners].some(({ exported_pod }) => exported_pod);
  const hasLabels = labels.some((series) =>
    Object.keys(series).some((name) => name.startsWith(podLabelPrefix)),
  );
  const withoutLabels =
    !hasLabels && owners.length === 0
      ? `neither ${metricForPodLabels} nor ${metricForPodOwners} (kube-state-metrics) tells of pods that are gone`
      : undefined;
  const kept = labelsKept(labels, isMetricsQl);
  const byOwner = `pods that are gone are told by their owner${owners.length === 0 ? `, which ${metricForPodOwners} does not tell` : ''}.`;
  const says = [
    ...(labels.some((series) => Object.keys(series).some(isConflict))
      ? [`Labels of pods collide in ${metricForPodLabels} (label_…_conflict1): ${byOwner}`]
      : []),
    ...(kept.mayLack
      ? [
          `Series of ${metricForPodLabels} have ${kept.most} labels, the most that the store keeps (-maxLabelsPerTimeseries), and may lack others: such ${byOwner}`,
        ]
      : []),
  ];
  return { names: isExported ? EXPORTED : {}, mostLabels: kept.most, withoutLabels, says };
}

/** How often some containers are scraped, the longest of what is usual for each; and whether each has one series. */
async function scrapesOf(
  asking: Looking,
  style: NameStyle,
): Promise<Pick<StoreTraits, 'scrapes' | 'hasOneSeriesEach' | 'knowsContainers'>> {
  const { api, names, span, stopping } = asking;
  const queries = new Queries(names, style);
  const series = await someSeries(asking, queries.containers(asking.scope));
  const chosen = series.filter(
    (_, index) => index % Math.max(1, Math.floor(series.length / MOST_PODS)) === 0,
  );
  const valuesOf = (label: string) => [...new Set(chosen.slice(0, MOST_PODS).map((one) => one[label] ?? ''))];
  const scope = {
    namespaces: valuesOf(names.containerNamespaceLabel),
    pods: valuesOf(names.containerPodNameLabel),
  };
  if (series.length === 0) return {};
  for (const rangeMs of RANGES_MS) {
    const found = await unlessRefused(asking, undefined, async () => {
      const all: { everyMs: number; lateMs: number }[] = [];
      const timesOf = new Map<SeriesLabels, number[]>();
      for await (const { metric, timesMs } of api.instant(queries.scrapes(scope, rangeMs), span.toMs, {
        stopping,
      }))
        timesOf.set(metric, [...(timesOf.get(metric) ?? []), ...timesMs]);
      const containers = new Set([...timesOf.keys()].map((metric) => nameOf(metric, names).key));
      for (const times of timesOf.values()) {
        const rhythm = rhythmOf(times);
        if (rhythm) all.push(rhythm);
      }
      const [scrapes] = all.sort((a, b) => b.everyMs - a.everyMs);
      return scrapes && { scrapes, hasOneSeriesEach: containers.size === timesOf.size };
    });
    if (found) return { ...found, knowsContainers: true };
  }
  return { knowsContainers: true };
}

/** How far samples are apart, gaps aside; undefined for fewer than three. */
export function rhythmOf(timesMs: readonly number[]): { everyMs: number; lateMs: number } | undefined {
  const apart = timesMs.slice(1).map((ms, index) => ms - (timesMs[index] ?? ms));
  const middle = [...apart].sort((a, b) => a - b)[Math.floor(apart.length / 2)];
  if (apart.length < 2 || middle === undefined || middle <= 0) return undefined;
  const seconds = Math.round(middle / 1000) * 1000;
  const everyMs = Math.abs(seconds - middle) <= middle * MOST_WHOLE_SECONDS_OFF ? seconds : middle;
  const latest = Math.max(...apart.filter((ms) => ms < everyMs * GAP));
  return { everyMs, lateMs: Math.max(0, latest - everyMs) };
}

async function hasAny(asking: Looking, selector: string): Promise<boolean> {
  return (await someSeries(asking, selector)).length > 0;
}

/** Some series of the last hours, or else of the whole span. */
async function someSeries(asking: Looking, selector: string): Promise<SeriesLabels[]> {
  const { api, span, stopping, told } = asking;
  const known = told.get(selector);
  if (known) return known;
  for (const time of span.toMs - span.fromMs > LATELY_MS ? [lately(span), span] : [span]) {
    const some = await unlessRefused(asking, [], async () => {
      const series: SeriesLabels[] = [];
      for await (const one of api.series(selector, time, { most: MOST_LOOKED_AT, stopping })) {
        series.push(one);
        if (series.length >= MOST_LOOKED_AT) break;
      }
      return series;
    });
    if (some.length === 0) continue;
    told.set(selector, some);
    return some;
  }
  return [];
}

function lately({ fromMs, toMs }: TimeSpan): TimeSpan {
  return { fromMs: Math.max(fromMs, toMs - LATELY_MS), toMs };
}

let usualNames: PrometheusNames | undefined;

function usual<Name extends keyof PrometheusNames>(name: Name): PrometheusNames[Name] {
  usualNames ??= defaultConfig();
  return usualNames[name];
}
