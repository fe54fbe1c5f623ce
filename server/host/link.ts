import type { Config } from '../config';
import type { ClusterConnection } from '../contract/status';
import { type ClusterAccess, loadAccess } from '../kube/access';
import { KubeClient } from '../kube/client';
import { isKubeError, problemOf } from '../kube/errors';
import type { ClusterContext } from '../kube/role-context';
import type { ServerTime } from '../kube/server-time';
import { errorText } from '../lib/report/errors';
import { LIKELY_SKEW_MS } from '../lib/time/clock';
import { type Repeating, repeat } from '../lib/time/repeat';
import { PROBLEM_TABLE, type ProblemCode } from '../words/problems';
import { formatDuration } from '../words/times';

const BACKOFF = { firstMs: 500, longestMs: 15_000 };
/** How often a working connection is checked. */
const PROBE_INTERVAL_MS = 15_000;
/** How lately another request must have been answered to spare a check: admission alone renews its lease every 20 s. */
const ANSWERED_WITHIN_MS = 30_000;
const PROBE_TIMEOUT_MS = 10_000;
/** How often its version is asked for, while other requests show that it answers. */
const VERSION_EVERY_MS = 5 * 60_000;

/** The problems that say why there is no connection; all but the current one are cleared. */
const CONNECTION_PROBLEMS = [
  'kubeconfig-missing',
  'kubeconfig-malformed',
  'cluster-unreachable',
  'credentials-refused',
] as const satisfies readonly ProblemCode[];

interface LinkOptions extends Pick<ClusterContext, 'wallClock' | 'log' | 'problems' | 'loops'> {
  config: Config;
  /** Path of the kubeconfig to use instead of the configured one. */
  kubeconfig?: string;
  /** Learns the time of the API server. */
  serverTime: ServerTime;
}

/**
 * The connection to the cluster: retried until it is made, checked while it lasts, exposed as one union. The
 * client stays the same once made; it reads renewed credentials by itself.
 */
export class ClusterLink {
  private current: ClusterConnection = { kind: 'connecting', server: '' };
  private access: ClusterAccess | undefined;
  private client: KubeClient | undefined;
  private readonly stopping = new AbortController();
  private looking: Repeating | undefined;
  /** When the version was last told, by the steady clock. */
  private versionAtMs = Number.NEGATIVE_INFINITY;

  constructor(private readonly options: LinkOptions) {
    options.serverTime.moved = () => this.compareClocks();
  }

  get state(): ClusterConnection {
    return this.current;
  }

  /** Tries until the API server answers; undefined if `stop` came first. */
  connect(): Promise<KubeClient | undefined> {
    if (this.stopping.signal.aborted) return Promise.resolve(undefined);
    const { wallClock, loops } = this.options;
    return new Promise((resolve) => {
      this.looking = repeat({
        name: 'reach the cluster',
        everyMs: PROBE_INTERVAL_MS,
        backoff: BACKOFF,
        clock: wallClock,
        wallClock,
        loops,
        run: async () => {
          if (!(await this.attempt())) return 'retry';
          resolve(this.client);
          return 'done';
        },
      });
      void this.looking.ended.then(() => resolve(undefined));
    });
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.looking?.stop();
    await this.client?.close();
  }

  private async attempt(): Promise<boolean> {
    const { config, kubeconfig } = this.options;
    try {
      this.access ??= loadAccess({
        kubeconfig: kubeconfig ?? config.kubeconfig,
        context: config.kubeContext,
      });
      this.client ??= KubeClient.connect(this.access, {
        qps: config.kubeApiQps,
        burst: config.kubeApiBurst,
        clock: this.options.wallClock,
        serverTime: this.options.serverTime,
      });
      if (this.isKnownToAnswer(this.client)) return true;
      const version = await this.versionOf(this.client);
      this.versionAtMs = this.options.wallClock.steady();
      const { server } = this.client;
      this.became({ kind: 'connected', name: this.name, server, version, sandbox: config.sandbox });
      return true;
    } catch (error) {
      if (!this.stopping.signal.aborted) this.failed(error);
      return false;
    }
  }

  /** Whether another request has shown since the last look that it answers, so that none need be made for that. */
  private isKnownToAnswer({ answeredAtMs = Number.NEGATIVE_INFINITY }: KubeClient): boolean {
    const nowMs = this.options.wallClock.steady();
    return (
      this.current.kind === 'connected' &&
      nowMs - answeredAtMs < ANSWERED_WITHIN_MS &&
      nowMs - this.versionAtMs < VERSION_EVERY_MS
    );
  }

  /** The cluster's name: as configured, else its context; the context of the embedded one says nothing. */
  private get name(): string | undefined {
    const { clusterName, sandbox } = this.options.config;
    return clusterName || (sandbox ? undefined : this.access?.context);
  }

  /** If the version is forbidden, the connection still works. */
  private async versionOf(client: KubeClient): Promise<string> {
    try {
      const options = { timeoutMs: PROBE_TIMEOUT_MS, signal: this.stopping.signal };
      return (await client.request<{ gitVersion?: string }>('GET', '/version', options)).gitVersion ?? '';
    } catch (error) {
      if (isKubeError(error, 'forbidden')) return '';
      throw error;
    }
  }

  private became(state: ClusterConnection): void {
    if (this.current.kind !== state.kind) this.options.log.info(state, `Cluster: ${state.kind}`);
    this.current = state;
    for (const code of CONNECTION_PROBLEMS) this.options.problems.clearExcept(code, new Set());
  }

  private compareClocks(): void {
    const { problems, serverTime } = this.options;
    const { offMs } = serverTime;
    const about = `API server ${this.client?.server}`;
    const which = offMs < 0 ? 'ahead' : 'behind';
    const detail = `it is ${formatDuration(Math.abs(offMs))} ${which} here`;
    if (Math.abs(offMs) > LIKELY_SKEW_MS) problems.report('clock-differs', about, detail);
    else problems.clear('clock-differs', about);
  }

  private failed(error: unknown): void {
    const detail = errorText(error);
    const found = problemOf(error) ?? 'cluster-unreachable';
    const code = CONNECTION_PROBLEMS.find((known) => known === found) ?? 'cluster-unreachable';
    const server = this.client?.server;
    const about = server ? `API server ${server}` : 'kubeconfig';
    for (const other of CONNECTION_PROBLEMS)
      this.options.problems.clearExcept(other, new Set(other === code ? [about] : []));
    this.options.problems.report(code, about, detail);
    const failure = { message: detail, remedy: PROBLEM_TABLE[code].remedy };
    this.current = server ? { kind: 'connecting', server, ...failure } : { kind: 'none', ...failure };
  }
}
