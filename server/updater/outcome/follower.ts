import type { Clock } from '../../clock';
import type { NodeIndex } from '../../cluster/node-book';
import { NODE_COMES_WITHIN_MS } from '../../cluster/node-supply';
import type { ContainerChange } from '../../contract/plan';
import { errorText } from '../../errors';
import { scopeOf } from '../../features/node-scope/scope';
import { isKubeError, type KubeClient } from '../../kube/client';
import type { EventRecorder } from '../../kube/events';
import { aboutVpa } from '../../kube/object-fault';
import type { Pod } from '../../kube/types';
import type { VerticalPodAutoscaler } from '../../kube/vpa-types';
import type { Logger } from '../../log';
import type { CpuThrottling } from '../../model/throttling';
import type { CompiledVpa } from '../../policy/compiled-vpa';
import { heldAmountsText } from '../../policy/outcome/held-text';
import { type OutcomeState, SETTLED } from '../../policy/outcome/state';
import type { ProblemReporter } from '../../problems';
import { Slices } from '../../slices';
import type { JournalWriter } from '../../store';
import { withTimesInWords } from '../../words/times';
import type { ThrottlingSource } from '../gather/moment';
import type { WorkloadInput } from '../plan/plan-input';
import { allThereIsIn } from './all-there-is';
import { changesBetween, type FormerPods, formerAfter, longestLived, newOnes } from './former-pods';
import { memoryFence } from './memory-fence';
import type { OutcomeMetrics } from './metrics';
import { OutcomeNotes } from './notes';
import { type PodSight, sightOf, withThrottling } from './pod-sight';
import { programPolicy } from './program';
import { type OutcomeStep, type StepSettings, stepped } from './step';
import { type Changing, changing } from './trial';
import { nextLookMs } from './verdict';

interface FollowerParts {
  readonly client: KubeClient;
  readonly clock: Clock;
  readonly log: Logger;
  readonly events: EventRecorder;
  readonly problems: Pick<ProblemReporter, 'report' | 'clear' | 'clearExcept'>;
  readonly recorder: Pick<JournalWriter, 'record'>;
  readonly metrics: OutcomeMetrics;
  readonly throttlingOf: ThrottlingSource;
  readonly settings: {
    readonly outcomeFollowedMs: number;
    readonly heldAfterUndoMs: number;
    readonly spareNeighbours: boolean;
  };
  /** What fits on which node now; undefined if that does not matter. */
  rooms(): NodeIndex | undefined;
  /** Whether nodes come by themselves where pods wait. */
  nodesCome(): boolean;
  /** Whether this process is still the one that acts. */
  mayAct(): boolean;
}

/** What was known of one VPA at the last look. */
interface Looked {
  former: FormerPods | undefined;
  pods: readonly Pod[] | undefined;
  throttling: CpuThrottling | undefined;
  state: OutcomeState;
  nextMs: number;
  /** Whether it was told that the change that is followed runs. */
  isToldRunning: boolean;
}

/** Watched pods are immutable, so each is looked at once. */
const SIGHTS = new WeakMap<Pod, PodSight>();

/**
 * Follows what comes of every change of pods until it is settled, and undoes one that made it worse: what is noted on
 * the VPA holds admission and every updater to the former amounts.
 */
export class OutcomeFollower {
  private readonly notes: OutcomeNotes;
  private readonly looked = new Map<string, Looked>();

  constructor(private readonly parts: FollowerParts) {
    this.notes = new OutcomeNotes(parts.client);
  }

  /** Notes a change before it is made; resolves once the note would survive this process, or cannot be written. */
  async changing(
    workload: WorkloadInput,
    { pod, siblings, changes }: { pod: Pod; siblings: readonly Pod[]; changes: readonly ContainerChange[] },
  ): Promise<void> {
    if (!this.isFollowed(workload)) return;
    const { vpa } = workload;
    const isBegun = this.begin(vpa, { pod: sightIn(pod), pods: this.sightsOf(vpa, siblings), changes });
    if (isBegun) await this.write(vpa);
  }

  /** Looks at what became of changes, after a pass; one that cannot be read costs only itself. */
  async follow(workloads: readonly WorkloadInput[]): Promise<void> {
    const live = new Set<string>();
    const slices = new Slices();
    for (const workload of workloads) {
      if (!this.parts.mayAct()) return;
      if (!this.isFollowed(workload)) continue;
      live.add(keyOf(workload.vpa));
      try {
        this.look(workload);
      } catch (thrown) {
        const { namespace, name } = workload.vpa;
        this.parts.log.error({ err: thrown, namespace, vpa: name }, 'An outcome cannot be followed');
      }
      await this.write(workload.vpa);
      await slices.breathe();
    }
    for (const key of this.looked.keys()) if (!live.has(key)) this.looked.delete(key);
    this.notes.keepOnlyVpas(live);
    this.reportHeld(workloads);
  }

  /** A VPA is no longer held, by whomever. */
  lifted({ metadata }: VerticalPodAutoscaler): void {
    this.parts.problems.clear('undone', aboutVpa(metadata));
  }

  /** VPAs whose pods differ on purpose have no one amount to go back to. */
  private isFollowed({ vpa, portions, portion, overruledBy }: WorkloadInput): boolean {
    const isAlike = !portions && !portion && scopeOf(vpa.vpa) === undefined;
    return (
      this.parts.settings.outcomeFollowedMs > 0 && isAlike && overruledBy === undefined && vpa.mode !== 'Off'
    );
  }

  private begin(vpa: CompiledVpa, made: Changing): boolean {
    const state = this.notes.of(vpa);
    const nowMs = this.parts.clock.now();
    const began = changing(state.trial, { ...made, allThereIs: allThereIsIn(vpa, made.changes) }, nowMs);
    if (began.kind === 'none') return false;
    if (began.kind === 'began') {
      if (state.trial && began.isFormerKept)
        this.tell(vpa, [{ cameOfIt: 'kept', sinceMs: state.trial.sinceMs, untilMs: nowMs - 1 }]);
      this.parts.metrics.followed();
      const known = this.looked.get(keyOf(vpa));
      if (known) known.isToldRunning = false;
    }
    const undone = began.kind === 'began' && began.isFormerKept ? 0 : state.undone;
    this.notes.become(vpa, { ...state, undone, trial: began.trial });
    return began.kind === 'began';
  }

  private look(workload: WorkloadInput): void {
    const { vpa, pods } = workload;
    const key = keyOf(vpa);
    const nowMs = this.parts.clock.now();
    const known = this.looked.get(key) ?? UNKNOWN();
    this.looked.set(key, known);
    if (!this.notes.of(vpa).trial && !this.notes.of(vpa).held) this.findRollout(vpa, known, pods);
    const state = this.notes.of(vpa);
    if (!state.trial) known.former = formerAfter(known.former, pods);
    if (!state.trial && !state.held) return;
    const throttling = this.parts.throttlingOf(vpa.vpa);
    const isSame = known.pods === pods && known.state === state && known.throttling === throttling;
    if (isSame && nowMs < known.nextMs) return;
    const sights = this.sightsOf(vpa, pods);
    const settings = this.settingsAt(nowMs, pods);
    const step = stepped(state, sights, programPolicy(vpa.vpa), settings);
    this.take(vpa, step, known);
    const next = this.notes.of(vpa);
    Object.assign(known, { pods, throttling, state: next, nextMs: nextLookMs(next, sights, settings) });
  }

  /** New pods with requests from us that no action brought, such as those of a rollout, are a change too. */
  private findRollout(vpa: CompiledVpa, { former }: Looked, pods: readonly Pod[]): void {
    const [pod] = former ? readableSights(newOnes(former, pods)) : [];
    if (!former || !pod) return;
    const sights = this.sightsOf(vpa, former.pods);
    const before = longestLived(sights);
    if (before?.program !== pod.program) return;
    const changes = changesBetween(before, pod);
    this.begin(vpa, { pod: before, pods: sights, changes, madeMs: pod.createdMs });
  }

  private sightsOf({ vpa }: CompiledVpa, pods: readonly Pod[]): PodSight[] {
    const throttling = this.parts.throttlingOf(vpa);
    return readableSights(pods).map((sight) => withThrottling(sight, throttling));
  }

  private take(vpa: CompiledVpa, { state, told, released }: OutcomeStep, known: Looked): void {
    const { log, events } = this.parts;
    const about = { namespace: vpa.namespace, vpa: vpa.name };
    this.notes.become(vpa, isSettled(state) ? SETTLED : state);
    const news = told.filter(({ cameOfIt }) => cameOfIt !== 'running' || !known.isToldRunning);
    known.isToldRunning =
      news.some(({ cameOfIt }) => cameOfIt === 'running') || (known.isToldRunning && !!state.trial);
    this.tell(vpa, news);
    if (released) log.info({ ...about, why: released.kind }, 'Former requests are no longer held');
    for (const { held } of news) {
      if (!held) continue;
      const message = heldAmountsText(held);
      log.warn({ ...about, how: held.how, container: held.container }, 'A change was undone');
      events.emit({
        object: vpa.vpa,
        type: 'Warning',
        reason: 'Undone',
        message: `${withTimesInWords(message)}.`,
      });
    }
  }

  private tell({ namespace, name }: CompiledVpa, told: OutcomeStep['told']): void {
    const { recorder, metrics } = this.parts;
    for (const { cameOfIt, sinceMs, untilMs } of told) {
      recorder.record({ kind: 'outcome', atMs: untilMs, sinceMs, namespace, vpa: name, cameOfIt });
      if (cameOfIt !== 'running') metrics.settled(cameOfIt);
    }
  }

  /** What cannot be written now stays in this process, and is tried again after the next pass. */
  private async write(vpa: CompiledVpa): Promise<void> {
    try {
      await this.notes.write(vpa);
    } catch (thrown) {
      if (!isKubeError(thrown)) throw thrown;
      const { namespace, name } = vpa;
      this.parts.log.debug({ err: errorText(thrown), namespace, vpa: name }, 'An outcome could not be noted');
    }
  }

  /** Each VPA that is held at former amounts is a problem. */
  private reportHeld(workloads: readonly WorkloadInput[]): void {
    const { problems, metrics } = this.parts;
    const held = new Set<string>();
    for (const workload of workloads) {
      const outcome = this.isFollowed(workload) ? this.notes.of(workload.vpa).held : undefined;
      if (!outcome) continue;
      const about = aboutVpa(workload.vpa.vpa.metadata);
      held.add(about);
      problems.report('undone', about, heldAmountsText(outcome));
    }
    problems.clearExcept('undone', held);
    metrics.held(held.size);
  }

  private settingsAt(nowMs: number, pods: readonly Pod[]): StepSettings {
    const { outcomeFollowedMs, heldAfterUndoMs, spareNeighbours } = this.parts.settings;
    const settings = {
      nowMs,
      followedMs: outcomeFollowedMs,
      heldMs: heldAfterUndoMs,
      ...(this.parts.nodesCome() && { roomWithinMs: NODE_COMES_WITHIN_MS }),
    };
    if (!spareNeighbours) return settings;
    const fence = (container: string, triedBytes: number) =>
      memoryFence(this.parts.rooms(), pods, { container, triedBytes });
    return { ...settings, fence };
  }
}

const UNKNOWN = (): Looked => ({
  former: undefined,
  pods: undefined,
  throttling: undefined,
  state: SETTLED,
  nextMs: 0,
  isToldRunning: false,
});

function isSettled({ trial, held, undone }: OutcomeState): boolean {
  return !trial && !held && undone === 0;
}

/** A pod that cannot be read is left out, and hides none of the others; the plan reports it. */
function readableSights(pods: readonly Pod[]): PodSight[] {
  return pods.flatMap((pod) => {
    try {
      return [sightIn(pod)];
    } catch {
      return [];
    }
  });
}

function sightIn(pod: Pod): PodSight {
  let sight = SIGHTS.get(pod);
  if (!sight) {
    sight = sightOf(pod);
    SIGHTS.set(pod, sight);
  }
  return sight;
}

function keyOf({ namespace, name }: CompiledVpa): string {
  return `${namespace}/${name}`;
}
