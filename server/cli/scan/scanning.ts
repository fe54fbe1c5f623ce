import os from 'node:os';
import path from 'node:path';
import type { Config } from '../../config';
import type { ClusterAccess } from '../../kube/access';
import { KubeClient } from '../../kube/client';
import { ServerTime } from '../../kube/server-time';
import { wallClock } from '../../lib/time/clock';
import { replaySettings } from '../../replay/policies';
import { ReplayThreads } from '../../scan/replays/threads';
import { type ScanResult, scan } from '../../scan/scan';
import { isService, type ScanCommandOptions, WORST } from './options';
import type { ProgressBar } from './progress-bar';
import { recommenderFor, tunedWords, withTuning } from './tuning';

/** As it is bundled beside this. */
const REPLAY_THREAD = new URL('./replay-thread.mjs', import.meta.url);

interface Scanning {
  access: ClusterAccess;
  config: Config;
  options: ScanCommandOptions;
  bar: ProgressBar;
  stopping: AbortSignal;
}

/** Scans a cluster, and has the result used while it can still be asked. @throws what a scan throws */
export async function scanning<T>(
  { access, config: stated, options, bar, stopping }: Scanning,
  use: (result: ScanResult, client: KubeClient) => Promise<T> | T,
  before: (client: KubeClient) => Promise<void> = async () => undefined,
): Promise<T> {
  const config = withTuning(stated, options);
  const serverTime = new ServerTime();
  const limits = { qps: config.kubeApiQps, burst: config.kubeApiBurst, clock: wallClock, serverTime };
  const client = KubeClient.connect(access, limits);
  let replayer: ReplayThreads | undefined;
  try {
    await before(client);
    if (options.replay && options.replay !== 'none')
      replayer = new ReplayThreads(replaySettings(config), stopping, { file: REPLAY_THREAD });
    const result = await scan({
      client,
      clock: { now: () => Math.floor(wallClock.now() + serverTime.offMs) },
      wallClock,
      cluster: access.context ?? client.server,
      config,
      namespaces: options.namespace,
      selector: options.selector,
      prometheusService:
        options.prometheus !== undefined && isService(options.prometheus) ? options.prometheus : undefined,
      historyMs: options.history,
      stepMs: options.resolution,
      recommender: recommenderFor(options),
      tuned: tunedWords(options),
      replayer,
      mostReplays: options.replay === 'all' ? undefined : WORST,
      charts: options.output === 'html',
      patches: options.output === 'patches',
      watchMs: options.watch,
      cacheDir: options.cache ? config.cacheDir || path.join(os.homedir(), '.cache', 'plumbline') : undefined,
      progress: bar,
      stopping,
    });
    return await use(result, client);
  } finally {
    await replayer?.close();
    await client.close();
  }
}
