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
}

/** Whose usage one query asks for; all pods if none are named. */
export interface QueryScope {
  namespaces: readonly string[];
  pods?: readonly string[];
}

/** Writes PromQL for one set of names. */
export class Queries {
  constructor(private readonly names: PrometheusNames) {}

  /** Usage of each container: cores for CPU, averaged over `windowMs`; bytes for memory. */
  usage(signal: Signal, scope: QueryScope | undefined, windowMs: number): string {
    const { names } = this;
    const by = [names.containerNamespaceLabel, names.containerPodNameLabel, names.containerNameLabel];
    return (signal === 'cpu' ? names.prometheusCpuQuery : names.prometheusMemoryQuery)
      .replaceAll('$matchers', () => this.containerMatchers(scope))
      .replaceAll('$window', durationOf(windowMs))
      .replaceAll('$by', by.join(', '));
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
      .replaceAll('$matchers', () => matchers || `${names.containerPodNameLabel}!=""`)
      .replaceAll('$window', durationOf(windowMs))
      .replaceAll('$by', (of === 'pod' ? ofPod : [...ofPod, names.containerNameLabel]).join(', '));
  }

  /** The series whose labels name the containers. */
  containers(scope: QueryScope | undefined): string {
    const metric = /([a-zA-Z_:][\w:]*)\{\$matchers\}/.exec(this.names.prometheusMemoryQuery)?.[1];
    return `${metric ?? ''}{${this.containerMatchers(scope)}}`;
  }

  podLabels(scope: QueryScope): string {
    return `${this.names.metricForPodLabels}{${this.podMatchers(scope)}}`;
  }

  podOwners(scope: QueryScope): string {
    return `${this.names.metricForPodOwners}{${this.podMatchers(scope)}}`;
  }

  private containerMatchers(scope: QueryScope | undefined): string {
    const container = this.names.containerNameLabel;
    return this.placeMatchers(scope, [`${container}!=""`, `${container}!="POD"`]);
  }

  private placeMatchers(scope: QueryScope | undefined, further: readonly string[] = []): string {
    const { names } = this;
    return join([
      scope && matcher(names.containerNamespaceLabel, scope.namespaces),
      scope?.pods && matcher(names.containerPodNameLabel, scope.pods),
      ...further,
      names.prometheusCadvisorJobName && matcher('job', [names.prometheusCadvisorJobName]),
      names.prometheusMatchers,
    ]);
  }

  private podMatchers({ namespaces, pods }: QueryScope): string {
    const { podNamespaceLabel, podNameLabel, prometheusMatchers } = this.names;
    return join([
      matcher(podNamespaceLabel, namespaces),
      pods && matcher(podNameLabel, pods),
      prometheusMatchers,
    ]);
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
