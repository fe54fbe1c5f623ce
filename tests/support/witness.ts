import { expect } from 'vitest';
import type { Pod } from '@/server/objects/types';
import { NAMESPACE } from './embedded-cluster';
import { isReady, type Updating, type UpdatingCluster } from './updating';

/** Sees what a workload goes through in the cluster itself, whoever does it and whatever they say they did. */
export class Witness {
  /** Names of the pods that were taken away, in the order they were. */
  readonly taken: string[] = [];
  /** The fewest pods that were up at any moment: ready, and not going away. */
  fewestReady: number;
  readonly end: () => void;

  constructor(cluster: UpdatingCluster, app: string) {
    const ready = () => cluster.pods(app).filter(isReady).length;
    const seen = new Set<string>();
    this.fewestReady = ready();
    this.end = cluster.sandbox.registry.watch<Pod>('pods', ({ type, object: { metadata } }) => {
      if (metadata.namespace !== NAMESPACE || metadata.labels?.app !== app) return;
      const isTaken = type === 'DELETED' || metadata.deletionTimestamp !== undefined;
      if (isTaken && !seen.has(metadata.uid ?? '')) {
        seen.add(metadata.uid ?? '');
        this.taken.push(metadata.name);
      }
      this.fewestReady = Math.min(this.fewestReady, ready());
    });
  }
}

/** Asked for once a minute whatever there is to do: how nodes come, and whether that may be read. */
const BY_THE_CLOCK = /karpenter\.sh|cluster-autoscaler-status|selfsubject(access|rules)reviews/;

/** Many passes, none of which may do anything or even ask the API server for anything. */
export async function expectSilence(cluster: UpdatingCluster, process: Updating, app: string): Promise<void> {
  // What was done before may have an afterword.
  await process.pass(cluster);
  await process.context.events.flush();
  const witness = new Witness(cluster, app);
  const asked = requestsOf(process);
  const done = process.actions().length;
  for (let round = 0; round < 5; round++) await process.updater.pass();
  expect(asked.filter((one) => !BY_THE_CLOCK.test(one))).toEqual([]);
  expect(process.actions()).toHaveLength(done);
  witness.end();
  expect(witness.taken).toEqual([]);
}

/** What is asked of the API server from now on, as `METHOD /path`. */
function requestsOf({ context: { client } }: Updating): string[] {
  const asked: string[] = [];
  const { request, stream } = client;
  client.request = (method, path, options) => {
    asked.push(`${method} ${path}`);
    return request.call(client, method, path, options) as never;
  };
  client.stream = (path, options) => {
    asked.push(`WATCH ${path}`);
    return stream.call(client, path, options);
  };
  return asked;
}
