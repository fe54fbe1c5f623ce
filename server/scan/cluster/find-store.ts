import type { Config } from '../../config';
import { isKubeError, type KubeClient } from '../../kube/client';
import { errorText } from '../../lib/report/errors';
import type { Clock } from '../../lib/time/clock';
import { deadline } from '../../lib/time/deadline';
import type { KubeList } from '../../objects/types';
import { PrometheusApi } from '../../usage/prometheus/api';
import { PrometheusClient } from '../../usage/prometheus/client';
import { Queries, type QueryScope } from '../../usage/prometheus/queries';
import { ServiceProxy } from '../../usage/prometheus/service-proxy';
import type { PrometheusTransport } from '../../usage/prometheus/transport';
import type { TimeSpan } from '../../usage/source';
import { countOf } from '../../words/counts';
import { candidateTitle, prometheusServices, type Service, type StoreService } from './prometheus-services';

const PAGE_SIZE = 500;
/** So many are tried. */
const MOST_TRIED = 6;
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
  /** What a reader should know. */
  readonly notes: readonly string[];
}

export interface FindParts {
  readonly client: KubeClient;
  /** With the address, if one is stated. */
  readonly config: Config;
  readonly span: TimeSpan;
  readonly scope?: QueryScope | undefined;
  readonly wallClock: Clock;
  readonly stopping: AbortSignal;
}

/** A store that was stated does not answer, or knows no container. */
export class StoreFailure extends Error {
  override readonly name = 'StoreFailure';
}

/**
 * The store that is stated, or else the first Service of a usual one that knows containers.
 * @throws StoreFailure for a stated one that cannot be used; the signal's reason
 */
export async function findStore(parts: FindParts): Promise<FoundStore | { missing: string[] }> {
  const { config, wallClock } = parts;
  if (config.prometheusAddress !== '') {
    const title = new PrometheusClient(config, wallClock).address;
    const probed = await probe(parts, { title, settings: config });
    if (typeof probed === 'string') throw new StoreFailure(`${title}: ${probed}`);
    return probed;
  }
  const listed = await servicesOf(parts);
  if (typeof listed === 'string') return { missing: [listed] };
  const candidates = prometheusServices(listed);
  const missing: string[] = [];
  for (const candidate of candidates.slice(0, MOST_TRIED)) {
    const title = candidateTitle(candidate);
    const probed = await probe(parts, { title, ...throughProxy(parts, candidate) });
    if (typeof probed !== 'string')
      return { ...probed, notes: [...missing, ...unsent(config), ...probed.notes] };
    missing.push(`${title} is left out: ${probed}`);
  }
  if (candidates.length === 0)
    missing.push(
      `${listed.length === 0 ? 'No Service' : `None of ${countOf(listed.length, 'Service')}`} has the labels of Prometheus, Thanos, VictoriaMetrics or Mimir; name yours with --prometheus`,
    );
  return { missing };
}

/** What the proxy of the API server cannot send on: there, credentials are those of the cluster. */
function unsent(config: Config): string[] {
  const { prometheusBearerToken, prometheusBearerTokenFile, prometheusUsername, prometheusHeaders } = config;
  const isStated = prometheusBearerToken || prometheusBearerTokenFile || prometheusUsername;
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
  store: Omit<FoundStore, 'notes'>,
): Promise<FoundStore | string> {
  const { settings, transport } = store;
  const limit = deadline(wallClock, PROBE_MS, stopping);
  const { signal } = limit;
  const client = new PrometheusClient(settings, wallClock, transport);
  const api = new PrometheusApi(client);
  try {
    const selector = new Queries(settings).containers(scope);
    // A store that takes long for all of the period has a container in the last hours, or none that matters.
    const lately = { fromMs: Math.max(span.fromMs, span.toMs - RECENT_MS), toMs: span.toMs };
    if (!(await knowsAny(api, selector, lately, signal)) && !(await knowsAny(api, selector, span, signal)))
      return 'it knows no container: is cAdvisor scraped, and are the labels those of Kubernetes?';
    return { ...store, notes: await toldApart(api, selector, span, signal) };
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
  for await (const _ of api.series(selector, span, signal)) return true;
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
  const named = (values: readonly string[]) =>
    values.slice(0, MOST_NAMED).join(', ') + (values.length > MOST_NAMED ? ', …' : '');
  const notes: string[] = [];
  const clusters = await valuesOf(CLUSTER_LABEL);
  if (clusters.length > 1)
    notes.push(
      `This store has containers of ${clusters.length} clusters (${named(clusters)}); of pods with one name the higher usage counts. Choose yours with --label cluster=NAME.`,
    );
  for (const label of REPLICA_LABELS) {
    const replicas = await valuesOf(label);
    if (replicas.length > 1)
      notes.push(
        `Each sample is there ${replicas.length} times, from the replicas ${named(replicas)}; the higher one counts, once.`,
      );
  }
  return notes;
}
