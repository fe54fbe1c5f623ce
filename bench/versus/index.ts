import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { type Bench, type BenchOptions, type Figure, median } from '../bench';
import { ONE_POD, ONE_PROCESS, type PodShape } from '../pod/shapes';
import { type Contender, startOurs } from './contender';
import { CONNECTIONS, type Measured, measured } from './measure';
import { mustHaveAll, startReference } from './reference';

const ROUNDS = 3;
const WORKLOADS = 1_000;
const IDLE_MINUTES = 3;

interface Compared {
  readonly name: string;
  readonly unit: string;
  readonly of: (round: Measured) => number;
  /** Whether more is better. */
  readonly wantsMore?: boolean;
}

const COMPARED: readonly Compared[] = [
  { name: 'pass', unit: 's', of: ({ passSeconds }) => passSeconds },
  { name: 'cpu', unit: 's a minute', of: ({ cpuSecondsAMinute }) => cpuSecondsAMinute },
  { name: 'memory', unit: 'MB', of: ({ idleMb }) => idleMb },
  { name: 'memory-once', unit: 'MB', of: ({ idleOnceMb }) => idleOnceMb },
  { name: 'memory-reviewing', unit: 'MB', of: ({ reviewingMb }) => reviewingMb },
  { name: 'memory-reviewing-once', unit: 'MB', of: ({ reviewingOnceMb }) => reviewingOnceMb },
  ...CONNECTIONS.flatMap((connections): Compared[] => {
    const of = (figure: 'perSecond' | 'p50Ms' | 'p99Ms') => (round: Measured) =>
      round.reviews.get(connections)?.[figure] ?? Number.NaN;
    return [
      { name: `reviews-${connections}`, unit: 'reviews/s', of: of('perSecond'), wantsMore: true },
      { name: `reviews-${connections}-p50`, unit: 'ms', of: of('p50Ms') },
      { name: `reviews-${connections}-p99`, unit: 'ms', of: of('p99Ms') },
    ];
  }),
  { name: 'first-recommendation', unit: 's', of: ({ firstSeconds }) => firstSeconds },
  { name: 'after-a-kill', unit: 's', of: ({ killedSeconds }) => killedSeconds },
];

/** Of the rounds in which it was measured; `note` tells the least, the most, and if it was not in all. */
function figure(name: string, values: readonly number[], unit: string, reach?: string): Figure {
  const measured = values.filter((value) => !Number.isNaN(value));
  const spread = `${Math.min(...measured).toPrecision(3)} to ${Math.max(...measured).toPrecision(3)}`;
  const missing = values.length - measured.length;
  const note = `  rounds: ${measured.length > 0 ? spread : 'none'}${missing > 0 ? `, ${missing} of ${values.length} not measured` : ''}`;
  return { name: `versus-${name}`, value: median(measured), unit, note, ...(reach && { reach }) };
}

function figuresOf(ours: readonly Measured[], reference: readonly Measured[]): Figure[] {
  return COMPARED.flatMap(({ name, unit, of, wantsMore }): Figure[] => {
    const own = ours.map(of);
    const told = figure(`${name}-ours`, own, unit);
    if (reference.length === 0) return [told];
    const its = reference.map(of);
    const ratios = own.map((value, round) => value / (its[round] ?? Number.NaN));
    return [
      told,
      figure(`${name}-reference`, its, unit),
      figure(`${name}-ratio`, ratios, 'of its', wantsMore ? '≥ 1' : '≤ 1'),
    ];
  });
}

/** The cluster given, or an embedded one. */
async function clusterOf(given: string | undefined): Promise<{ kubeconfig: string; stop(): Promise<void> }> {
  if (given !== undefined) return { kubeconfig: path.resolve(given), stop: async () => undefined };
  const cluster = fork('bin/run.mjs', ['bench/versus/cluster-child.ts', String(WORKLOADS)], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const [kubeconfig] = (await once(cluster, 'message')) as [string];
  return {
    kubeconfig,
    stop: async () => {
      cluster.disconnect();
      if (cluster.exitCode === null) await once(cluster, 'exit');
    },
  };
}

async function roundOf(start: () => Promise<Contender>, idleMs: number, round: number): Promise<Measured> {
  const contender = await start();
  try {
    const its = await measured(contender, idleMs, round);
    for (const { name, unit, of } of COMPARED) console.error(`  ${name}: ${of(its).toPrecision(4)} ${unit}`);
    return its;
  } finally {
    await contender.stop();
  }
}

/**
 * All of Plumbline and all of the reference, in turns on one API server with the same 1,000 VPAs and 2,000 pods, both
 * with their defaults and a pass a minute. `--binaries` names the folder with the reference's `recommender`, `updater`
 * and `admission-controller`; without it only ours is measured. `--kubeconfig` names a cluster with the metrics API and
 * a namespace `versus`, instead of the embedded one; `--only one-process` runs all roles in one process instead of the
 * pod of the manifests; `--minutes` is how long nothing but passes is measured in each round.
 */
export const versusBench: Bench = {
  name: 'versus',
  isLong: true,
  async run({ binaries, kubeconfig: given, only, minutes }: BenchOptions = {}): Promise<Figure[]> {
    if (binaries !== undefined) mustHaveAll(binaries);
    const shape: PodShape = only === ONE_PROCESS.name ? ONE_PROCESS : ONE_POD;
    const idleMs = Number(minutes ?? IDLE_MINUTES) * 60_000;
    const { kubeconfig, stop } = await clusterOf(given);
    const ours: Measured[] = [];
    const reference: Measured[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      ours.push(await roundOf(() => startOurs(shape, kubeconfig), idleMs, round));
      if (binaries !== undefined)
        reference.push(await roundOf(() => startReference(binaries, kubeconfig), idleMs, round));
    }
    await stop();
    return figuresOf(ours, reference);
  },
};
