import { parse } from 'yaml';
import { GET as getPlan } from '@/server/host/api/plan/route';
import { POST as press } from '@/server/host/api/stop/route';
import type { KubeObject, Pod } from '@/server/objects/types';
import { ApiCluster, VPAS } from './api-cluster';
import { askHandler } from './asked-handler';
import { Recommending } from './recommending';
import { until } from './until';

export const HPAS = 'horizontalpodautoscalers.autoscaling';
const RBAC = 'rbac.authorization.k8s.io';
const ROLES = ['recommender', 'updater', 'hpa', 'nodes', 'rules', 'messages'];
/** A name that stands in nothing but what is in the namespace `shop`. */
export const SECRET = 'ledger';

type Headers = Record<string, string>;

/** Asks the handler of an address as somebody. */
export const ask = (handler: unknown, headers: Headers, query = '') =>
  askHandler(handler, { headers, address: `http://localhost/api${query}` });

/**
 * A process that asks what people may do, and its cluster with a workload, a VPA, an HPA and a stop in each of two
 * namespaces: `ledger` in `shop` and `own` in `default`. People are known by their headers.
 */
export class TwoNamespaces {
  private constructor(
    readonly cluster: ApiCluster,
    readonly process: Recommending,
  ) {}

  static async start(): Promise<TwoNamespaces> {
    const cluster = await ApiCluster.start();
    await fill(cluster);
    const process = await Recommending.start(cluster, { roles: ROLES, auth: 'token', leaderElect: false });
    const started = new TwoNamespaces(cluster, process);
    await until('the first pass', () => process.running.handles.recommender?.lastPass);
    const headers = started.admin;
    await until('the plan', async () => (await ask(getPlan, headers)).status === 200);
    for (const namespace of ['shop', 'default']) {
      const scope = { kind: 'namespace', namespace };
      await askHandler(press, { headers, body: { scope, reason: namespace === 'shop' ? SECRET : 'own' } });
    }
    await process.running.store.flushed();
    return started;
  }

  async close(): Promise<void> {
    await this.process.stop();
    await this.cluster.close();
  }

  get admin(): Headers {
    return this.bearer('admin');
  }

  /** May do everything in `default`, and nothing in `shop`. */
  get limited(): Headers {
    return this.bearer('limited');
  }

  /** May read all and change nothing. */
  get viewer(): Headers {
    return this.bearer('viewer');
  }

  /** Somebody with these rights in the whole cluster, and those of a viewer in `default`. */
  async reader(name: string, rules: object[]): Promise<Headers> {
    const headers = await this.holder(name, rules);
    await this.bind(name, 'view', 'default');
    return headers;
  }

  /** Somebody with these rights, and no other, in one namespace or the whole cluster. */
  async holder(name: string, rules: object[], namespace?: string): Promise<Headers> {
    const headers = await this.serviceAccount(name);
    const role = { apiVersion: `${RBAC}/v1`, kind: 'ClusterRole', metadata: { name }, rules };
    await this.cluster.create(`clusterroles.${RBAC}`, role as KubeObject);
    await this.bind(name, name, namespace);
    return headers;
  }

  private async bind(account: string, role: string, namespace?: string): Promise<void> {
    const kind = namespace ? 'RoleBinding' : 'ClusterRoleBinding';
    await this.cluster.create(`${kind.toLowerCase()}s.${RBAC}`, {
      apiVersion: `${RBAC}/v1`,
      kind,
      metadata: { name: account, ...(namespace && { namespace }) },
      roleRef: { apiGroup: RBAC, kind: 'ClusterRole', name: role },
      subjects: [{ kind: 'ServiceAccount', name: account, namespace: 'default' }],
    } as KubeObject);
  }

  /** Somebody whom the cluster knows, and who may do nothing. */
  async serviceAccount(name: string): Promise<Headers> {
    const metadata = { name, namespace: 'default' };
    await this.cluster.create('serviceaccounts', { apiVersion: 'v1', kind: 'ServiceAccount', metadata });
    const issued = await this.process.running.cluster?.client.request<{ status: { token: string } }>(
      'POST',
      `/api/v1/namespaces/default/serviceaccounts/${name}/token`,
      { body: { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec: {} } },
    );
    return { authorization: `Bearer ${issued?.status.token}` };
  }

  private bearer(user: 'admin' | 'viewer' | 'limited'): Headers {
    const { users } = parse(this.cluster.kubeconfigOf(user)) as { users: [{ user: { token: string } }] };
    return { authorization: `Bearer ${users[0].user.token}` };
  }
}

async function fill(cluster: ApiCluster): Promise<void> {
  for (const [namespace, name] of [
    ['shop', SECRET],
    ['default', 'own'],
  ] as const) {
    await cluster.create(VPAS, {
      apiVersion: 'autoscaling.k8s.io/v1',
      kind: 'VerticalPodAutoscaler',
      metadata: { namespace, name, annotations: { 'plumbline.dev/approvals': '{"require": 5}' } },
      spec: { targetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name } },
    } as KubeObject);
    await cluster.create(HPAS, {
      apiVersion: 'autoscaling/v2',
      kind: 'HorizontalPodAutoscaler',
      metadata: { namespace, name },
      spec: { scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name }, maxReplicas: 3 },
    } as KubeObject);
    await cluster.create('deployments.apps', {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { namespace, name, labels: { team: 'gold' } },
      spec: {
        replicas: 0,
        selector: { matchLabels: { app: name } },
        template: {
          metadata: { labels: { app: name } },
          spec: { containers: [{ name: 'app', image: 'app:1' }] },
        },
      },
    } as KubeObject);
    await cluster.create('pods', podIn(namespace, `${name}-1`));
    cluster.registry.mutate<Pod>(
      'pods',
      namespace,
      `${name}-1`,
      (draft) => {
        draft.status = { phase: 'Running' };
      },
      { subresource: 'status' },
    );
    cluster.usage.set(`${namespace}/${name}-1`, { app: { cpu: '50m', memory: '32Mi' } });
  }
  await cluster.create('nodes', {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name: 'node-1' },
    status: { allocatable: { cpu: '4', memory: '8Gi', pods: '110' } },
  } as KubeObject);
  await cluster.create('verticalscalingpolicies.plumbline.dev', {
    apiVersion: 'plumbline.dev/v1alpha1',
    kind: 'VerticalScalingPolicy',
    metadata: { name: 'gold' },
    spec: { precedence: 1, template: {}, workloadSelector: { matchLabels: { team: 'gold' } } },
  } as KubeObject);
}

function podIn(namespace: string, name: string): KubeObject {
  const requests = { cpu: '100m', memory: '64Mi' };
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { namespace, name },
    spec: { nodeName: 'node-1', containers: [{ name: 'app', image: 'app:1', resources: { requests } }] },
  } as KubeObject;
}
