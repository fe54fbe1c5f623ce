import type { PastContainer, TimeSpan } from '../source';
import { nameOf } from './container-names';
import { PrometheusError } from './errors';
import type { QueryBackOff } from './patience';
import type { PodLabels, SeriesLabels } from './pod-labels';
import type { PrometheusNames, Queries, QueryScope } from './queries';

/** Namespaces per query. */
const MOST_NAMESPACES = 50;
/** More than any cluster has in a month. */
const MOST_CONTAINERS = 500_000;
/** A longer one is no name of Kubernetes. */
const LONGEST_NAME = 253;
/** A shorter time span is not halved. */
const SHORTEST_MS = 3_600_000;
/** Refusals in a row that are halved: more than it takes to get from the largest question to the least. */
const MOST_REFUSALS = 40;

interface Asking {
  names: PrometheusNames;
  queries: Queries;
  patience: QueryBackOff;
  labels: PodLabels;
  /** The label sets of the series of a selector in a time span. */
  series(selector: string, span: TimeSpan): AsyncIterable<SeriesLabels>;
  stopping?: AbortSignal | undefined;
  lacks?: ((namespaces: readonly string[]) => void) | undefined;
}

export interface FoundContainers {
  containers: PastContainer[];
  /** Containers of pods with unknown labels; they are left out. */
  unlabelled: number;
  /** What could not be found out, in words. */
  missing: string[];
}

/** The containers of some namespaces, or of all, with the labels of their pods. Reads no sample. */
export async function findContainers(
  asking: Asking,
  span: TimeSpan,
  namespaces: readonly string[] | undefined,
): Promise<FoundContainers> {
  const { names, queries, labels } = asking;
  const found = new Map<string, Omit<PastContainer, 'labels'>>();
  const missing: string[] = [];
  const budget = { left: MOST_REFUSALS };
  let isFull = false;
  let isCut = false;
  const scopes = namespaces ? chunked(namespaces, MOST_NAMESPACES) : [undefined];
  const look = (
    query: (scope: QueryScope) => string,
    scope: QueryScope,
    take: (series: SeriesLabels) => void,
  ) => lookIn({ ...asking, query, take, missing, budget }, scope, span);
  for (const scope of scopes)
    await look(
      (part) => queries.containers(scope && part),
      scope ?? { namespaces: [] },
      (series) => {
        const { key, ...name } = nameOf(series, names);
        if (!Object.values(name).every((text) => text !== '' && text.length <= LONGEST_NAME)) return;
        if (found.size < MOST_CONTAINERS) found.set(key, name);
        else isFull ||= !found.has(key);
      },
    );
  const pods = new Set([...found.values()].map(({ namespace, pod }) => `${namespace}/${pod}`));
  /** A store may tell of pods that nobody asked for. */
  const isFound = (series: SeriesLabels) =>
    pods.has(`${series[names.podNamespaceLabel]}/${series[names.podNameLabel]}`);
  const namespacesOf = (isMissing: (namespace: string, pod: string) => boolean) =>
    chunked(
      [
        ...new Set(
          [...found.values()].flatMap(({ namespace, pod }) => (isMissing(namespace, pod) ? namespace : [])),
        ),
      ],
      MOST_NAMESPACES,
    );
  for (const scope of namespacesOf((namespace, pod) => !labels.isKnown(namespace, pod)))
    await look(
      (part) => queries.podLabels(part),
      scope,
      (series) => {
        if (isFound(series) && !labels.takeLabels(series)) isCut = true;
      },
    );
  for (const scope of namespacesOf((namespace, pod) => labels.needsOwner(namespace, pod)))
    await look(
      (part) => queries.podOwners(part),
      scope,
      (series) => {
        if (isFound(series)) labels.takeOwner(series);
      },
    );
  const most = MOST_CONTAINERS.toLocaleString('en-US');
  if (isFull) missing.push(`it tells of more than ${most} containers: the rest is left out`);
  if (isCut) missing.push('the labels of pods are longer than those of any cluster: the rest is left out');
  if (isFull || isCut) asking.lacks?.([]);
  const containers: PastContainer[] = [];
  let unlabelled = 0;
  for (const one of found.values()) {
    const known = labels.of(one.namespace, one.pod);
    if (known) containers.push({ ...one, labels: known });
    else unlabelled++;
  }
  return { containers, unlabelled, missing };
}

function chunked(namespaces: readonly string[], most: number): QueryScope[] {
  const scopes: QueryScope[] = [];
  for (let from = 0; from < namespaces.length; from += most)
    scopes.push({ namespaces: namespaces.slice(from, from + most) });
  return scopes;
}

interface Looking extends Asking {
  query(scope: QueryScope): string;
  take(series: SeriesLabels): void;
  readonly missing: string[];
  readonly budget: { left: number };
}

/** Asks for half as many namespaces, then for half the time, if it is too much. */
async function lookIn(looking: Looking, scope: QueryScope, span: TimeSpan): Promise<void> {
  const { patience, series, stopping, query, take, missing, budget, lacks } = looking;
  const { namespaces } = scope;
  const helps = ({ kind }: PrometheusError) =>
    kind === 'too-much' || (kind === 'timeout' && namespaces.length > 1);
  try {
    await patience.until(
      async () => {
        for await (const one of series(query(scope), span)) take(one);
      },
      helps,
      stopping,
    );
    budget.left = MOST_REFUSALS;
  } catch (error) {
    if (!(error instanceof PrometheusError) || !helps(error)) throw error;
    if (error.kind === 'timeout') patience.tookTooLong(error);
    const middle = Math.ceil(namespaces.length / 2);
    const middleMs = Math.floor((span.fromMs + span.toMs) / 2);
    const halves: [QueryScope, TimeSpan][] =
      namespaces.length > 1
        ? [
            [{ namespaces: namespaces.slice(0, middle) }, span],
            [{ namespaces: namespaces.slice(middle) }, span],
          ]
        : [
            [scope, { ...span, toMs: middleMs }],
            [scope, { ...span, fromMs: middleMs }],
          ];
    const isLeast = namespaces.length <= 1 && span.toMs - span.fromMs <= SHORTEST_MS;
    budget.left--;
    if (isLeast || budget.left <= 0) {
      const others = namespaces.length > 1 ? ` and ${namespaces.length - 1} more namespaces` : '';
      missing.push(`the series of ${namespaces[0] ?? 'all namespaces'}${others}: ${error.message}`);
      lacks?.(namespaces);
      return;
    }
    for (const [part, time] of halves) {
      // With the budget gone the store has refused enough: it is asked no more, whatever is left.
      if (budget.left > 0) await lookIn(looking, part, time);
      else lacks?.(part.namespaces);
    }
  }
}
