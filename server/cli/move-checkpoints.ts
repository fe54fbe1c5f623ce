import { parseArgs } from 'node:util';
import { type Config, configFromProcess } from '../config';
import { estimatorOf } from '../decide/estimators';
import { isServedNamespace } from '../decide/pods/served-namespaces';
import { loadAccess } from '../kube/access';
import { KubeClient } from '../kube/client';
import { ProblemBoard } from '../kube/problems';
import { silentLogger } from '../lib/report/log';
import { wallClock } from '../lib/time/clock';
import { API_RESOURCES, pathOf } from '../objects/resources';
import type { KubeList } from '../objects/types';
import type { VerticalPodAutoscaler } from '../objects/vpa-types';
import { CheckpointObjects } from '../recommender/checkpoints/checkpoint-objects';
import { CheckpointRows } from '../recommender/checkpoints/checkpoint-rows';
import { ownerOf } from '../recommender/checkpoints/known-checkpoint';
import { type MoveOutcome, moveCheckpoints } from '../recommender/checkpoints/move';
import type { CheckpointPlace, KeptCheckpoint } from '../recommender/checkpoints/place';
import { isServed } from '../recommender/vpas/served-vpa';
import { Checkpoints } from '../store/checkpoints/checkpoints';
import { messageOf } from '../store/database-error';
import { databaseUrl, withoutPassword } from '../store/database-url';
import { openDatabase } from '../store/open-database';

const USAGE =
  'usage: npm run move-checkpoints -- --from cluster|database --to cluster|database [--dry-run] [--remove-source]';
const PROGRESS_EVERY_MS = 1000;
const PAGE_SIZE = 500;
/** Checkpoints that stay are named up to this many; more are counted. */
const MOST_NAMED = 20;

const IN_WORDS: Readonly<Record<MoveOutcome, string>> = {
  moved: 'moved',
  'there-already': 'already there',
  'newer-there': 'newer there, so kept',
  unreadable: 'unreadable, left where they are',
  'name-taken': 'left where they are: another VPA and container have the same checkpoint name',
  failed: 'failed',
};

type PlaceName = Config['checkpointsIn'];

interface Asked {
  from: PlaceName;
  to: PlaceName;
  isDryRun: boolean;
  removesSource: boolean;
}

/** @throws Error with the usage */
function asked(): Asked {
  const isPlace = (name: unknown): name is PlaceName => name === 'cluster' || name === 'database';
  const { values } = parseArgs({
    options: {
      from: { type: 'string' },
      to: { type: 'string' },
      'dry-run': { type: 'boolean', default: false },
      'remove-source': { type: 'boolean', default: false },
    },
  });
  const { from, to } = values;
  if (!isPlace(from) || !isPlace(to) || from === to) throw new Error(USAGE);
  return { from, to, isDryRun: values['dry-run'], removesSource: values['remove-source'] };
}

/** Moves what was learned from the cluster to the database, or back. */
async function main(): Promise<void> {
  const wanted = asked();
  const config = configFromProcess();
  const access = loadAccess({ kubeconfig: config.kubeconfig, context: config.kubeContext });
  const qps = config.kubeApiQps;
  const client = KubeClient.connect(access, { qps, burst: config.kubeApiBurst, clock: wallClock });
  const url = databaseUrl(config);
  const stores = await openDatabase(url).catch(async (error: unknown) => {
    await client.close();
    throw new Error(`The database ${withoutPassword(url)} cannot be opened: ${messageOf(error)}`);
  });
  const problems = new ProblemBoard(wallClock, silentLogger).by('move');
  const common = { clock: wallClock, wallClock, problems };
  const checkpoints = new Checkpoints({ open: async () => stores.checkpoints, wallClock });
  const places: Readonly<Record<PlaceName, { title: string; place: CheckpointPlace }>> = {
    cluster: {
      title: `the cluster ${client.server}`,
      place: new CheckpointObjects({ ...common, client, qps }),
    },
    database: {
      title: `the database ${withoutPassword(url)}`,
      place: new CheckpointRows({ ...common, checkpoints }),
    },
  };
  try {
    const { isDryRun, removesSource } = wanted;
    const [from, to] = [places[wanted.from], places[wanted.to]];
    const fate = removesSource
      ? 'Each is removed there once it has been read back'
      : 'They also stay where they are';
    console.log(
      `${isDryRun ? 'Would move' : 'Moving'} checkpoints from ${from.title} to ${to.title}. ${fate}.`,
    );
    const all = await ownCheckpoints(from.place, client, config);
    console.log(`Found ${all.length} checkpoints of VPAs that this Plumbline serves.`);
    const tally = new Tally(all.length);
    await moveCheckpoints(all, {
      from: from.place,
      to: to.place,
      estimator: estimatorOf('percentile', config),
      isDryRun,
      removesSource,
      done: (kept, outcome, detail) => tally.add(kept, outcome, detail),
    }).finally(() => tally.print(isDryRun));
    if (tally.hasLeft) process.exitCode = 1;
    else if (!isDryRun && config.checkpointsIn !== wanted.to)
      console.log(`Now start Plumbline with PLUMBLINE_CHECKPOINTS_IN=${wanted.to}.`);
  } finally {
    await Promise.all([client.close(), stores.audit.close()]);
  }
}

/** Those of VPAs served here and of VPAs that are gone; another recommender's are its own. */
async function ownCheckpoints(
  place: CheckpointPlace,
  client: KubeClient,
  config: Config,
): Promise<KeptCheckpoint[]> {
  const namespace = config.vpaObjectNamespace || undefined;
  const foreign = new Set<string>();
  let next: string | undefined;
  do {
    const query = { limit: PAGE_SIZE, continue: next };
    const path = pathOf(API_RESOURCES.vpas, namespace);
    const page = await client.request<KubeList<VerticalPodAutoscaler>>('GET', path, { query });
    for (const vpa of page.items)
      if (!isServed(vpa, config)) foreign.add(`${vpa.metadata.namespace}/${vpa.metadata.name}`);
    next = page.metadata.continue || undefined;
  } while (next);
  const own: KeptCheckpoint[] = [];
  for await (const kept of place.list(namespace)) {
    const { namespace: of = '' } = kept.metadata;
    if (isServedNamespace(config, of) && !foreign.has(`${of}/${kept.spec?.vpaObjectName}`)) own.push(kept);
  }
  return own;
}

/** Counts what became of checkpoints, and says so now and then. */
class Tally {
  private readonly counts = new Map<MoveOutcome, number>();
  private readonly left: string[] = [];
  private leftCount = 0;
  private count = 0;
  private printedAtMs = wallClock.now();

  constructor(private readonly total: number) {}

  get hasLeft(): boolean {
    return this.leftCount > 0;
  }

  add({ metadata, spec }: KeptCheckpoint, outcome: MoveOutcome, detail: string): void {
    const { vpa, container } = ownerOf(spec);
    this.count++;
    this.counts.set(outcome, (this.counts.get(outcome) ?? 0) + 1);
    if (detail && ++this.leftCount <= MOST_NAMED)
      this.left.push(`${metadata.namespace}/${vpa}, container ${container}: ${IN_WORDS[outcome]}: ${detail}`);
    if (wallClock.now() - this.printedAtMs < PROGRESS_EVERY_MS) return;
    this.printedAtMs = wallClock.now();
    console.log(`${this.count} of ${this.total}`);
  }

  print(isDryRun: boolean): void {
    for (const line of this.left) console.log(line);
    if (this.leftCount > MOST_NAMED) console.log(`and ${this.leftCount - MOST_NAMED} more`);
    const parts = [...this.counts].map(([outcome, count]) => `${count} ${IN_WORDS[outcome]}`);
    console.log(`${isDryRun ? 'Would be done' : 'Done'}: ${parts.join('; ') || 'nothing to move'}.`);
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
