import type { Config } from '../../config';
import { isKubeError, type KubeClient } from '../../kube/client';
import { errorText } from '../../lib/report/errors';
import type { Clock } from '../../lib/time/clock';
import { deadline } from '../../lib/time/deadline';
import type { KubeList } from '../../objects/types';
import { PrometheusApi } from '../../usage/prometheus/api';
import { PrometheusClient } from '../../usage/prometheus/client';
import { findTraits } from '../../usage/prometheus/find-traits';
import { Queries, type QueryScope } from '../../usage/prometheus/queries';
import { ServiceProxy } from '../../usage/prometheus/service-proxy';
import { signsIn } from '../../usage/prometheus/sign-in';
import type { StoreTraits } from '../../usage/prometheus/store-traits';
import type { PrometheusTransport } from '../../usage/prometheus/transport';
import type { TimeSpan } from '../../usage/source';
import { countOf } from '../../words/counts';
import {
  candidateTitle,
  isOfCluster,
  prometheusServices,
  type Service,
  type StoreService,
} from './prometheus-services';

const PAGE_SIZE = 500;
/** So many are tried, and so many of one namespace: nobody fills the places of others. */
const MOST_TRIED = 12;
const MOST_TRIED_THERE = 2;
/** How long a store may take to say that it knows a container. */
const PROBE_MS = 15_000;
/** Through the proxy there are only GETs, whose addresses must stay short: namespaces are asked for whole. */
const PROXIED_CONTAINERS_PER_QUERY = 20_000;
/** Labels that tell the clusters, and the replicas of a scraper, in one store apart. */
const CLUSTER_LABEL = 'cluster';
const REPLICA_LABELS = ['prometheus_replica', 'replica', '__replica__'] as const;
const MOST_NAMED = 5;

/** A store that answers, with the settings to ask it. */
export interface FoundStore {
  readonly title: string;
  readonly settings: Config;
  readonly transport?: PrometheusTransport;
  readonly traits: StoreTraits;
  readonly notes: readonly string[];
}

export interface FindParts {
  readonly client: KubeClient;
  /** With the address, if one is stated. */
  readonly config: Config;
  readonly span: TimeSpan;
  readonly scope?: QueryScope | undefined;
  /** The Service that is chosen, as `monitoring/prometheus-server`. */
  readonly service?: string | undefined;
  readonly wallClock: Clock;
  readonly stopping: AbortSignal;
}

/** A store that was stated does not answer, or knows no container. */
export class StoreFailure extends Error {
  override readonly name = 'StoreFailure';
}

/**
 * The store that is stated, or else the Service of a usual one that knows containers, if those are of one namespace.
 * @throws StoreFailure for a stated one that cannot be used, or if there are several; the signal's reason
 */
export async function findStore(parts: FindParts): Promise<FoundStore | { missing: string[] }> {
  const { config, wallClock } = parts;
  if (config.prometheusAddress !== '') {
    const title = new PrometheusClient(config, wallClock).address;
    const probed = await probe(parts, { title, settings: config });
    if (typeof probed === 'string') throw new StoreFailure(`${title}: ${probed}`);
    return probed;
  }
  const services = await servicesOf(parts);
  if (typeof services === 'string') return { missing: [services] };
  const candidates = prometheusServices(services).filter(
    ({ namespace, service }) => !parts.service || parts.service === `${namespace}/${service}`,
  );
  if (parts.service && candidates.length === 0)
    throw new StoreFailure(
      `${parts.service} is no Service with the labels of Prometheus, Thanos, VictoriaMetrics or Mimir`,
    );
  const missing: string[] = [];
  const answering: { candidate: StoreService; store: FoundStore }[] = [];
  const tried = fewOfEach(candidates);
  for (const candidate of tried) {
    // Another in the same namespace, as the frontend of a store, is no other opinion.
    if (answering.some((one) => one.candidate.namespace === candidate.namespace)) continue;
    const title = candidateTitle(candidate);
    const probed = await probe(parts, { title, ...throughProxy(parts, candidate) });
    if (typeof probed === 'string') missing.push(`${title} is left out: ${probed}`);
    else answering.push({ candidate, store: probed });
  }
  const [first, ...others] = answering;
  if (first && others.length > 0) {
    const named = answering.map(({ candidate: { namespace, service } }) => `${namespace}/${service}`);
    throw new StoreFailure(
      `Stores answer in several namespaces, and whoever may make Services there decides what they say. Choose one by --prometheus: ${named.join(', ')}`,
    );
  }
  if (first)
    return {
      ...first.store,
      notes: [
        ...missing,
        ...(isOfCluster(first.candidate.namespace) || parts.service
          ? []
          : [doubtOf(first.candidate, first.store, untriedOf(candidates, tried))]),
        ...unsent(config),
        ...first.store.notes,
      ],
    };
  if (candidates.length === 0)
    missing.push(
      `${services.length === 0 ? 'No Service' : `None of ${countOf(services.length, 'Service')}`} has the labels of Prometheus, Thanos, VictoriaMetrics or Mimir; name yours with --prometheus`,
    );
  return { missing };
}

function doubtOf({ namespace }: StoreService, { title }: FoundStore, untried: readonly string[]): string {
  const others =
    untried.length === 0
      ? ''
      : `; Services in ${countOf(untried.length, 'further namespace')} were not tried (${listed(untried)})`;
  return `Usage is what ${title} says, a Service that whoever may make Services in ${namespace} decides on${others}.`;
}

function untriedOf(candidates: readonly StoreService[], tried: readonly StoreService[]): string[] {
  const namespaces = new Set(candidates.map(({ namespace }) => namespace));
  for (const { namespace } of tried) namespaces.delete(namespace);
  return [...namespaces];
}

const listed = (names: readonly string[]) =>
  names.slice(0, MOST_NAMED).join(', ') + (names.length > MOST_NAMED ? ', …' : '');

/** Those that are tried, in their order. */
function fewOfEach(candidates: readonly StoreService[]): StoreService[] {
  const tried = new Map<string, number>();
  const few = candidates.filter(({ namespace }) => {
    const before = tried.get(namespace) ?? 0;
    tried.set(namespace, before + 1);
    return before < MOST_TRIED_THERE;
  });
  return few.slice(0, MOST_TRIED);
}

/** What the proxy of the API server cannot send on: there, credentials are those of the cluster. */
function unsent(config: Config): string[] {
  const { prometheusBearerToken, prometheusBearerTokenFile, prometheusUsername, prometheusHeaders } = config;
  const isStated =
    prometheusBearerToken || prometheusBearerTokenFile || prometheusUsername || signsIn(config);
  if (!isStated && !Object.keys(prometheusHeaders).some(isAuthorization)) return [];
  return [
    'The credentials for Prometheus were not used, since the API server sends none on: name its address with --prometheus.',
  ];
}

async function servicesOf({ client, stopping }: FindParts): Promise<Service[] | string> {
  const services: Service[] = [];
  let next: string | undefined;
  try {
    do {
      const page = await client.request<KubeList<Service>>('GET', '/api/v1/services', {
        query: { limit: PAGE_SIZE, continue: next },
        signal: stopping,
      });
      services.push(...(page.items ?? []));
      next = page.metadata.continue || undefined;
    } while (next);
    return services;
  } catch (error) {
    stopping.throwIfAborted();
    if (isKubeError(error, 'forbidden'))
      return 'Prometheus was not looked for: this account may not list services in all namespaces; name it with --prometheus';
    return `Prometheus was not looked for: ${errorText(error)}`;
  }
}

function throughProxy({ client, config }: FindParts, candidate: StoreService) {
  const timeoutMs = config.prometheusQueryTimeoutMs;
  const { namespace, service, port, path } = candidate;
  const headers = Object.fromEntries(
    Object.entries(config.prometheusHeaders).filter(([name]) => !isAuthorization(name)),
  );
  return {
    transport: new ServiceProxy(client, candidate, { headers, timeoutMs }),
    settings: {
      ...config,
      prometheusAddress: `http://${service}.${namespace}:${port}${path}`,
      prometheusContainersPerQuery: PROXIED_CONTAINERS_PER_QUERY,
    },
  };
}

function isAuthorization(header: string): boolean {
  return header.toLowerCase() === 'authorization';
}

/** The store with what is to be known of it, or why it cannot be used. */
async function probe(
  { span, scope, wallClock, stopping }: FindParts,
  store: Omit<FoundStore, 'notes' | 'traits'>,
): Promise<FoundStore | string> {
  const { settings, transport } = store;
  const limit = deadline(wallClock, PROBE_MS, stopping);
  const { signal } = limit;
  const client = new PrometheusClient(settings, wallClock, transport);
  const api = new PrometheusApi(client);
  try {
    const traits = await findTraits({ api, names: settings, span, scope, stopping: signal });
    const selector = new Queries(traits.names, traits.style).containers(scope);
    // A store that takes long for all of the period has a container in the last hours, or none that matters.
    const lately = { fromMs: Math.max(span.fromMs, span.toMs - RECENT_MS), toMs: span.toMs };
    if (
      !traits.knowsContainers &&
      !(await knowsAny(api, selector, lately, signal)) &&
      !(await knowsAny(api, selector, span, signal))
    )
      return `it knows no container by ${selector}: is cAdvisor scraped, and are the labels those of Kubernetes?`;
    const notes = [...traits.says, ...(await toldApart(api, selector, span, signal))];
    return { ...store, settings: { ...settings, ...traits.names }, traits, notes };
  } catch (error) {
    stopping.throwIfAborted();
    return signal.aborted ? `it does not answer within ${PROBE_MS / 1000} s` : errorText(error);
  } finally {
    limit.end();
    await client.close();
  }
}

const RECENT_MS = 6 * 3_600_000;

async function knowsAny(
  api: PrometheusApi,
  selector: string,
  span: TimeSpan,
  signal: AbortSignal,
): Promise<boolean> {
  for await (const _ of api.series(selector, span, { most: 1, stopping: signal })) return true;
  return false;
}

/** What the labels say of several clusters, or replicas, in one store; nothing if it does not say. */
async function toldApart(
  api: PrometheusApi,
  selector: string,
  span: TimeSpan,
  signal: AbortSignal,
): Promise<string[]> {
  const valuesOf = async (label: string): Promise<string[]> => {
    const values: string[] = [];
    try {
      for await (const value of api.labelValues(label, selector, span, signal)) values.push(value);
    } catch {
      signal.throwIfAborted();
    }
    return values;
  };
  const notes: string[] = [];
  const clusters = await valuesOf(CLUSTER_LABEL);
  if (clusters.length > 1)
    notes.push(
      `This store has containers of ${clusters.length} clusters (${listed(clusters)}); of pods with one name the higher usage counts. Choose yours with --label cluster=NAME.`,
    );
  for (const label of REPLICA_LABELS) {
    const replicas = await valuesOf(label);
    if (replicas.length > 1)
      notes.push(
        `Each sample is there ${replicas.length} times, from the replicas ${listed(replicas)}; the higher one counts, once.`,
      );
  }
  return notes;
}
