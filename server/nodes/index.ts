import { Gauge, type Registry } from 'prom-client';
import type { NodeView, Publishing } from '../contract/nodes';
import { parametersFrom, percentileParameters } from '../decide/estimators/percentile/parameters';
import { Leadership } from '../kube/leadership';
import { leadingClient } from '../kube/leading-client';
import type { RoleContext } from '../kube/role-context';
import { errorText } from '../lib/report/errors';
import { type RunOutcome, repeat } from '../lib/time/repeat';
import { Slices } from '../lib/time/slices';
import type { Pod } from '../objects/types';
import type { Resource } from '../objects/units';
import type { LiveAnswer } from '../usage/source';
import type { NodesHandle } from './handle';
import { NodePods } from './node-pods';
import { type JudgedNode, NodeUsageIndex, staleAfterMs } from './node-usage-index';
import type { NodesPorts } from './ports';
import { Publisher } from './publishing/publisher';
import { SavedPeaks } from './saved-peaks';
import type { NodesSettings } from './settings';

const MOST_PODS_SHOWN = 20;
/** How soon to try again while the caches are still filling; in real time. */
const BACKOFF = { firstMs: 250, longestMs: 15_000 };

const UNITS: Readonly<Record<Resource, { name: string; words: string; perUnit: number }>> = {
  cpu: { name: 'cpu_cores', words: 'CPU cores', perUnit: 1000 },
  memory: { name: 'memory_bytes', words: 'Bytes of memory', perUnit: 1 },
};

/** What is idle, used and expected on each node now; what is unknown, or on a node that is gone, has no series. */
function nodeMetrics(registry: Registry, nodes: () => Iterable<NodeView>): void {
  for (const resource of ['cpu', 'memory'] as const) {
    const { name, words, perUnit } = UNITS[resource];
    const set = (gauge: Gauge, labels: Record<string, string>, amount: number | undefined) => {
      if (amount !== undefined) gauge.set(labels, amount / perUnit);
    };
    new Gauge({
      name: `plumbline_node_idle_${name}`,
      help: `${words} of a node that are free for batch work, now or for the next hour.`,
      labelNames: ['node', 'horizon'],
      registers: [registry],
      collect() {
        this.reset();
        for (const view of nodes()) {
          set(this, { node: view.name, horizon: 'now' }, view[resource].idleNow);
          set(this, { node: view.name, horizon: 'hour' }, view[resource].idleNextHour);
        }
      },
    });
    new Gauge({
      name: `plumbline_node_used_${name}`,
      help: `${words} that online pods of a node use; those not measured count with their last usage or their request.`,
      labelNames: ['node'],
      registers: [registry],
      collect() {
        this.reset();
        for (const view of nodes()) set(this, { node: view.name }, view[resource].used);
      },
    });
    new Gauge({
      name: `plumbline_node_expected_${name}`,
      help: `${words} that online pods of a node are expected to need in the next hour.`,
      labelNames: ['node'],
      registers: [registry],
      collect() {
        this.reset();
        for (const view of nodes()) set(this, { node: view.name }, view[resource].expected);
      },
    });
  }
}

const LEASE_NAME = 'plumbline-nodes';

/** Publishes what is idle if that is set and this process leads; takes it away if it is not set. */
class IdlePublishing {
  private readonly publisher: Publisher;
  readonly leadership: Leadership;
  private wasLeading = false;

  constructor(private readonly context: RoleContext<NodesSettings>) {
    const { client, problems, clock, config } = context;
    const mayWrite = () => this.leadership.state.kind === 'leading';
    this.publisher = new Publisher({
      client: leadingClient(client, mayWrite, context.log.child({ room: 'nodes' })),
      problems,
      untilMs: clock.now() + staleAfterMs(clock),
      mayWrite,
    });
    this.leadership = new Leadership(context, {
      room: 'nodes',
      name: LEASE_NAME,
      loop: 'lead the publishers of idle resources',
      isElected: config.leaderElect && config.publishIdle,
      tried: (failure) => this.tell(failure),
    });
  }

  get state(): Publishing {
    return this.context.config.publishIdle ? this.leadership.state.kind : 'off';
  }

  async round(nodes: Iterable<JudgedNode>, nowMs: number, signal: AbortSignal): Promise<void> {
    const isLeading = this.state === 'leading';
    if (isLeading && !this.wasLeading) this.publisher.forget();
    this.wasLeading = isLeading;
    if (isLeading) await this.publisher.publish(nodes, nowMs, signal);
    else if (this.state === 'off') await this.publisher.withdraw(this.context.caches.nodes.list(), signal);
  }

  private tell(failure: unknown): void {
    const { problems } = this.context;
    const about = `Lease ${LEASE_NAME}`;
    if (failure === undefined) problems.clear('idle-not-published', about);
    else problems.report('idle-not-published', about, errorText(failure));
  }
}

/** Starts to learn nodes: from every round of samples that the recommender fetches, until stopped. */
export function startNodes(
  context: RoleContext<NodesSettings>,
  { liveRounds, savedPeaks }: NodesPorts,
): NodesHandle {
  const { caches, clock, wallClock, config, loops } = context;
  const pods = new NodePods();
  const staleMs = staleAfterMs(clock);
  const usageIndex = new NodeUsageIndex(pods, percentileParameters.parse(parametersFrom(config)), staleMs);
  const saved = new SavedPeaks(usageIndex.peaks, { store: savedPeaks, clock, wallClock, log: context.log });
  const publishing = new IdlePublishing(context);
  let listed: readonly NodeView[] = [];
  let revision = 0;
  let ended: LiveAnswer | undefined;
  let lastRound = 0;

  const endPods = caches.pods.subscribe({
    added: (pod: Pod) => pods.set(pod),
    updated: (before: Pod, pod: Pod) => pods.set(pod, before),
    deleted: ({ metadata: { namespace = '', name } }: Pod) => pods.remove(namespace, name),
  });
  nodeMetrics(context.metrics, () => listed);

  const loop = repeat({
    name: 'learn nodes',
    everyMs: config.recommenderIntervalMs,
    backoff: BACKOFF,
    clock,
    wallClock,
    loops,
    run: judge,
  });
  const endRounds = liveRounds.subscribe({
    sample: (sample) => {
      const nowMs = clock.now();
      pods.sample(sample, nowMs, nowMs - staleMs);
    },
    ended: (answer) => {
      ended = answer;
      lastRound = pods.round;
      pods.round++;
      loop.wake();
    },
  });
  publishing.leadership.start();

  return {
    list: () => listed,
    get revision() {
      return revision;
    },
    get publishing() {
      return publishing.state;
    },
    detail: (name) => {
      const judged = usageIndex.get(name);
      return (
        judged && {
          ...judged.view,
          steps: { cpu: judged.idle?.cpu.steps ?? [], memory: judged.idle?.memory.steps ?? [] },
          ...usageIndex.heaviest(name, lastRound, MOST_PODS_SHOWN),
          publishing: publishing.state,
        }
      );
    },
    memoryPeakOf: (name) => usageIndex.get(name)?.view.memory.peak,
    podsOn: (name) => pods.on(name),
    stop: async () => {
      endRounds();
      endPods();
      await loop.stop();
      await publishing.leadership.stop();
      await saved.save();
    },
  };

  async function judge(signal: AbortSignal): Promise<RunOutcome> {
    if (!caches.nodes.seen || !caches.pods.seen) return 'retry';
    await saved.restoreOnce();
    const isAnswered = ended === 'samples';
    ended = undefined;
    const nowMs = clock.now();
    const slices = new Slices();
    for (const _ of usageIndex.judge(caches.nodes.list(), { number: lastRound, isAnswered, nowMs })) {
      const pause = slices.breathe();
      if (pause) await pause;
    }
    listed = Array.from(usageIndex.list(), ({ view }) => view);
    revision++;
    await saved.saveInTime();
    await publishing.round(usageIndex.list(), nowMs, signal);
    return 'done';
  }
}
