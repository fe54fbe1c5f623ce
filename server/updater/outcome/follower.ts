import type { NodeIndex } from '../../decide/places/node-index';
import { NODE_COMES_WITHIN_MS } from '../../decide/places/waits-for-capacity';
import type { CompiledVpa } from '../../decide/pods/compiled-vpa';
import { heldIn, isSettled, type OutcomeState, SETTLED } from '../../decide/pods/outcome/state';
import type { WorkloadInput } from '../../decide/running/plan-input';
import type { ContainerChange } from '../../decide/running/planned';
import type { KubeClient } from '../../kube/client';
import { isKubeError } from '../../kube/client';
import type { ClusterContext } from '../../kube/role-context';
import { ofKey } from '../../lib/memo/of-key';
import { errorText } from '../../lib/report/errors';
import { Slices } from '../../lib/time/slices';
import type { CpuThrottling } from '../../model/throttling';
import { keyOf } from '../../objects/object-key';
import type { Pod } from '../../objects/types';
import type { ThrottlingSource } from '../gather/moment';
import { allThereIsIn } from './all-there-is';
import { type FollowedPart, followedParts, partWith, WITHOUT_PODS } from './followed-parts';
import { changesBetween, type FormerPods, formerAfter, longestLived, newOnes } from './former-pods';
import { memoryFence } from './memory-fence';
import { hasSpaceFor, OutcomeNotes } from './notes';
import type { OutcomePublisher } from './outcome-publisher';
import { programPolicy } from './program';
import { type SeenPod, seenPodOf, withThrottling } from './seen-pod';
import { type OutcomeStep, type StepSettings, stepped } from './step';
import { bounded, type Changing, changing } from './trial';
import { nextLookMs } from './verdict';

interface FollowerParts extends Pick<ClusterContext, 'clock' | 'log'> {
  readonly client: Pick<KubeClient, 'request'>;
  readonly publisher: OutcomePublisher;
  readonly throttlingOf: ThrottlingSource;
  readonly settings: {
    readonly outcomeFollowedMs: number;
    readonly heldAfterUndoMs: number;
    readonly spareNeighbours: boolean;
  };
  /** What fits on which node now; undefined if that does not matter. */
  capacity(): NodeIndex | undefined;
  /** Whether nodes come by themselves where pods wait. */
  nodesCome(): boolean;
  mayAct(): boolean;
}

/** What was known of one part of the pods of a VPA at the last look. */
interface Looked {
  former: FormerPods | undefined;
  seen: Pick<FollowedPart, 'pods' | 'unplaced'> | undefined;
  throttling: CpuThrottling | undefined;
  state: OutcomeState;
  nextMs: number;
  /** Whether it was told that the change that is followed runs. */
  isToldRunning: boolean;
}

/** Watched pods are immutable, so each is looked at once. */
const SEEN = new WeakMap<Pod, SeenPod>();

/**
 * Follows what comes of every change of pods until it is settled, and undoes one that made it worse: what is noted on
 * the VPA holds admission and every updater to the former amounts. Each part of the pods is followed by itself.
 */
export class OutcomeFollower {
  private readonly notes: OutcomeNotes;
  private readonly looked = new Map<string, Looked>();

  constructor(private readonly parts: FollowerParts) {
    this.notes = new OutcomeNotes(parts.client);
  }

  /**
   * Notes a change before it is made; resolves once the note would survive this process, or cannot be written.
   * @returns false if the VPA is gone, or another one by now
   */
  async changing(
    workload: WorkloadInput,
    { pod, planned, changes }: { pod: Pod; planned: WorkloadInput; changes: readonly ContainerChange[] },
  ): Promise<boolean> {
    if (!this.isFollowed(workload)) return true;
    const part = partWith(planned, pod.metadata.uid);
    if (!part) return true;
    const { vpa } = workload;
    const isBegun = this.begin(vpa, part, {
      pod: seenIn(pod),
      pods: this.seenPods(vpa, part.pods),
      changes,
    });
    return !isBegun || this.write(vpa);
  }

  /** Looks at what became of changes, after a pass; one that cannot be read costs only itself. */
  async follow(workloads: readonly WorkloadInput[]): Promise<void> {
    const live = new Set<string>();
    const parts = new Set<string>();
    const slices = new Slices();
    for (const workload of workloads) {
      if (!this.parts.mayAct()) return;
      if (!this.isFollowed(workload)) continue;
      const { vpa } = workload;
      live.add(keyOf(vpa));
      try {
        for (const part of this.partsToFollow(workload)) {
          parts.add(partKey(vpa, part));
          this.look(workload, part);
        }
      } catch (thrown) {
        const { namespace, name } = vpa;
        this.parts.log.error({ err: thrown, namespace, vpa: name }, 'An outcome cannot be followed');
      }
      if (this.notes.isDue(vpa)) await this.write(vpa);
      const pause = slices.breathe();
      if (pause) await pause;
    }
    for (const key of this.looked.keys()) if (!parts.has(key)) this.looked.delete(key);
    this.notes.keepOnlyVpas(live);
    const held = workloads.filter(
      (workload) => this.isFollowed(workload) && heldIn(this.notes.allOf(workload.vpa)).length > 0,
    );
    this.parts.publisher.held(held.length);
  }

  private isFollowed({ vpa, overruledBy }: WorkloadInput): boolean {
    return this.parts.settings.outcomeFollowedMs > 0 && overruledBy === undefined && vpa.mode !== 'Off';
  }

  /** The parts of the pods, and those of which something is noted though they have no pods now. */
  private partsToFollow(workload: WorkloadInput): readonly FollowedPart[] {
    const present = followedParts(workload);
    const { vpa } = workload;
    const noted = this.notes.allOf(vpa);
    if (noted.size === 0) return present;
    const absent = [...noted.keys()].filter((key) => !present.some(({ part }) => part === key));
    if (absent.length === 0) return present;
    return [...present, ...absent.map((part) => ({ part, vpa, ...WITHOUT_PODS }))];
  }

  private begin(vpa: CompiledVpa, { part, vpa: own }: FollowedPart, made: Changing): boolean {
    const state = this.notes.of(vpa, part);
    const nowMs = this.parts.clock.now();
    const began = changing(state.trial, { ...made, allThereIs: allThereIsIn(own, made.changes) }, nowMs);
    if (began.kind === 'none') return false;
    const undone = began.kind === 'began' && began.isFormerKept ? 0 : state.undone;
    const next = { ...state, undone, trial: began.trial };
    if (began.kind === 'began') {
      if (!hasSpaceFor(this.notes.allOf(vpa), part, next)) return false;
      if (state.trial && began.isFormerKept)
        this.parts.publisher.tell(vpa, part, [
          { cameOfIt: 'kept', sinceMs: state.trial.sinceMs, untilMs: nowMs - 1 },
        ]);
      this.parts.publisher.followed();
      const known = this.looked.get(partKey(vpa, { part }));
      if (known) known.isToldRunning = false;
    }
    this.notes.become(vpa, part, next);
    return began.kind === 'began';
  }

  private look(workload: WorkloadInput, followed: FollowedPart): void {
    const { vpa } = workload;
    const { part, pods, unplaced } = followed;
    const key = partKey(vpa, followed);
    const nowMs = this.parts.clock.now();
    const known = ofKey(this.looked, key, UNKNOWN);
    const before = this.notes.of(vpa, part);
    if (!before.trial && !before.held) this.findRollout(vpa, followed, known);
    const noted = this.notes.of(vpa, part);
    const state = withAllThereIs(noted, followed.vpa);
    if (state !== noted) this.notes.become(vpa, part, state);
    if (!state.trial) known.former = formerAfter(known.former, pods, workload.pods);
    if (!state.trial && !state.held) {
      // Of pods that are gone, how often a change was undone tells nothing.
      if (pods.length === 0) this.notes.become(vpa, part, SETTLED);
      return;
    }
    const throttling = this.parts.throttlingOf(vpa.vpa);
    const isSeen = known.seen?.pods === pods && known.seen.unplaced === unplaced;
    const isSame = isSeen && known.state === state && known.throttling === throttling;
    if (isSame && nowMs < known.nextMs) return;
    const seen = [...this.seenPods(vpa, pods), ...this.seenPods(vpa, unplaced)];
    const settings = this.settingsAt(nowMs, pods);
    this.take(vpa, part, stepped(state, seen, programPolicy(vpa.vpa), settings), known);
    const next = this.notes.of(vpa, part);
    const nextMs = nextLookMs(next, seen, settings);
    Object.assign(known, { seen: { pods, unplaced }, throttling, state: next, nextMs });
  }

  /** New pods with requests from us that no action brought, such as those of a rollout, are a change too. */
  private findRollout(vpa: CompiledVpa, part: FollowedPart, { former }: Looked): void {
    const [pod] = former ? readableSeen(newOnes(former, part.pods)) : [];
    if (!former || !pod) return;
    const seen = this.seenPods(vpa, former.pods);
    const before = longestLived(seen);
    if (before?.program !== pod.program) return;
    const changes = changesBetween(before, pod);
    this.begin(vpa, part, { pod: before, pods: seen, changes, madeMs: pod.createdMs });
  }

  private seenPods({ vpa }: CompiledVpa, pods: readonly Pod[]): SeenPod[] {
    const throttling = this.parts.throttlingOf(vpa);
    return readableSeen(pods).map((seenPod) => withThrottling(seenPod, throttling));
  }

  private take(vpa: CompiledVpa, part: string, { state, told, released }: OutcomeStep, known: Looked): void {
    this.notes.become(vpa, part, isSettled(state) ? SETTLED : state);
    const news = told.filter(({ cameOfIt }) => cameOfIt !== 'running' || !known.isToldRunning);
    known.isToldRunning =
      news.some(({ cameOfIt }) => cameOfIt === 'running') || (known.isToldRunning && !!state.trial);
    this.parts.publisher.tell(vpa, part, news);
    if (released) this.parts.publisher.released(vpa, part, released.kind);
  }

  /**
   * What cannot be written now stays in this process, and is tried again after the next pass.
   * @returns false if the VPA is gone, or another one by now
   */
  private async write(vpa: CompiledVpa): Promise<boolean> {
    try {
      await this.notes.write(vpa);
      return true;
    } catch (thrown) {
      if (!isKubeError(thrown)) throw thrown;
      const { namespace, name } = vpa;
      this.parts.log.debug({ err: errorText(thrown), namespace, vpa: name }, 'An outcome could not be noted');
      return !isKubeError(thrown, 'not-found', 'conflict');
    }
  }

  private settingsAt(nowMs: number, pods: readonly Pod[]): StepSettings {
    const { outcomeFollowedMs, heldAfterUndoMs, spareNeighbours } = this.parts.settings;
    const settings = {
      nowMs,
      followedMs: outcomeFollowedMs,
      heldMs: heldAfterUndoMs,
      ...(this.parts.nodesCome() && { capacityWithinMs: NODE_COMES_WITHIN_MS }),
    };
    if (!spareNeighbours) return settings;
    const fence = (container: string, triedBytes: number) =>
      memoryFence(this.parts.capacity(), pods, { container, triedBytes });
    return { ...settings, fence };
  }
}

const UNKNOWN = (): Looked => ({
  former: undefined,
  seen: undefined,
  throttling: undefined,
  state: SETTLED,
  nextMs: 0,
  isToldRunning: false,
});

/** Some time after a change its container may show that it needs more than any node has. */
function withAllThereIs(state: OutcomeState, vpa: CompiledVpa): OutcomeState {
  const { trial } = state;
  if (!trial) return state;
  const open = [...trial.containers].filter(
    ([, { isAllThereIs, to }]) => !isAllThereIs && to.memory !== undefined,
  );
  const targets = open.map(([container]) => ({
    container,
    to: vpa.recommendation?.get(container)?.target ?? {},
  }));
  const found = allThereIsIn(vpa, targets);
  if (found.size === 0) return state;
  return { ...state, trial: { ...trial, containers: bounded(trial.containers, found) } };
}

/** A pod that cannot be read is left out, and hides none of the others; the plan reports it. */
function readableSeen(pods: readonly Pod[]): SeenPod[] {
  return pods.flatMap((pod) => {
    try {
      return [seenIn(pod)];
    } catch {
      return [];
    }
  });
}

function seenIn(pod: Pod): SeenPod {
  return ofKey(SEEN, pod, () => seenPodOf(pod));
}

function partKey(vpa: CompiledVpa, { part }: Pick<FollowedPart, 'part'>): string {
  return `${keyOf(vpa)} ${part}`;
}
