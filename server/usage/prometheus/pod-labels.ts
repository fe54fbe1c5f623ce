import type { Labels } from '@/server/objects/selector';
import type { StoreTraits } from './store-traits';

export type SeriesLabels = Readonly<Record<string, string>>;

/** The cluster's own labels of pods, which metrics show only in part. */
export interface KnownPods {
  labelsOf(namespace: string, pod: string): Labels | undefined;
  /** The labels that a controller, or the one that created it, gives its pods. */
  templateOf(namespace: string, kind: string, name: string): Labels | undefined;
  labelNames(namespace: string): Iterable<string>;
  /** The cores of the node of a current pod. */
  coresOf?(namespace: string, pod: string): number | undefined;
}

/** For an unknown cluster. */
export const NO_KNOWN_PODS: KnownPods = {
  labelsOf: () => undefined,
  templateOf: () => undefined,
  labelNames: () => [],
};

/** A label's name in kube-state-metrics: `app.kubernetes.io/name` is `app_kubernetes_io_name`. */
export function metricNameOf(label: string): string {
  return label
    .replace(/[^a-zA-Z0-9_]/g, '_')
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase();
}

/** kube-state-metrics gives labels that become the same name, such as `a.b` and `a-b`, a number each. */
export function isConflict(label: string): boolean {
  return /_conflict\d+$/.test(label);
}

/**
 * VictoriaMetrics keeps so many labels of a series by default and drops the rest without a word
 * (`-maxLabelsPerTimeseries`: 30 before 1.116, then 40).
 */
const KEPT_BY_DEFAULT = [30, 40] as const;

/**
 * How many labels of a series the store keeps at most, by what its series have: a series with more than a limit has
 * another one. `mayLack` tells that one has as many. Other stores than those of MetricsQL keep all.
 */
export function labelsKept(
  series: readonly SeriesLabels[],
  isMetricsQl: boolean,
): { most: number | undefined; mayLack: boolean } {
  if (!isMetricsQl) return { most: undefined, mayLack: false };
  const seen = series.reduce((most, one) => Math.max(most, labelCount(one)), 0);
  const most = KEPT_BY_DEFAULT.find((limit) => seen <= limit) ?? seen;
  return { most, mayLack: seen === most };
}

/** As the store counts: the name of the metric is one of them, whether or not it is told (seen with 1.79.5). */
function labelCount({ __name__: _, ...labels }: SeriesLabels): number {
  return Object.keys(labels).length + 1;
}

/** More than the labels of all pods of any cluster in a month. */
const MOST_CHARACTERS = 268_435_456;

function charactersOf(series: SeriesLabels): number {
  let characters = 0;
  // A store may tell a label without a text.
  for (const [name, text] of Object.entries(series)) characters += name.length + String(text).length;
  return characters;
}

/** Assembles the labels of past pods, one namespace and pod at a time. */
export class PodLabels {
  private readonly fromLabels = new Map<string, SeriesLabels>();
  /** Of all labels that are held. */
  private characters = 0;
  private readonly fromOwners = new Map<string, { kind: string; name: string }>();
  private readonly namesByNamespace = new Map<string, Map<string, string>>();

  constructor(
    private readonly store: Pick<StoreTraits, 'names' | 'mostLabels'>,
    private readonly known: KnownPods,
  ) {}

  /**
   * Takes a series of the metric for pod labels. Of several series of a pod, the one with most labels counts. False if
   * there is no room for it.
   */
  takeLabels(series: SeriesLabels): boolean {
    const key = this.keyOf(series);
    const before = this.fromLabels.get(key);
    if (before && Object.keys(before).length >= Object.keys(series).length) return true;
    const characters = this.characters + charactersOf(series) - (before ? charactersOf(before) : 0);
    if (characters > MOST_CHARACTERS) return false;
    this.characters = characters;
    this.fromLabels.set(key, series);
    return true;
  }

  takeOwner(series: SeriesLabels): void {
    const { owner_kind: kind, owner_name: name, owner_is_controller: isController } = series;
    if (kind && name && kind !== '<none>' && isController !== 'false')
      this.fromOwners.set(this.keyOf(series), { kind, name });
  }

  /** Whether the cluster need not be asked for this pod. */
  isKnown(namespace: string, pod: string): boolean {
    return this.known.labelsOf(namespace, pod) !== undefined;
  }

  /** Whether the owner of a pod tells more than its labels: they are unknown, collide, or may have lost some. */
  needsOwner(namespace: string, pod: string): boolean {
    if (this.isKnown(namespace, pod)) return false;
    return !this.labelled(namespace, pod) || this.isDoubtful(namespace, pod);
  }

  /** Undefined if unknown. */
  of(namespace: string, pod: string): Labels | undefined {
    const known = this.known.labelsOf(namespace, pod);
    if (known) return known;
    return this.isDoubtful(namespace, pod)
      ? (this.owned(namespace, pod) ?? this.labelled(namespace, pod))
      : (this.labelled(namespace, pod) ?? this.owned(namespace, pod));
  }

  private isDoubtful(namespace: string, pod: string): boolean {
    const series = this.fromLabels.get(`${namespace}/${pod}`) ?? {};
    const { mostLabels = Number.POSITIVE_INFINITY } = this.store;
    return labelCount(series) >= mostLabels || Object.keys(series).some(isConflict);
  }

  private labelled(namespace: string, pod: string): Labels | undefined {
    const series = this.fromLabels.get(`${namespace}/${pod}`);
    if (!series) return undefined;
    const prefix = this.store.names.podLabelPrefix;
    const originals = this.originalsIn(namespace);
    const labels: Record<string, string> = {};
    for (const [name, value] of Object.entries(series))
      if (name.startsWith(prefix)) {
        const bare = name.slice(prefix.length);
        labels[originals.get(bare) ?? bare] = value;
      }
    return Object.keys(labels).length > 0 ? labels : undefined;
  }

  private owned(namespace: string, pod: string): Labels | undefined {
    const owner = this.fromOwners.get(`${namespace}/${pod}`);
    return owner && this.known.templateOf(namespace, owner.kind, owner.name);
  }

  private originalsIn(namespace: string): Map<string, string> {
    let originals = this.namesByNamespace.get(namespace);
    if (!originals) {
      originals = new Map();
      for (const label of this.known.labelNames(namespace)) originals.set(metricNameOf(label), label);
      this.namesByNamespace.set(namespace, originals);
    }
    return originals;
  }

  private keyOf(series: SeriesLabels): string {
    const { podNamespaceLabel, podNameLabel } = this.store.names;
    return `${series[podNamespaceLabel] ?? ''}/${series[podNameLabel] ?? ''}`;
  }
}
