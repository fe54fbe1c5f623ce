import type { OtherSignal } from '@/server/model/other-signals';
import type { Signal } from '@/server/model/signals';

/** The names of metrics and labels. */
export interface PrometheusNames {
  /** Templates with `$matchers`, `$window` and `$by`. */
  prometheusCpuQuery: string;
  prometheusMemoryQuery: string;
  /** Job of the container metrics; empty for any. */
  prometheusCadvisorJobName: string;
  /** Further matchers for every query, such as `cluster="east"`. */
  prometheusMatchers: string;
  containerNamespaceLabel: string;
  containerPodNameLabel: string;
  containerNameLabel: string;
  metricForPodLabels: string;
  metricForPodOwners: string;
  podLabelPrefix: string;
  podNamespaceLabel: string;
  podNameLabel: string;
  /** Label of the container in the metrics of pods. */
  podContainerNameLabel: string;
}

/** How names that are no words, such as `k8s.pod.name`, are written: in quotes by Prometheus 3, bare in MetricsQL. */
export type NameStyle = 'quoted' | 'bare';

/** Whose usage one query asks for; all pods if none are named. */
export interface QueryScope {
  namespaces: readonly string[];
  pods?: readonly string[];
}

/** A selector of a template: the name of its metric, before the braces or within. */
const SELECTOR = /([a-zA-Z_:][\w:]*\{|\{__name__="[^"]+",)\$matchers\}/;
/** A counter of a template, which a rate is taken of. */
const RATED = /\brate\(((?:[a-zA-Z_:][\w:]*\{|\{__name__="[^"]+",)\$matchers\})\[\$window\]\)/;
/** The aggregations of a template around what is measured of each series. */
const AGGREGATED = /^max by \(\$by\) \((?:sum without \(cpu\) \((\w+\([^()]*\))\)|(\w+\([^()]*\)))\)$/;
/** Cores: finer than anything that is recommended, and a third of the digits. */
const CPU_DIGITS = 0.0001;
const CADVISOR_COUNTER = 'container_cpu_usage_seconds_total{$matchers}';

/** When each container started, in Unix seconds. */
export const START_METRIC = 'container_start_time_seconds';

/** Writes PromQL for one set of names. */
export class Queries {
  constructor(
    private readonly names: PrometheusNames,
    private readonly style: NameStyle = 'quoted',
  ) {}

  /** Usage of each container: cores for CPU, averaged over `windowMs`; for memory the highest bytes within it. */
  usage(signal: Signal, scope: QueryScope | undefined, windowMs: number): string {
    return this.filled(this.templateOf(signal), scope, windowMs);
  }

  private templateOf(signal: Signal): string {
    const { prometheusCpuQuery, prometheusMemoryQuery } = this.names;
    return signal === 'cpu' ? prometheusCpuQuery : prometheusMemoryQuery;
  }

  private filled(template: string, scope: QueryScope | undefined, windowMs: number): string {
    const { names } = this;
    const by = [names.containerNamespaceLabel, names.containerPodNameLabel, names.containerNameLabel];
    return template
      .replaceAll('$matchers', () => this.containerMatchers(scope))
      .replaceAll('$window', durationOf(windowMs))
      .replaceAll('$by', this.labels(by));
  }

  /**
   * The same for answers of many steps, CPU to a tenth of a millicore.
   * @param isApart each series by itself, for `oneSeriesEach`, where the template aggregates in the usual way
   */
  usageOverTime(signal: Signal, scope: QueryScope, windowMs: number, isApart: boolean): string {
    const template = this.templateOf(signal);
    const [, summed, plain] = (isApart && AGGREGATED.exec(template)) || [];
    const query = this.filled(summed ?? plain ?? template, scope, windowMs);
    return signal === 'cpu' ? `round(${query}, ${CPU_DIGITS})` : query;
  }

  /** Whether usage can be asked series by series. */
  get canBeApart(): boolean {
    const { prometheusCpuQuery, prometheusMemoryQuery } = this.names;
    return AGGREGATED.test(prometheusCpuQuery) && AGGREGATED.test(prometheusMemoryQuery);
  }

  /**
   * The samples of the last `rangeMs` of the counter that CPU is the rate of, and of when containers started where
   * cAdvisor tells; undefined for a query of another kind.
   */
  counter(scope: QueryScope, rangeMs: number): string | undefined {
    const selector = RATED.exec(this.names.prometheusCpuQuery)?.[1];
    if (selector === undefined) return undefined;
    const matchers = this.containerMatchers(scope);
    const series =
      selector === CADVISOR_COUNTER
        ? `{__name__=~"container_cpu_usage_seconds_total|${START_METRIC}",${matchers}}`
        : selector.replace('$matchers', () => matchers);
    return `${series}[${durationOf(rangeMs)}]`;
  }

  /** The samples of the last `rangeMs` of the series that usage is taken of. */
  scrapes(scope: QueryScope, rangeMs: number): string {
    const { prometheusCpuQuery, prometheusMemoryQuery } = this.names;
    const selector = RATED.exec(prometheusCpuQuery)?.[1] ?? SELECTOR.exec(prometheusMemoryQuery)?.[0] ?? '';
    return `${selector.replace('$matchers', () => this.containerMatchers(scope))}[${durationOf(rangeMs)}]`;
  }

  /** One of the other signals, of each container or pod, in its unit. */
  signal(
    { query, of }: Pick<OtherSignal, 'query' | 'of'>,
    scope: QueryScope | undefined,
    windowMs: number,
  ): string {
    const { names } = this;
    const ofPod = [names.containerNamespaceLabel, names.containerPodNameLabel];
    // Never empty: a query may have matchers of its own after these.
    const matchers = of === 'pod' ? this.placeMatchers(scope) : this.containerMatchers(scope);
    return query
      .replaceAll('$matchers', () => matchers || `${this.label(names.containerPodNameLabel)}!=""`)
      .replaceAll('$window', durationOf(windowMs))
      .replaceAll('$by', this.labels(of === 'pod' ? ofPod : [...ofPod, names.containerNameLabel]));
  }

  /** A question about containers to metrics of pods, as kube-state-metrics has them, with the labels of containers. */
  ofPods(query: string, scope: QueryScope | undefined, windowMs: number): string {
    const { podNamespaceLabel, podNameLabel, podContainerNameLabel } = this.names;
    return query
      .replaceAll('$matchers', () => this.podMatchers(scope) || `${this.label(podNameLabel)}!=""`)
      .replaceAll('$window', durationOf(windowMs))
      .replaceAll('$by', this.labels([podNamespaceLabel, podNameLabel, podContainerNameLabel]));
  }

  /** The series whose labels name the containers. */
  containers(scope: QueryScope | undefined): string {
    const selector = SELECTOR.exec(this.names.prometheusMemoryQuery)?.[0] ?? '{$matchers}';
    return selector.replace('$matchers', () => this.containerMatchers(scope));
  }

  podLabels(scope: QueryScope): string {
    return `${this.names.metricForPodLabels}{${this.podMatchers(scope)}}`;
  }

  podOwners(scope: QueryScope): string {
    return `${this.names.metricForPodOwners}{${this.podMatchers(scope)}}`;
  }

  private containerMatchers(scope: QueryScope | undefined): string {
    const container = this.label(this.names.containerNameLabel);
    return this.placeMatchers(scope, [`${container}!=""`, `${container}!="POD"`]);
  }

  private placeMatchers(scope: QueryScope | undefined, further: readonly string[] = []): string {
    const { names } = this;
    return join([
      scope && matcher(this.label(names.containerNamespaceLabel), scope.namespaces),
      scope?.pods && matcher(this.label(names.containerPodNameLabel), scope.pods),
      ...further,
      names.prometheusCadvisorJobName && matcher('job', [names.prometheusCadvisorJobName]),
      names.prometheusMatchers,
    ]);
  }

  private podMatchers(scope: QueryScope | undefined): string {
    const { podNamespaceLabel, podNameLabel, prometheusMatchers } = this.names;
    return join([
      scope && matcher(this.label(podNamespaceLabel), scope.namespaces),
      scope?.pods && matcher(this.label(podNameLabel), scope.pods),
      prometheusMatchers,
    ]);
  }

  private label(name: string): string {
    return this.style === 'bare' || /^[a-zA-Z_]\w*$/.test(name) ? name : `"${quoted(name)}"`;
  }

  private labels(names: readonly string[]): string {
    return names.map((name) => this.label(name)).join(', ');
  }
}

function join(matchers: (string | undefined)[]): string {
  return matchers.filter(Boolean).join(',');
}

/** Matches one of `values`: as text if it is one, else as a regular expression of exactly these. */
export function matcher(label: string, values: readonly string[]): string {
  const [only] = values;
  return values.length === 1 && only !== undefined
    ? `${label}="${quoted(only)}"`
    : `${label}=~"${values.map((value) => quoted(value.replace(/[\\.+*?()|[\]{}^$]/g, '\\$&'))).join('|')}"`;
}

/** A text within quotes of PromQL, of either kind: there, a quote of the other kind takes no backslash. */
function quoted(text: string): string {
  return text
    .replaceAll('\\', '\\\\')
    .replaceAll('"', '\\x22')
    .replaceAll("'", '\\x27')
    .replaceAll('\n', '\\n');
}

/** A PromQL duration: whole seconds if possible, else milliseconds. */
function durationOf(ms: number): string {
  return ms % 1000 === 0 ? `${ms / 1000}s` : `${Math.round(ms)}ms`;
}
