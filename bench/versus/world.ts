import { fork } from 'node:child_process';
import { once } from 'node:events';

/** How many requests an API server answered, by verb and kind of object, such as `update leases`. */
export type Requests = Readonly<Record<string, number>>;

/** The cluster that all sides work on in turns. */
export interface World {
  readonly kubeconfig: string;
  /** Whether what is deployed runs and is killed for its memory. */
  readonly runsContainers: boolean;
  /** What programs that call themselves so have asked so far; absent where nobody counts. */
  readonly requestsOf?: (agents: RegExp) => Requests;
  stop(): Promise<void>;
}

/** In a process of its own. */
export async function embeddedWorld(): Promise<World> {
  const cluster = fork('bin/run.mjs', ['bench/versus/cluster-child.ts'], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const [kubeconfig] = (await once(cluster, 'message')) as [string];
  return {
    kubeconfig,
    runsContainers: true,
    stop: async () => {
      cluster.disconnect();
      if (cluster.exitCode === null) await once(cluster, 'exit');
    },
  };
}
