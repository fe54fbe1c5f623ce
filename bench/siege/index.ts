import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import os from 'node:os';
import { type Bench, type BenchOptions, type Figure, quantile } from '../bench';
import { Besieged } from './besieged';
import { type Attempts, PHASES, type Phase } from './crowd';
import { type Seen, settleIn, watched } from './own-requests';
import { ADMISSION, hasPasses, ONE_POD, type Victim } from './victims';

const WARM_UP_MS = 20_000;
const IDLE_MS = 10_000;
const SHORT_MS = 50_000;
/** The crowd gives way to the process under siege and its own clients: it would be on other machines. */
const GIVES_WAY = 5;

const child = (name: string, ...told: readonly string[]): ChildProcess =>
  fork('bin/run.mjs', [`bench/siege/${name}-child.ts`, ...told], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });

async function crowdAround(besieged: Besieged, kubeconfig: string, phase: Phase): Promise<ChildProcess> {
  const crowd = child('crowd', phase, String(besieged.webhookPort), String(besieged.port), kubeconfig);
  await once(crowd, 'message');
  if (crowd.pid !== undefined) os.setPriority(crowd.pid, GIVES_WAY);
  return crowd;
}

async function endOf(child: ChildProcess): Promise<void> {
  child.disconnect();
  if (child.exitCode === null) await once(child, 'exit');
}

function memoryOf(name: string, victim: Victim, seen: Seen, idle: Seen): Figure[] {
  return victim.processes.flatMap((process) => {
    const most = seen.rssBytes[process.name] ?? 0;
    const limitMb = (process.limitBytes * 0.8) / 1e6;
    const its = victim.processes.length > 1 ? `${name}-${process.name}` : name;
    return [
      { name: `${its}-rss`, value: most / 1e6, unit: 'MB', reach: `≤ ${limitMb.toFixed(0)}, 20 % to spare` },
      {
        name: `${its}-growth`,
        value: most / (idle.rssBytes[process.name] ?? Number.NaN),
        unit: 'of idle',
        reach: '≤ 1.3 under connections',
      },
    ];
  });
}

function figuresOf(name: string, victim: Victim, seen: Seen, idle: Seen): Figure[] {
  const p99 = (what: string, times: readonly number[]): Figure => ({
    name: `${name}-${what}-p99`,
    value: quantile(times, 0.99),
    unit: 'ms',
    reach: '≤ 100',
    note: `  ${what}: ${times.length} answered, p50 ${quantile(times, 0.5).toFixed(1)} ms`,
  });
  return [
    ...memoryOf(name, victim, seen, idle),
    { name: `${name}-cpu`, value: seen.cores, unit: 'cores' },
    p99('review', seen.reviewMs),
    p99('pod', seen.podMs),
    {
      name: `${name}-unreviewed-p99`,
      value: quantile(seen.unreviewedMs, 0.99),
      unit: 'ms',
      note: '  the same pods without a review: what the API server takes by itself on this machine',
    },
    p99('page', seen.pageMs),
    {
      name: `${name}-bystander-p99`,
      value: quantile(seen.bystanderMs, 0.99),
      unit: 'ms',
      note: '  a page of the same work that nobody attacks: what this machine takes by itself',
    },
    {
      name: `${name}-lost`,
      value: seen.lost.length,
      unit: 'requests',
      reach: '0',
      ...(seen.lost.length > 0 && { note: `  lost: ${[...new Set(seen.lost)].slice(0, 5).join('; ')}` }),
    },
  ];
}

async function siegeOf(victim: Victim, kubeconfig: string, bystander: number, ms: number): Promise<Figure[]> {
  const besieged = await Besieged.start(victim, kubeconfig);
  await settleIn(besieged);
  await watched(besieged, victim, bystander, WARM_UP_MS);
  const idle = await watched(besieged, victim, bystander, IDLE_MS);
  const name = `siege-${victim.name}`;
  const figures = figuresOf(`${name}-idle`, victim, idle, idle);
  const phaseMs = ms / PHASES.length;
  for (const phase of PHASES) {
    console.error(`${name}: ${phase}`);
    const crowd = await crowdAround(besieged, kubeconfig, phase);
    let attempts: Attempts | undefined;
    crowd.on('message', (told: Attempts) => {
      attempts = told;
    });
    const before = await besieged.passes();
    const seen = await watched(besieged, victim, bystander, phaseMs);
    const passes = (await besieged.passes()) - before;
    for (const [what, value] of Object.entries(attempts ?? {}))
      figures.push({ name: `${name}-${phase}-crowd`, value, unit: what });
    figures.push(...figuresOf(`${name}-${phase}`, victim, seen, idle));
    if (hasPasses(victim)) {
      const due = Math.floor(Besieged.passesIn(phaseMs));
      figures.push({ name: `${name}-${phase}-passes`, value: passes / due, unit: 'of due', reach: '≥ 0.9' });
    }
    await endOf(crowd);
  }
  await besieged.stop();
  return figures;
}

/**
 * The containers of the manifests while strangers hold a thousand connections with half a body each at both ports, forge
 * reviews, and a tenant crowds the cluster with kinds that are nowhere, with very many objects and with huge ones; then
 * all of it at once. Each process for a minute, or for as many minutes as `--minutes` says. The pages must be built.
 */
export const siegeBench: Bench = {
  name: 'siege',
  isLong: true,
  async run({ minutes, only }: BenchOptions = {}): Promise<Figure[]> {
    const ms = minutes === undefined ? SHORT_MS : Number(minutes) * 60_000;
    const figures: Figure[] = [];
    for (const victim of [ADMISSION, ONE_POD].filter(({ name }) => only === undefined || name === only)) {
      const cluster = child('cluster');
      const [kubeconfig] = (await once(cluster, 'message')) as [string];
      const bystander = child('bystander');
      const [port] = (await once(bystander, 'message')) as [number];
      figures.push(...(await siegeOf(victim, kubeconfig, port, ms)));
      await endOf(bystander);
      await endOf(cluster);
    }
    return figures;
  },
};
