import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { root } from '@/bin/root.mjs';
import type { Pod } from '@/server/objects/types';
import { accountKubeconfig } from '../support/account-kubeconfig';
import { freePort } from '../support/free-port';
import { HeadlessProcess } from '../support/headless-process';
import { until } from '../support/until';
import { ControlPlane } from './control-plane';
import { type Programs, programs } from './programs';
import { minorUnderTest } from './versions';

const run = promisify(execFile);
const ACCOUNT = { namespace: 'plumbline', name: 'plumbline' };
/** Every request of our account, without bodies. */
const AUDIT_POLICY = {
  apiVersion: 'audit.k8s.io/v1',
  kind: 'Policy',
  omitStages: ['RequestReceived'],
  rules: [
    { level: 'Metadata', users: [`system:serviceaccount:${ACCOUNT.namespace}:${ACCOUNT.name}`] },
    { level: 'None' },
  ],
};
/** A pass a few seconds after the other, and none of the patience that has tests of its own. */
const QUICK = {
  PLUMBLINE_RECOMMENDER_INTERVAL: '5s',
  PLUMBLINE_UPDATER_INTERVAL: '5s',
  PLUMBLINE_WARM_UP: '0s',
  PLUMBLINE_LEAST_HISTORY: '0s',
  PLUMBLINE_ACTION_BACKOFF: '5s',
};

/** A request as the API server's audit log has it. */
export interface Audited {
  readonly verb: string;
  readonly requestURI: string;
  readonly userAgent?: string;
  readonly responseStatus?: { readonly code?: number };
}

/** What kubectl said and how it ended. */
export interface Said {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** A real control plane with hollow nodes, the product's manifests applied, and the product as they let it. */
export class RealCluster {
  private product: HeadlessProcess | undefined;
  private settings: Readonly<Record<string, string>> = {};

  private constructor(
    private readonly built: Programs,
    readonly plane: ControlPlane,
    private readonly folder: string,
  ) {}

  static async start(hollowNodes = 3): Promise<RealCluster> {
    const built = await programs(minorUnderTest(), console.log);
    const folder = mkdtempSync(path.join(os.tmpdir(), 'plumbline-real-'));
    const plane = await ControlPlane.start(built, { folder, hollowNodes, auditPolicy: AUDIT_POLICY });
    const cluster = new RealCluster(built, plane, folder);
    await cluster.apply('deploy/one-pod');
    // The product runs beside this test: a pod of a hollow node would only seem to.
    await cluster.kubectl('scale', '-n', 'plumbline', 'deployment/plumbline', '--replicas=0');
    return cluster;
  }

  /** Starts the product with nothing but the rights of the manifests. */
  async startProduct(settings: Readonly<Record<string, string>> = {}): Promise<void> {
    const kubeconfig = await accountKubeconfig(this.plane.kubeconfig, ACCOUNT, this.folder);
    const port = await freePort();
    this.settings = {
      ...QUICK,
      PLUMBLINE_KUBECONFIG: kubeconfig,
      PLUMBLINE_DATA_DIR: path.join(this.folder, 'data'),
      PLUMBLINE_ADMISSION_PORT: String(port),
      PLUMBLINE_ADMISSION_URL: `https://127.0.0.1:${port}`,
      ...settings,
    };
    this.product = await HeadlessProcess.start(this.settings);
    await until('a webhook that is registered', async () => {
      const { out } = await this.said(
        'get',
        'mutatingwebhookconfiguration',
        'plumbline',
        '-o',
        'jsonpath={.webhooks}',
      );
      return out !== '';
    });
  }

  /** Ends it as the kernel does, and starts it anew as it was but for these settings. */
  async restartProduct(settings: Readonly<Record<string, string>> = {}): Promise<void> {
    await this.product?.kill();
    this.product = await HeadlessProcess.start({ ...this.settings, ...settings });
  }

  async stop(): Promise<void> {
    await this.product?.kill();
    await this.plane.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Applies a folder of the manifests by server-side apply. */
  async apply(folder: string): Promise<string> {
    return this.kubectl('apply', '--server-side', '-k', path.join(root, folder));
  }

  /** @throws Error with what kubectl said when it fails */
  async kubectl(...args: string[]): Promise<string> {
    const said = await this.said(...args);
    if (said.code !== 0) throw new Error(`kubectl ${args.join(' ')}: ${said.err}`);
    return said.out;
  }

  async said(...args: string[]): Promise<Said> {
    const flags = ['kubectl', '--kubeconfig', this.plane.kubeconfig, ...args];
    return run(this.built.kube, flags, { maxBuffer: 1e8 }).then(
      ({ stdout, stderr }) => ({ code: 0, out: stdout, err: stderr }),
      (error: { code?: number; stdout?: string; stderr?: string }) => ({
        code: error.code ?? 1,
        out: error.stdout ?? '',
        err: error.stderr ?? String(error),
      }),
    );
  }

  /** Creates what the objects say, in one go. */
  async create(...objects: object[]): Promise<void> {
    const list = JSON.stringify({ apiVersion: 'v1', kind: 'List', items: objects });
    const child = run(this.built.kube, [
      'kubectl',
      '--kubeconfig',
      this.plane.kubeconfig,
      'create',
      '-f',
      '-',
    ]);
    child.child.stdin?.end(list);
    await child;
  }

  async get<T>(...args: string[]): Promise<T> {
    return JSON.parse(await this.kubectl('get', '-o', 'json', ...args)) as T;
  }

  /** What is at this address of the API, without the cost of a kubectl: for what is looked at again and again. */
  async read<T>(address: string): Promise<T> {
    const { status, text } = await this.plane.ask('GET', address);
    if (status !== 200) throw new Error(`GET ${address}: ${text}`);
    return JSON.parse(text) as T;
  }

  async podOf(namespace: string, name = 'web'): Promise<Pod> {
    return this.read<Pod>(`/api/v1/namespaces/${namespace}/pods/${name}`);
  }

  /** Pods of a workload that are not going away. */
  async pods(namespace: string, app: string): Promise<Pod[]> {
    const address = `/api/v1/namespaces/${namespace}/pods?labelSelector=app%3D${app}`;
    const { items } = await this.read<{ items: Pod[] }>(address);
    return items.filter(({ metadata }) => metadata.deletionTimestamp === undefined);
  }

  /** Takes the pods of a workload away at once, whatever they are given to end. */
  async removePods(namespace: string, app: string): Promise<void> {
    const address = `/api/v1/namespaces/${namespace}/pods?labelSelector=app%3D${app}`;
    const { status, text } = await this.plane.ask('DELETE', address, { gracePeriodSeconds: 0 });
    if (status !== 200) throw new Error(`DELETE ${address}: ${text}`);
  }

  /** What a VPA recommends for `app`, as a recommender of another name would write it. */
  async recommend(namespace: string, vpa: string, target: object, bounds: Bounds = {}): Promise<void> {
    const { lowerBound = target, upperBound = target } = bounds;
    await this.recommendEach(namespace, vpa, [{ containerName: 'app', target, lowerBound, upperBound }]);
  }

  async recommendEach(
    namespace: string,
    vpa: string,
    containerRecommendations: readonly object[],
  ): Promise<void> {
    const { status, text } = await this.plane.ask(
      'PATCH',
      `/apis/autoscaling.k8s.io/v1/namespaces/${namespace}/verticalpodautoscalers/${vpa}/status`,
      { status: { recommendation: { containerRecommendations } } },
      'application/merge-patch+json',
    );
    if (status !== 200) throw new Error(`The status of ${namespace}/${vpa}: ${text}`);
  }

  /** Pods of a workload that run. */
  async running(namespace: string, app = 'web'): Promise<Pod[]> {
    return (await this.pods(namespace, app)).filter(({ status }) => status?.phase === 'Running');
  }

  /** Long enough for two passes of the updater: what would be done then has been done. */
  async passes(): Promise<void> {
    const renewals = async () =>
      this.plane.auditLog().match(/"requestURI":"[^"]*\/leases\/[^"]*","verb":"update"/g)?.length ?? 0;
    const before = await renewals();
    await until('two passes', async () => (await renewals()) >= before + 2);
  }

  /** Requests of our account so far; a line that is being written is left out. */
  audited(): Audited[] {
    return this.plane
      .auditLog()
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as Audited);
  }
}

interface Bounds {
  readonly lowerBound?: object;
  readonly upperBound?: object;
}

/** A workload of `app`, one container, and a VPA over it whose recommendation a test writes. */
export function workload(
  namespace: string,
  app: string,
  {
    kind = 'Deployment',
    replicas = 1,
    resources,
    updateMode,
    minReplicas = 1,
    resourcePolicy,
  }: WorkloadOptions,
): object[] {
  const labels = { app };
  return [
    {
      apiVersion: 'apps/v1',
      kind,
      metadata: { name: app, namespace },
      spec: {
        ...(kind === 'DaemonSet' ? {} : { replicas }),
        ...(kind === 'StatefulSet' && { serviceName: app }),
        selector: { matchLabels: labels },
        template: {
          metadata: { labels },
          spec: { containers: [{ name: 'app', image: 'registry.example/app:1', resources }] },
        },
      },
    },
    {
      apiVersion: 'autoscaling.k8s.io/v1',
      kind: 'VerticalPodAutoscaler',
      metadata: { name: app, namespace },
      spec: {
        recommenders: [{ name: 'by-hand' }],
        targetRef: { apiVersion: 'apps/v1', kind, name: app },
        updatePolicy: { updateMode, minReplicas },
        ...(resourcePolicy && { resourcePolicy }),
      },
    },
  ];
}

interface WorkloadOptions {
  readonly kind?: 'Deployment' | 'ReplicaSet' | 'StatefulSet' | 'DaemonSet';
  readonly replicas?: number;
  readonly resources: object;
  readonly updateMode: string;
  readonly resourcePolicy?: object;
  readonly minReplicas?: number;
}

export function namespace(name: string): object {
  return { apiVersion: 'v1', kind: 'Namespace', metadata: { name } };
}
