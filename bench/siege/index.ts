import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import os from 'node:os';
import { type Bench, type BenchOptions, type Figure, quantile } from '../bench';
import { Besieged, VICTIMS, type Victim } from './besieged';
import { type Attempts, PHASES, type Phase } from './crowd';
import { type Seen, settleIn, watched } from './own-requests';

const WARM_UP_MS = 20_000;
const IDLE_MS = 10_000;
const SHORT_MS = 50_000;
/** The crowd gives way to the process under siege and its own clients: it would be on other machines. */
const GIVES_WAY = 5;

async function crowdAround(besieged: Besieged, kubeconfig: string, phase: Phase): Promise<ChildProcess> {
  const ports = [String(besieged.webhookPort), String(besieged.port)];
  const crowd = fork('bin/run.mjs', ['bench/siege/crowd-child.ts', phase, ...ports, kubeconfig], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  await once(crowd, 'message');
  if (crowd.pid !== undefined) os.setPriority(crowd.pid, GIVES_WAY);
  return crowd;
}

async function endOf(child: ChildProcess): Promise<void> {
  child.disconnect();
  if (child.exitCode === null) await once(child, 'exit');
}

function figuresOf(name: string, seen: Seen, idleBytes: number, limitBytes: number): Figure[] {
  const most = Math.max(...seen.rssBytes);
  const limitMb = (limitBytes * 0.8) / 1e6;
  const p99 = (what: string, times: readonly number[]): Figure => ({
    name: `${name}-${what}-p99`,
    value: quantile(times, 0.99),
    unit: 'ms',
    reach: '≤ 100',
    note: `  ${what}: ${times.length} answered, p50 ${quantile(times, 0.5).toFixed(1)} ms`,
  });
  return [
    { name: `${name}-rss`, value: most / 1e6, unit: 'MB', reach: `≤ ${limitMb.toFixed(0)}, 20 % to spare` },
    { name: `${name}-growth`, value: most / idleBytes, unit: 'of idle', reach: '≤ 1.3 under connections' },
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
      name: `${name}-lost`,
      value: seen.lost.length,
      unit: 'requests',
      reach: '0',
      ...(seen.lost.length > 0 && { note: `  lost: ${[...new Set(seen.lost)].slice(0, 5).join('; ')}` }),
    },
  ];
}

async function siegeOf(victim: Victim, kubeconfig: string, ms: number): Promise<Figure[]> {
  const besieged = await Besieged.start(victim, kubeconfig);
  await settleIn(besieged);
  await watched(besieged, victim, WARM_UP_MS);
  const idle = await watched(besieged, victim, IDLE_MS);
  const idleBytes = Math.max(...idle.rssBytes);
  const name = `siege-${victim.name}`;
  const figures = figuresOf(`${name}-idle`, idle, idleBytes, victim.limitBytes);
  const phaseMs = ms / PHASES.length;
  for (const phase of PHASES) {
    console.error(`${name}: ${phase}`);
    const crowd = await crowdAround(besieged, kubeconfig, phase);
    let attempts: Attempts | undefined;
    crowd.on('message', (told: Attempts) => {
      attempts = told;
    });
    const before = await besieged.passes();
    const seen = await watched(besieged, victim, phaseMs);
    const passes = (await besieged.passes()) - before;
    for (const [what, value] of Object.entries(attempts ?? {}))
      figures.push({ name: `${name}-${phase}-crowd`, value, unit: what });
    figures.push(...figuresOf(`${name}-${phase}`, seen, idleBytes, victim.limitBytes));
    if (!victim.roles) {
      const due = Math.floor(Besieged.passesIn(phaseMs));
      figures.push({ name: `${name}-${phase}-passes`, value: passes / due, unit: 'of due', reach: '≥ 0.9' });
    }
    await endOf(crowd);
  }
  await besieged.stop();
  return figures;
}

/**
 * The processes of the manifests while strangers hold a thousand connections with half a body each at both ports, forge
 * reviews, and a tenant crowds the cluster with kinds that are nowhere, with very many objects and with huge ones; then
 * all of it at once. Each process for a minute, or for as many minutes as `--minutes` says. The pages must be built.
 */
export const siegeBench: Bench = {
  name: 'siege',
  isLong: true,
  async run({ minutes, only }: BenchOptions = {}): Promise<Figure[]> {
    const ms = minutes === undefined ? SHORT_MS : Number(minutes) * 60_000;
    const figures: Figure[] = [];
    for (const victim of VICTIMS.filter(({ name }) => only === undefined || name === only)) {
      const cluster = fork('bin/run.mjs', ['bench/siege/cluster-child.ts'], {
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      });
      const [kubeconfig] = (await once(cluster, 'message')) as [string];
      figures.push(...(await siegeOf(victim, kubeconfig, ms)));
      await endOf(cluster);
    }
    return figures;
  },
};
