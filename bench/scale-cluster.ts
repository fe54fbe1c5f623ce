import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { KubeClient } from '@/server/kube/client';

/** A client of the server at this port without a rate limit. */
export function clientOf(port: number): KubeClient {
  const access = {
    server: `http://127.0.0.1:${port}`,
    source: 'the bench',
    credentials: async () => ({ headers: {}, tls: { rejectUnauthorized: true } }),
    reload: () => {},
  };
  return KubeClient.connect(access, { qps: 1_000_000, burst: 1_000_000, timeoutMs: 300_000 });
}

/** The API server of a large cluster in a separate process. */
export class ScaleCluster {
  private constructor(
    private readonly child: ChildProcess,
    readonly port: number,
  ) {}

  static async start(vpas: number, namespaces: number, podsPerVpa = 10): Promise<ScaleCluster> {
    const child = fork('bin/run.mjs', ['bench/scale-api.ts', ...[vpas, namespaces, podsPerVpa].map(String)], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const [{ port }] = (await once(child, 'message')) as [{ port: number }];
    return new ScaleCluster(child, port);
  }

  /** For a process that finds its cluster by a file. */
  kubeconfig(): string {
    return JSON.stringify({
      apiVersion: 'v1',
      kind: 'Config',
      clusters: [{ name: 'scale', cluster: { server: `http://127.0.0.1:${this.port}` } }],
      users: [{ name: 'bench', user: {} }],
      contexts: [{ name: 'scale', context: { cluster: 'scale', user: 'bench' } }],
      'current-context': 'scale',
    });
  }

  client(): KubeClient {
    return clientOf(this.port);
  }

  /** Gives one VPA another recommendation; every watch is notified. */
  async changeVpa(index: number): Promise<void> {
    this.child.send({ change: index });
    await once(this.child, 'message');
  }

  async stop(): Promise<void> {
    this.child.disconnect();
    await once(this.child, 'exit');
  }
}
