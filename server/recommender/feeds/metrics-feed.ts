import type { ProblemReporter } from '@/server/kube/problems';
import type { ClusterState } from '@/server/model/cluster-state';
import { SAMPLE_REFUSALS, type SampleOutcome } from '@/server/model/cluster-types';
import type { ObjectFault } from '@/server/words/object-fault';
import type { Pod } from '../../objects/types';
import { WHOLE_POD } from '../../objects/whole-pod';
import type { LiveRounds } from '../../usage/live-rounds';
import type { LiveAnswer, LiveSource, LiveWanted, UsageSample } from '../../usage/source';
import type { Faults } from '../faults';
import type { RecommenderMetrics } from '../metrics';
import type { Portions } from './portions';
import { WholePodSums } from './whole-pod-sums';

/** Rejections that indicate a broken metrics pipeline; the others are normal. */
const IS_ABSURD: Record<SampleOutcome, boolean> = {
  accepted: false,
  'not-newer': false,
  'unknown-container': false,
  'zero-memory': false,
  'oom-too-old': false,
  'not-a-number': true,
  negative: true,
  'too-large': true,
  'from-the-future': true,
  'too-long-ago': true,
};

function timeText(ms: number): string {
  return Number.isNaN(ms) ? 'no readable time' : new Date(ms).toISOString();
}

interface MetricsFeedParts {
  source: LiveSource;
  state: ClusterState;
  pods: { get(namespace: string, name: string): Pod | undefined };
  faults: Faults;
  problems: ProblemReporter;
  metrics: RecommenderMetrics;
  /** Leave out the samples of pods that no VPA matches. */
  memorySaver: boolean;
  /** Others who want the samples, of every namespace. */
  rounds: LiveRounds;
  /** Never ask for more than the wanted namespaces. */
  isConfined: boolean;
  portions: Portions;
}

/** What came since the last round ended. */
class Round {
  readonly counts = new Map<SampleOutcome, number>();
  readonly absurd = new Set<string>();
  readonly unreadable: ObjectFault[] = [];
}

/** Adds the samples of a round to the model: those asked for ahead, and the rest. Pods that are gone are skipped. */
export class MetricsFeed {
  private mayAskAll: boolean;
  private round = new Round();

  constructor(private readonly parts: MetricsFeedParts) {
    this.mayAskAll = !parts.isConfined;
  }

  /**
   * Asks the source for what is left of this round, and ends it. If others listen, it asks for every namespace, for as
   * long as that is allowed; the model takes the wanted ones.
   * @returns its status and how many samples of the round counted
   */
  async fetch(wanted: LiveWanted, stopping: AbortSignal): Promise<{ answer: LiveAnswer; accepted: number }> {
    const { portions } = this.parts;
    let answer: LiveAnswer | undefined;
    if (this.asksAll(wanted)) {
      answer = await this.ask({ ...wanted, namespaces: portions.rest() }, wanted.namespaces, stopping);
      this.mayAskAll = answer !== 'forbidden';
    }
    if (!answer || (answer === 'forbidden' && wanted.namespaces))
      answer = await this.ask(wanted, wanted.namespaces, stopping);
    portions.endRound();
    return this.ended(answer);
  }

  /** Asks for the next portion of this round, if the cluster is large enough for portions. */
  async fetchAhead(wanted: LiveWanted, stopping: AbortSignal): Promise<void> {
    const { source, portions } = this.parts;
    if (!source.comesByNamespace || !this.asksAll(wanted)) return;
    const namespaces = portions.next();
    if (namespaces.length === 0) return;
    const answer = await this.ask({ ...wanted, namespaces }, wanted.namespaces, stopping);
    if (answer === 'samples') portions.took(namespaces);
  }

  /** Asks for namespaces that the last round left out; whoever listens to rounds does not hear it. */
  async fetchMore(wanted: LiveWanted, stopping: AbortSignal): Promise<void> {
    await this.ask(wanted, wanted.namespaces, stopping, () => undefined);
  }

  private asksAll({ namespaces }: LiveWanted): boolean {
    return namespaces === undefined || (this.mayAskAll && this.parts.rounds.isHeard);
  }

  private async ask(
    asked: LiveWanted,
    namespaces: readonly string[] | undefined,
    stopping: AbortSignal,
    heard: (sample: UsageSample) => void = (sample) => this.parts.rounds.sample(sample),
  ): Promise<LiveAnswer> {
    const { source } = this.parts;
    const { round } = this;
    const taken = namespaces && new Set(namespaces);
    const sums = new WholePodSums();
    const answer = await source.fetch(
      asked,
      {
        sample: (sample) => {
          heard(sample);
          if (taken?.has(sample.namespace) === false || !this.isWanted(sample)) return;
          this.takeOne(sample, round);
          this.addToSum(sample, sums);
        },
        unreadable: (fault) => round.unreadable.push(fault),
      },
      stopping,
    );
    for (const sum of sums.sums()) this.takeOne(sum, round);
    return answer;
  }

  private ended(answer: LiveAnswer): { answer: LiveAnswer; accepted: number } {
    const { faults, problems, metrics, rounds } = this.parts;
    const { counts, absurd, unreadable } = this.round;
    this.round = new Round();
    if (answer === 'samples') {
      faults.replace('PodMetrics', unreadable);
      problems.clearExcept('sample-absurd', absurd);
    }
    for (const [outcome, count] of counts) metrics.samples.inc({ outcome }, count);
    rounds.ended(answer);
    return { answer, accepted: counts.get('accepted') ?? 0 };
  }

  private isWanted({ namespace, pod: name }: UsageSample): boolean {
    const { state, memorySaver } = this.parts;
    if (!memorySaver) return true;
    const pod = state.pod(namespace, name);
    return pod !== undefined && state.matchesAnyVpa(namespace, pod.labels);
  }

  private addToSum(sample: UsageSample, sums: WholePodSums): void {
    const { state, pods } = this.parts;
    if (!state.pod(sample.namespace, sample.pod)?.containers.includes(WHOLE_POD)) return;
    const pod = pods.get(sample.namespace, sample.pod);
    if (pod) sums.take(pod, sample);
  }

  private takeOne(sample: UsageSample, { counts, absurd }: Round): void {
    const { state } = this.parts;
    const { atMs, cpuMillicores, memoryBytes } = sample;
    const cpu = cpuMillicores === undefined ? undefined : state.addCpuSample(sample, atMs, cpuMillicores);
    const memory = memoryBytes === undefined ? undefined : state.addMemorySample(sample, atMs, memoryBytes);
    for (const outcome of [cpu, memory]) {
      if (outcome === undefined) continue;
      counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
      if (IS_ABSURD[outcome]) this.reportAbsurd(sample, outcome, absurd);
    }
    if (cpu === 'accepted' || memory === 'accepted')
      state.noteUsage(sample, {
        atMs,
        // A measurement fetched again does not count twice, but is still the current usage.
        cpuMillicores: cpu && !IS_ABSURD[cpu] ? cpuMillicores : undefined,
        memoryBytes: memory && !IS_ABSURD[memory] ? memoryBytes : undefined,
      });
  }

  private reportAbsurd(sample: UsageSample, outcome: SampleOutcome, absurd: Set<string>): void {
    if (outcome === 'accepted') return;
    const about = `Pod ${sample.namespace}/${sample.pod}, container ${sample.container}`;
    const facts = `CPU ${sample.cpuMillicores ?? '-'} millicores, memory ${sample.memoryBytes ?? '-'} bytes`;
    absurd.add(about);
    this.parts.problems.report(
      'sample-absurd',
      about,
      `${SAMPLE_REFUSALS[outcome]} (${facts}, ${timeText(sample.atMs)})`,
    );
  }
}
