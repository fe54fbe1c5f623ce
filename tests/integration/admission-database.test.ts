import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { defaultConfig } from '@/server/config';
import { compose } from '@/server/host/compose';
import type { Runtime } from '@/server/host/runtime';
import { silentLogger } from '@/server/lib/report/log';
import type { AuditRecord, Stored } from '@/server/store';
import { AdmissionCluster, RECOMMENDED_AMOUNTS, requestsOf } from '../support/admitting';
import { NAMESPACE } from '../support/embedded-cluster';
import { type PostgresServer, postgresBin, startPostgres } from '../support/postgres';
import { until } from '../support/until';

const bin = postgresBin();
if (!bin && process.env.CI === 'true')
  throw new Error('PostgreSQL is not installed (apt-get install postgresql)');
/**
 * Enough that they wait for each other. API server and admission share this process and what a busy machine leaves it:
 * of 25 at once, some waited longer than an API server waits for a review.
 */
const AT_ONCE = 5;
const OWNER = { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'load', uid: 'none', controller: true };

/** In front of the database; it can fall silent: connections stay, no data passes. */
class SilentProxy {
  private readonly sockets = new Set<Socket>();
  private silent = false;

  private constructor(
    private readonly server: Server,
    private readonly target: number,
  ) {}

  static async before(target: number): Promise<SilentProxy> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const proxy = new SilentProxy(server, target);
    server.on('connection', (socket) => proxy.join(socket, connect(proxy.target, '127.0.0.1')));
    return proxy;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  fallSilent(): void {
    this.silent = true;
    for (const socket of this.sockets) socket.unpipe().pause();
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private join(...[near, far]: [Socket, Socket]): void {
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      this.sockets.add(socket);
      socket.on('error', () => other.destroy());
      if (!this.silent) socket.pipe(other);
    }
  }
}

describe.skipIf(!bin)(
  `admission while its database is down${bin ? '' : ': PostgreSQL is not installed'}`,
  () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'plumbline-database-'));
    let postgres: PostgresServer;
    let cluster: AdmissionCluster;
    let runtime: Runtime;
    let proxy: SilentProxy | undefined;

    beforeAll(async () => {
      postgres = await startPostgres(bin ?? '');
    });
    afterAll(async () => {
      await postgres.close();
      rmSync(folder, { recursive: true, force: true });
    });
    beforeEach(async () => {
      cluster = await AdmissionCluster.start();
    });
    afterEach(async () => {
      await runtime.stop();
      await proxy?.close();
      proxy = undefined;
      await cluster.close();
      // A test that failed may have left it halted.
      await postgres.start();
    });

    async function admit(databaseUrl: string, settings: { storeQueueLimit?: number } = {}): Promise<void> {
      const config = defaultConfig({
        roles: ['admission'],
        kubeconfig: cluster.sandbox.kubeconfigPath,
        dataDir: folder,
        databaseUrl,
        ...settings,
      });
      runtime = await compose(config, { log: silentLogger });
      await until('healthy admission', () => runtime.handles.admission?.health().kind === 'healthy');
      await cluster.autoscaler('load', 'ReplicaSet');
      await until(
        'the VPA seen',
        () => runtime.cluster?.caches.vpas.get(NAMESPACE, 'load')?.status?.recommendation,
      );
    }

    /** Creates pods and answers only when each of them is there and carries its patch. */
    async function create(prefix: string, count: number): Promise<void> {
      for (let created = 0; created < count; ) {
        const batch = Array.from({ length: Math.min(AT_ONCE, count - created) }, () =>
          cluster.pod(`${prefix}-${created++}`, { labels: { app: 'load' }, ownerReferences: [OWNER] }),
        );
        for (const pod of await Promise.all(batch)) expect(requestsOf(pod)).toEqual(RECOMMENDED_AMOUNTS);
      }
    }

    /** What is stored of pods whose names begin so, and of gaps since `sinceMs`. */
    async function stored(prefix: string, sinceMs: number): Promise<{ pods: Set<string>; dropped: number }> {
      const records: Stored<AuditRecord>[] = [];
      for (let after: Stored<AuditRecord> | undefined; ; after = records.at(-1)) {
        const page = await runtime.store.audit({ kinds: ['admission', 'gap'], sinceMs, after, limit: 200 });
        records.push(...page);
        if (page.length < 200) break;
      }
      const pods = records.flatMap((record) => (record.kind === 'admission' ? [record.pod] : []));
      return {
        pods: new Set(pods.filter((pod) => pod.startsWith(prefix))),
        dropped: records.reduce((sum, record) => sum + (record.kind === 'gap' ? record.dropped : 0), 0),
      };
    }

    function untilStored(prefix: string, sinceMs: number, count: number) {
      return until(`${count} records of ${prefix}`, async () => {
        const found = await stored(prefix, sinceMs);
        return found.pods.size + found.dropped >= count && found;
      });
    }

    it('patches every pod, and stores what it did once the database is back', async () => {
      const sinceMs = Date.now();
      await admit(postgres.url);
      await create('before', 10);
      await untilStored('before', sinceMs, 10);
      await postgres.halt();
      await create('during', 300);
      await until('a database that seems away', () => runtime.store.state.kind === 'away');
      expect(runtime.handles.admission?.health().kind).toBe('healthy');
      expect(runtime.store.waiting).toBe(300);
      await postgres.start();
      const { pods, dropped } = await untilStored('during', sinceMs, 300);
      expect([pods.size, dropped]).toEqual([300, 0]);
    });

    it('records a gap for what could not wait', async () => {
      const sinceMs = Date.now();
      await admit(postgres.url, { storeQueueLimit: 100 });
      await postgres.halt();
      await create('many', 300);
      await postgres.start();
      const { pods, dropped } = await untilStored('many', sinceMs, 300);
      expect([pods.size, dropped]).toEqual([100, 200]);
    });

    it('patches every pod while the database accepts connections and never answers, and stops cleanly', async () => {
      const url = new URL(postgres.url);
      proxy = await SilentProxy.before(Number(url.port));
      url.port = String(proxy.port);
      const sinceMs = Date.now();
      await admit(url.href);
      await create('answered', 1);
      await untilStored('answered', sinceMs, 1);
      proxy.fallSilent();
      await create('unanswered', 300);
      expect(runtime.store.waiting).toBe(300);
      expect(runtime.handles.admission?.health().kind).toBe('healthy');
    });
  },
);
