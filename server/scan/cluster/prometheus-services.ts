import type { KubeObject } from '../../objects/types';
import type { ServedAt } from '../../usage/prometheus/service-proxy';

/** A Service as far as it matters here. */
export interface Service extends KubeObject {
  spec?: { ports?: readonly { name?: string; port?: number; protocol?: string }[]; type?: string };
}

/** A kind of store that answers as Prometheus does. */
interface Store {
  readonly name: string;
  /** Where a Service has them all, it is of this store. */
  readonly labels: readonly Readonly<Record<string, string>>[];
  /** Ports that answer, the best first; by name or number. */
  readonly ports: readonly (string | number)[];
  readonly path: string;
}

/**
 * The labels that the usual charts and operators put on their Services. Stores that see further back, or more than one
 * Prometheus, come first.
 */
const STORES: readonly Store[] = [
  {
    name: 'Thanos',
    labels: [
      { 'app.kubernetes.io/name': 'thanos-query-frontend' },
      { 'app.kubernetes.io/name': 'thanos', 'app.kubernetes.io/component': 'query-frontend' },
      { 'app.kubernetes.io/name': 'thanos-query' },
      { 'app.kubernetes.io/name': 'thanos', 'app.kubernetes.io/component': 'query' },
      { app: 'thanos-query' },
      { app: 'thanos-querier' },
    ],
    ports: ['http', 9090, 10902, 9091],
    path: '',
  },
  {
    name: 'Mimir',
    labels: [
      { 'app.kubernetes.io/name': 'mimir', 'app.kubernetes.io/component': 'gateway' },
      { 'app.kubernetes.io/name': 'mimir', 'app.kubernetes.io/component': 'query-frontend' },
      { 'app.kubernetes.io/name': 'mimir', 'app.kubernetes.io/component': 'nginx' },
    ],
    ports: ['http-metrics', 'http', 8080, 80],
    path: '/prometheus',
  },
  {
    name: 'VictoriaMetrics',
    labels: [
      { 'app.kubernetes.io/name': 'victoria-metrics-cluster', 'app.kubernetes.io/component': 'vmselect' },
      { 'app.kubernetes.io/name': 'vmselect' },
      { app: 'victoria-metrics-cluster', component: 'vmselect' },
      { app: 'vmselect' },
    ],
    ports: ['http', 8481],
    path: '/select/0/prometheus',
  },
  {
    name: 'VictoriaMetrics',
    labels: [
      { 'app.kubernetes.io/name': 'vmsingle' },
      { 'app.kubernetes.io/name': 'victoria-metrics-single' },
      { app: 'vmsingle' },
      { app: 'victoria-metrics-single' },
    ],
    ports: ['http', 8428, 8429],
    path: '',
  },
  {
    name: 'Prometheus',
    labels: [
      { app: 'kube-prometheus-stack-prometheus' },
      { app: 'prometheus-operator-prometheus' },
      { 'app.kubernetes.io/name': 'prometheus', 'app.kubernetes.io/component': 'server' },
      { app: 'prometheus', component: 'server' },
      { 'app.kubernetes.io/name': 'prometheus', 'app.kubernetes.io/component': 'prometheus' },
      { app: 'prometheus-server' },
      { 'operated-prometheus': 'true' },
      { 'app.kubernetes.io/name': 'prometheus' },
      { app: 'prometheus' },
    ],
    ports: ['http-web', 'web', 'http', 9090, 80],
    path: '',
  },
];

export interface StoreService extends ServedAt {
  /** Of what kind it is by its labels. */
  readonly store: string;
}

/** Where stores are installed, and only those who run the cluster may make Services. */
const TRUSTED =
  /^(?:kube-|openshift-|cattle-)|^(?:monitoring|observability|prometheus|thanos|mimir|metrics|victoria-?metrics|vm)$|-(?:monitoring|observability|system)$/;

export function isOfCluster(namespace: string): boolean {
  return TRUSTED.test(namespace);
}

/** The Services that look like such a store: those of namespaces that run the cluster first, then the best guess. */
export function prometheusServices(services: readonly Service[]): StoreService[] {
  const found = new Map<string, StoreService>();
  for (const store of STORES)
    for (const labels of store.labels)
      for (const service of services) {
        const { namespace = '', name } = service.metadata;
        const key = `${namespace}/${name}`;
        const port = has(service.metadata.labels, labels) ? portOf(service, store.ports) : undefined;
        if (!port || found.has(key)) continue;
        found.set(key, { store: store.name, namespace, service: name, path: store.path, ...port });
      }
  const all = [...found.values()];
  return [
    ...all.filter(({ namespace }) => isOfCluster(namespace)),
    ...all.filter(({ namespace }) => !isOfCluster(namespace)),
  ];
}

/** `Prometheus monitoring/prometheus-server` */
export function candidateTitle({ store, namespace, service }: StoreService): string {
  return `${store} ${namespace}/${service}`;
}

function has(
  labels: Readonly<Record<string, string>> | undefined,
  wanted: Readonly<Record<string, string>>,
): boolean {
  return Object.entries(wanted).every(([name, value]) => labels?.[name] === value);
}

/** Behind it, OpenShift's Prometheus and Thanos speak TLS, though its name is `web`. */
const OPENSHIFT_PORT = 9091;

/** The first of the usual ports that it has, else its only one; undefined for a Service that speaks no HTTP. */
function portOf({ spec }: Service, usual: Store['ports']): Pick<ServedAt, 'port' | 'scheme'> | undefined {
  const ports = (spec?.ports ?? []).filter(
    ({ name, protocol = 'TCP', port }) => protocol === 'TCP' && port && !name?.startsWith('grpc'),
  );
  const known = usual.flatMap((one) => ports.filter(({ name, port }) => name === one || port === one));
  const chosen = known[0] ?? (ports.length === 1 ? ports[0] : undefined);
  if (chosen?.port === undefined) return undefined;
  const isSecure = chosen.name?.startsWith('https') || chosen.port === OPENSHIFT_PORT;
  return { port: String(chosen.port), scheme: isSecure ? 'https' : 'http' };
}
