import { LRUCache } from 'lru-cache';
import type { MetricReading, PodValue } from '../decide/replicas/input';
import { milliFrom } from '../decide/replicas/milli-amounts';
import type { KubeClient, Query } from '../kube/client';
import { Discovery } from '../kube/discovery';
import { isKubeError } from '../kube/errors';
import { LookupRequests } from '../kube/lookup-requests';
import { errorText } from '../lib/report/errors';
import type { Clock } from '../lib/time/clock';
import { groupResource } from '../objects/resources';
import { formatSelector, type Selector, selectorFrom } from '../objects/selector';
import type { MetricIdentifier, MetricSpec } from '../objects/types';
import type { QueryReadings } from './query-readings';

const APIS = { custom: 'custom.metrics.k8s.io', external: 'external.metrics.k8s.io' } as const;
type Api = keyof typeof APIS;
/** Who answers for a metric. */
export type ValueSource = Api | 'prometheus';

const VERSION_KNOWN_MS = 600_000;
const UNSERVED_MS = 30_000;
const TIMEOUT_MS = 5_000;
/** Kubernetes takes values without a window to be of a minute. */
const USUAL_WINDOW_MS = 60_000;

interface Group {
  preferredVersion?: { version?: string };
  versions?: { version: string }[];
}

interface ValueList {
  items?: {
    describedObject?: { name?: string };
    timestamp?: string;
    windowSeconds?: number;
    value?: unknown;
  }[];
}

/** Reads Pods, Object and External metrics: by a query of the settings, or from the metrics APIs. */
export class ValueReadings {
  private readonly discovery: Discovery;
  private readonly versions: LRUCache<Api, Promise<string | undefined>>;

  constructor(
    private readonly client: KubeClient,
    private readonly clock: Clock,
    private readonly queries: QueryReadings,
  ) {
    this.discovery = new Discovery(new LookupRequests(client));
    this.versions = new LRUCache({ max: 2, ttl: VERSION_KNOWN_MS });
  }

  sourceOf({ pods, object, external }: MetricSpec): ValueSource {
    const name = (pods ?? object ?? external)?.metric?.name;
    if (name && this.queries.has(name)) return 'prometheus';
    return external ? 'external' : 'custom';
  }

  /** Never rejects, except when `stopping` aborts. */
  async read(
    spec: MetricSpec,
    namespace: string,
    selector: Selector,
    stopping?: AbortSignal,
  ): Promise<MetricReading> {
    const { pods, object, external } = spec;
    const metric = (pods ?? object ?? external)?.metric;
    if (!metric?.name) return { kind: 'failed', error: 'the metric has no name' };
    if (this.queries.has(metric.name))
      return this.queries.read(metric.name, {
        namespace,
        object: object?.describedObject.name ?? '',
        isOfPods: pods !== undefined,
        stopping,
      });
    const api: Api = external ? 'external' : 'custom';
    try {
      const root = `/apis/${APIS[api]}/${await this.versionOf(api)}`;
      if (pods) return await this.ofPods(root, namespace, metric, selector, stopping);
      const [path, query] = object
        ? [
            await this.pathOf(root, namespace, object.describedObject, metric),
            labels('metricLabelSelector', metric),
          ]
        : [
            `${root}/namespaces/${segment(namespace)}/${segment(metric.name)}`,
            labels('labelSelector', metric),
          ];
      return totals(await this.get(path, query, stopping));
    } catch (error) {
      stopping?.throwIfAborted();
      const why = errorText(error);
      return { kind: 'failed', error: `unable to fetch metrics from ${api} metrics API: ${why}` };
    }
  }

  private async ofPods(
    root: string,
    namespace: string,
    metric: MetricIdentifier,
    selector: Selector,
    stopping: AbortSignal | undefined,
  ): Promise<MetricReading> {
    const path = `${root}/namespaces/${segment(namespace)}/pods/*/${segment(metric.name)}`;
    const query = { labelSelector: formatSelector(selector), ...labels('metricLabelSelector', metric) };
    const { items = [] } = await this.get(path, query, stopping);
    const pods = items.flatMap(({ describedObject, timestamp, windowSeconds, value }): PodValue[] => {
      const valueMilli = milliFrom(value);
      const pod = describedObject?.name;
      if (!pod || valueMilli === undefined) return [];
      const atMs = Date.parse(timestamp ?? '');
      const windowMs = windowSeconds === undefined ? USUAL_WINDOW_MS : windowSeconds * 1000;
      return [{ pod, atMs: Number.isNaN(atMs) ? this.clock.now() : atMs, windowMs, valueMilli }];
    });
    return { kind: 'pod-values', pods };
  }

  private async pathOf(
    root: string,
    namespace: string,
    { apiVersion = 'v1', kind, name }: { apiVersion?: string; kind: string; name: string },
    metric: MetricIdentifier,
  ): Promise<string> {
    const inside = `${root}/namespaces/${segment(namespace)}`;
    if (kind === 'Namespace') return `${inside}/metrics/${segment(metric.name)}`;
    const served = await this.discovery.find(apiVersion, kind);
    if (!served) throw new Error(`no matches for kind "${kind}" in "${apiVersion}"`);
    const object = `${groupResource(served.resource)}/${segment(name)}/${segment(metric.name)}`;
    return `${served.resource.namespaced ? inside : root}/${object}`;
  }

  private get(path: string, query: Query, stopping: AbortSignal | undefined): Promise<ValueList> {
    return this.client.request<ValueList>('GET', path, {
      query,
      timeoutMs: TIMEOUT_MS,
      ...(stopping && { signal: stopping }),
    });
  }

  /** @throws Error if the API is not there */
  private async versionOf(api: Api): Promise<string> {
    let asking = this.versions.get(api);
    if (!asking) {
      const failing = this.servedVersion(api);
      asking = failing;
      this.versions.set(api, asking);
      // Whoever does not answer is not asked again for every HPA.
      asking.catch(() => this.versions.set(api, failing, { ttl: UNSERVED_MS }));
    }
    const version = await asking;
    if (version === undefined) {
      this.versions.set(api, asking, { ttl: Math.min(UNSERVED_MS, this.versions.getRemainingTTL(api)) });
      throw new Error(`no ${api} metrics API (${APIS[api]}) registered`);
    }
    return version;
  }

  private async servedVersion(api: Api): Promise<string | undefined> {
    try {
      const { preferredVersion, versions } = await this.client.request<Group>('GET', `/apis/${APIS[api]}`, {
        timeoutMs: TIMEOUT_MS,
      });
      return preferredVersion?.version ?? versions?.[0]?.version;
    } catch (error) {
      if (isKubeError(error, 'not-found')) return undefined;
      throw error;
    }
  }
}

/** The values of an answer; one that cannot be read makes the sum unknown. */
function totals({ items }: ValueList): MetricReading {
  const values = (items ?? []).map((item) => milliFrom(item?.value));
  const valuesMilli = values.filter((value) => value !== undefined);
  return valuesMilli.length === values.length
    ? { kind: 'totals', valuesMilli }
    : { kind: 'failed', error: 'a value of the metric is no quantity' };
}

/** @throws SelectorError */
function labels(parameter: string, { selector }: MetricIdentifier): Query {
  const text = selector ? formatSelector(selectorFrom(selector)) : '';
  return text ? { [parameter]: text } : {};
}

function segment(text: string): string {
  return encodeURIComponent(text);
}
