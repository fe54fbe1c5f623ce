import { type Bench, type BenchOptions, type Figure, median } from '../bench';
import { bundled } from '../pod/running-pod';
import { ONE_POD, ONE_PROCESS, type PodShape } from '../pod/shapes';
import { startOurs } from './contender';
import { CONNECTIONS, type Measured, measured } from './measure';
import { realWorld } from './real-world';
import { mustHaveAll, startReference } from './reference';
import { embeddedWorld, type World } from './world';

const ROUNDS = 3;
const IDLE_MINUTES = 1;
const SHAPES: readonly PodShape[] = [ONE_POD, ONE_PROCESS];

interface Compared {
  readonly name: string;
  readonly unit: string;
  readonly of: (round: Measured) => number;
  /** Whether more is better. */
  readonly wantsMore?: boolean;
}

const COMPARED: readonly Compared[] = [
  { name: 'start', unit: 's', of: ({ startSeconds }) => startSeconds },
  { name: 'pass', unit: 's', of: ({ passSeconds }) => passSeconds },
  { name: 'cpu-early', unit: 's a minute', of: ({ earlyCpuSecondsAMinute }) => earlyCpuSecondsAMinute },
  { name: 'cpu', unit: 's a minute', of: ({ cpuSecondsAMinute }) => cpuSecondsAMinute },
  { name: 'requests', unit: 'a minute', of: ({ requestsAMinute }) => requestsAMinute },
  { name: 'requests-leases', unit: 'a minute', of: ({ leasesAMinute }) => leasesAMinute },
  { name: 'memory', unit: 'MB', of: ({ idleMb }) => idleMb },
  { name: 'memory-once', unit: 'MB', of: ({ idleOnceMb }) => idleOnceMb },
  { name: 'memory-reviewing', unit: 'MB', of: ({ reviewingMb }) => reviewingMb },
  { name: 'memory-reviewing-once', unit: 'MB', of: ({ reviewingOnceMb }) => reviewingOnceMb },
  { name: 'admission-memory', unit: 'MB', of: ({ admissionMb }) => admissionMb },
  { name: 'admission-memory-after', unit: 'MB', of: ({ admissionAfterMb }) => admissionAfterMb },
  ...CONNECTIONS.flatMap((connections): Compared[] => {
    const of = (figure: 'perSecond' | 'p50Ms' | 'p99Ms' | 'cpuUs') => (round: Measured) =>
      round.reviews.get(connections)?.[figure] ?? Number.NaN;
    return [
      { name: `reviews-${connections}`, unit: 'reviews/s', of: of('perSecond'), wantsMore: true },
      { name: `reviews-${connections}-p50`, unit: 'ms', of: of('p50Ms') },
      { name: `reviews-${connections}-p99`, unit: 'ms', of: of('p99Ms') },
      { name: `reviews-${connections}-cpu`, unit: 'us', of: of('cpuUs') },
    ];
  }),
  {
    name: 'reviews-8-quiet',
    unit: 'reviews/s',
    of: ({ quietly, reviews }) => (quietly ?? reviews.get(8))?.perSecond ?? Number.NaN,
    wantsMore: true,
  },
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

/** Of one side of ours, beside the reference's if that was measured. */
function figuresOf(side: string, ours: readonly Measured[], reference: readonly Measured[]): Figure[] {
  return COMPARED.flatMap(({ name, unit, of, wantsMore }): Figure[] => {
    const own = ours.map(of);
    const its = reference.map(of);
    if ([...own, ...its].every(Number.isNaN)) return [];
    const told = figure(`${side}-${name}`, own, unit);
    if (reference.length === 0 || own.every(Number.isNaN)) return [told];
    const ratios = own.map((value, round) => value / (its[round] ?? Number.NaN));
    return [
      told,
      figure(`reference-${name}`, its, unit),
      figure(`${side}-${name}-ratio`, ratios, 'of its', wantsMore ? '≥ 1' : '≤ 1'),
    ];
  });
}

async function roundOf(
  world: World,
  start: () => ReturnType<typeof startOurs>,
  idleMs: number,
  name: string,
) {
  const its = await measured(world, start, idleMs, name);
  for (const { name, unit, of } of COMPARED) console.error(`  ${name}: ${of(its).toPrecision(4)} ${unit}`);
  return its;
}

/**
 * Plumbline as the pod of the manifests and as one process, and the reference, in turns on one API server with the same
 * 1,000 VPAs and 2,000 pods, all with their defaults and a pass a minute. `--binaries` names the folder with the
 * reference's `recommender`, `updater` and `admission-controller`; without it only ours is measured. `--real` names the
 * version of a real API server, instead of the embedded one; `--only` one of our two; `--runs` how many rounds;
 * `--minutes` how long nothing but passes is measured in each.
 */
export const versusBench: Bench = {
  name: 'versus',
  isLong: true,
  async run({ binaries, real, only, minutes, runs }: BenchOptions = {}): Promise<Figure[]> {
    if (binaries !== undefined) mustHaveAll(binaries);
    const shapes = SHAPES.filter(({ name }) => only === undefined || only === name);
    for (const shape of shapes) await bundled(shape);
    const idleMs = Number(minutes ?? IDLE_MINUTES) * 60_000;
    const world = await (real === undefined ? embeddedWorld() : realWorld(real));
    const { kubeconfig } = world;
    const bySide = new Map<string, Measured[]>(shapes.map(({ name }) => [name, []]));
    const reference: Measured[] = [];
    try {
      for (let round = 0; round < Number(runs ?? ROUNDS); round++) {
        for (const shape of shapes)
          bySide
            .get(shape.name)
            ?.push(
              await roundOf(world, () => startOurs(shape, kubeconfig), idleMs, `${shape.name}-${round}`),
            );
        if (binaries !== undefined)
          reference.push(
            await roundOf(world, () => startReference(binaries, kubeconfig), idleMs, `reference-${round}`),
          );
      }
    } finally {
      await world.stop();
    }
    return [...bySide].flatMap(([side, its]) => figuresOf(side, its, reference));
  },
};
