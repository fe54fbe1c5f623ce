import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { V1Pod } from '@kubernetes/client-node';
import { until } from '@/tests/support/until';
import { type Facts, lostOf, lostOfRecord, readFacts } from './facts';
import { RunningProgram } from './running-program';

/** Where data is kept, and whether the cluster is in the process and so begins anew with it. */
export interface UpgradeCase {
  name: string;
  database: 'sqlite' | 'postgres';
  isEmbedded: boolean;
}

export const UPGRADE_CASES: readonly UpgradeCase[] = [
  { name: 'SQLite', database: 'sqlite', isEmbedded: false },
  { name: 'PostgreSQL', database: 'postgres', isEmbedded: false },
  { name: 'embedded cluster', database: 'sqlite', isEmbedded: true },
];

/** What lets a case end soon. */
const SETTINGS = {
  PLUMBLINE_LEADER_ELECT: 'true',
  PLUMBLINE_RECOMMENDER_INTERVAL: '5s',
  PLUMBLINE_UPDATER_INTERVAL: '5s',
  PLUMBLINE_LEAST_HISTORY: '1s',
  PLUMBLINE_LEAST_HISTORY_TO_LOWER: '0s',
  PLUMBLINE_CANARY: '0s',
  PLUMBLINE_WARM_UP: '0s',
};
const STOP = { scope: { kind: 'vpa', namespace: 'shop', name: 'search' }, reason: 'load test' };
const BACK = path.resolve('prisma/back-to/0.1.0.sql');

/** What was lost on the way from the version in `former` to this one and back, one sentence each, and the warnings of their logs. */
export async function thereAndBack(
  former: string,
  { database, isEmbedded }: UpgradeCase,
  postgresUrl: string | undefined,
): Promise<{ lost: string[]; warnings: string[] }> {
  const folder = mkdtempSync(path.join(tmpdir(), 'plumbline-upgrade-'));
  const dataDir = path.join(folder, 'data');
  const kubeconfig = path.join(isEmbedded ? dataDir : folder, 'sandbox.kubeconfig');
  const settings = {
    ...documentedSettings(former),
    ...SETTINGS,
    PLUMBLINE_DATA_DIR: dataDir,
    ...(isEmbedded ? { PLUMBLINE_SANDBOX: 'true' } : { PLUMBLINE_KUBECONFIG: kubeconfig }),
    ...(database === 'postgres' && { PLUMBLINE_DATABASE_URL: postgresUrl ?? '' }),
  };
  const kubectl = (...words: string[]) =>
    execFileSync('kubectl', ['--kubeconfig', kubeconfig, ...words], { encoding: 'utf8' });
  const cluster = isEmbedded
    ? undefined
    : await RunningProgram.start(former, ['sandbox', '--kubeconfig', kubeconfig], 'kubeconfig:');
  const live = (root: string, before?: Facts) =>
    lived(root, { settings, kubectl, before, samples: before && !isEmbedded ? samplesOf(before) : 0 });
  const judged = isEmbedded ? lostOfRecord : lostOf;
  try {
    const first = await live(former);
    if (!isEmbedded)
      for (const part of ['crds', 'rbac', 'account'])
        kubectl('apply', '--server-side', '--force-conflicts', '-k', path.resolve('deploy', part));
    const second = await live(process.cwd(), first.facts);
    const lost = judged(first.facts, second.facts);
    if (database === 'postgres')
      execFileSync('psql', ['--set=ON_ERROR_STOP=1', '--quiet', `--file=${BACK}`, postgresUrl ?? '']);
    else
      execFileSync('sqlite3', [path.join(dataDir, isEmbedded ? 'demo.db' : 'plumbline.db'), `.read ${BACK}`]);
    const third = await live(former, second.facts);
    lost.push(...judged(second.facts, third.facts));
    return { lost, warnings: [first, second, third].flatMap(({ warnings }) => warnings) };
  } finally {
    await cluster?.program.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Every setting that a version documents with a default, as it is by default. */
function documentedSettings(folder: string): Record<string, string> {
  const text = readFileSync(path.join(folder, 'docs/settings.md'), 'utf8');
  const rows = [...text.matchAll(/^\| `(PLUMBLINE_\w+)` \| `(.+?)` \|/gm)];
  return Object.fromEntries(rows.map(([, name = '', value = '']) => [name, value.replaceAll('\\|', '|')]));
}

interface Life {
  settings: Record<string, string>;
  kubectl: (...words: string[]) => string;
  before: Facts | undefined;
  /** How many samples its checkpoints count when it begins. */
  samples: number;
}

/** Runs the dashboard of `root` until it has done something of its own, and ends it. */
async function lived(
  root: string,
  { settings, kubectl, before, samples }: Life,
): Promise<{ facts: Facts; warnings: string[] }> {
  const { program, announced: url } = await RunningProgram.start(
    root,
    ['start', '--port', '0'],
    'dashboard:',
    settings,
  );
  try {
    const ask = async <T>(route: string, init?: RequestInit): Promise<T> => {
      const response = await fetch(`${url}/api/${route}`, init);
      if (!response.ok) throw new Error(`${route} answers ${response.status}: ${await response.text()}`);
      return (await response.json()) as T;
    };
    const read = () =>
      readFacts((resource) => JSON.parse(kubectl('get', resource, '-A', '-o', 'json')), ask).catch(
        () => undefined,
      );
    await until(`${root} learns and acts`, async () => {
      const facts = await read();
      if (!facts) return false;
      const isLearning = samplesOf(facts) > samples && Object.keys(facts.targets).length > 5;
      return isLearning && facts.record.length > (before?.record.length ?? 0);
    });
    kubectl('-n', 'shop', 'rollout', 'restart', 'deployment/recommendations');
    const since = new Date().toISOString().slice(0, 19);
    await until(`${root} admits a new pod`, () => {
      const pods: { items: V1Pod[] } = JSON.parse(kubectl('-n', 'shop', 'get', 'pods', '-o', 'json'));
      return pods.items.some(
        ({ metadata }) =>
          metadata?.name?.startsWith('recommendations-') &&
          String(metadata.creationTimestamp) >= since &&
          metadata.annotations?.vpaUpdates,
      );
    });
    if (!before)
      await ask('stop', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(STOP),
      });
    const facts = await until('facts after all', read);
    return { facts, warnings: program.warnings() };
  } catch (thrown) {
    throw new Error(`${root} did not go on:\n${program.warnings().join('\n')}`, { cause: thrown });
  } finally {
    await program.stop();
  }
}

const samplesOf = ({ checkpoints }: Facts) =>
  Object.values(checkpoints).reduce((sum, { samples }) => sum + samples, 0);
