import { asApproved, readUnapproved } from '../../decide/features/approvals/new-pods';
import type { CompiledVpa } from '../../decide/pods/compiled-vpa';
import { LOOP_ANNOTATION, type LoopState, readLoop } from '../../decide/pods/replacements';
import { candidates } from '../../decide/running/candidate';
import {
  afterEviction,
  afterObserving,
  evictedPod,
  freshLoop,
  loopFacts,
  type PodRecommendation,
} from '../../decide/running/loop-state';
import type { LoopFacts, WorkloadInput } from '../../decide/running/plan-input';
import { PodFacts } from '../../decide/running/pod-facts';
import { type KubeClient, MERGE_PATCH } from '../../kube/client';
import { keyOf } from '../../objects/object-key';
import { controllerOf } from '../../objects/owners';
import { API_RESOURCES, pathOf } from '../../objects/resources';
import type { Pod } from '../../objects/types';
import { OwnTexts } from '../own-texts';

interface Tracked {
  readonly key: string;
  state: LoopState;
  facts: LoopFacts;
  /** The annotation's content, as far as this process knows. */
  written: string | undefined;
  readonly texts: OwnTexts;
}

/** Tracks the replacements of evicted pods per VPA, across restarts; what anyone else writes counts from when it is seen. */
export class LoopTracker {
  private readonly tracked = new Map<string, Tracked>();
  /** States not yet fully written to the cluster. */
  private readonly unwritten = new Set<string>();
  /** States of the current VPA objects, to save a lookup by name. */
  private readonly lately = new WeakMap<CompiledVpa, Tracked>();

  constructor(private readonly client: Pick<KubeClient, 'request'>) {}

  /** Checks the present pods if replacements are outstanding, and returns the state. */
  observe(
    vpa: CompiledVpa,
    settings: { nowMs: number; tolerance: number },
    workload: () => Omit<WorkloadInput, 'loop'>,
  ): LoopFacts {
    const tracked = this.trackedOf(vpa);
    const { outstanding, misses } = tracked.state;
    if (outstanding.length > 0 || misses > 0) {
      const seen = workload();
      // Until a pod has a node, nobody knows what its group is to have.
      const pods = seen.nodeValues ? seen.pods.filter(({ spec }) => spec.nodeName) : seen.pods;
      this.become(
        tracked,
        afterObserving(tracked.state, pods, loopRecommendation(withApproved(seen, settings.nowMs)), settings),
      );
    }
    return tracked.facts;
  }

  /** The state as last checked. */
  factsOf(vpa: CompiledVpa): LoopFacts {
    return this.trackedOf(vpa).facts;
  }

  /**
   * Notes an eviction before it is requested; resolves once the note would survive this process.
   * @throws KubeError; `conflict` if the VPA is another one by now
   */
  async evicting(vpa: CompiledVpa, pod: Pod, nowMs: number): Promise<void> {
    const tracked = this.tracked.get(keyOf(vpa));
    if (!tracked) return;
    this.become(
      tracked,
      afterEviction(
        tracked.state,
        controllerOf(pod.metadata.ownerReferences)?.uid ?? '',
        nowMs,
        evictedPod(pod),
      ),
    );
    await this.persist(vpa, tracked);
  }

  /** Removes the note of an eviction that did not happen. */
  notEvicted(vpa: CompiledVpa, nowMs: number): void {
    const tracked = this.tracked.get(keyOf(vpa));
    if (!tracked) return;
    const outstanding = [...tracked.state.outstanding];
    const index = outstanding.findIndex((one) => one.atMs === nowMs);
    if (index >= 0) outstanding.splice(index, 1);
    this.become(tracked, { ...tracked.state, outstanding });
  }

  /** Writes what is not in the cluster yet. @throws KubeError */
  async persist(vpa: CompiledVpa, tracked = this.tracked.get(keyOf(vpa))): Promise<void> {
    if (!tracked) return;
    const text = annotationOf(tracked.state);
    if (text === tracked.written) {
      this.unwritten.delete(keyOf(vpa));
      return;
    }
    tracked.texts.sending(text);
    await this.client.request('PATCH', pathOf(API_RESOURCES.vpas, vpa.namespace, vpa.name), {
      body: { metadata: { uid: vpa.vpa.metadata.uid, annotations: { [LOOP_ANNOTATION]: text ?? null } } },
      contentType: MERGE_PATCH,
    });
    tracked.written = text;
  }

  /** Whether the cluster may lack something about this VPA. */
  isUnwritten(vpa: CompiledVpa): boolean {
    return this.unwritten.has(keyOf(vpa));
  }

  keepOnlyVpas(live: Pick<ReadonlySet<string>, 'has'>): void {
    for (const key of this.tracked.keys()) {
      if (live.has(key)) continue;
      this.tracked.delete(key);
      this.unwritten.delete(key);
    }
  }

  private trackedOf(vpa: CompiledVpa): Tracked {
    const known = this.lately.get(vpa);
    if (known && this.tracked.get(known.key) === known) return known;
    const tracked = this.found(vpa);
    this.lately.set(vpa, tracked);
    return tracked;
  }

  private found(vpa: CompiledVpa): Tracked {
    const { uid = '', generation = 0, annotations } = vpa.vpa.metadata;
    const key = keyOf(vpa);
    const basis = `${uid} ${generation}`;
    const shown = annotations?.[LOOP_ANNOTATION];
    let tracked = this.tracked.get(key);
    if (!tracked?.texts.show(shown)) {
      const state = readLoop(vpa.vpa) ?? freshLoop(basis);
      tracked = { key, state, facts: loopFacts(state), written: shown, texts: new OwnTexts(shown) };
      this.tracked.set(key, tracked);
      if (shown === annotationOf(state)) this.unwritten.delete(key);
      else this.unwritten.add(key);
    }
    if (tracked.state.basis !== basis) this.become(tracked, freshLoop(basis));
    return tracked;
  }

  private become(tracked: Tracked, state: LoopState): void {
    if (tracked.state === state) return;
    tracked.state = state;
    tracked.facts = loopFacts(state);
    this.unwritten.add(tracked.key);
  }
}

/**
 * While all is well, only what the pods evicted last requested is kept: a verified VPA starts over after a restart, with
 * a trial of its own.
 */
function annotationOf(state: LoopState): string | undefined {
  const isWell = state.isVerified || (state.misses === 0 && state.outstanding.length === 0);
  if (!isWell) return JSON.stringify(state);
  const { basis, replaced } = state;
  return replaced.length === 0 ? undefined : JSON.stringify({ ...freshLoop(basis), replaced });
}

/** With what new pods get in place of what is recommended, where that waits for a person. */
function withApproved(workload: Omit<WorkloadInput, 'loop'>, nowMs: number): Omit<WorkloadInput, 'loop'> {
  const { vpa, approvals } = workload;
  if (!approvals) return workload;
  const recommendation = asApproved(vpa.recommendation, approvals, readUnapproved(vpa.vpa), nowMs);
  return { ...workload, vpa: { ...vpa, recommendation } };
}

/** What each pod of a workload should request, per container. */
export function loopRecommendation(workload: Omit<WorkloadInput, 'loop'>) {
  const candidateOf = candidates({ ...workload, loop: loopFacts(freshLoop('')) });
  return (pod: Pod): PodRecommendation => {
    const { facts, recommended } = candidateOf(new PodFacts(pod));
    return new Map(
      facts.containers.flatMap(({ name }, index) => {
        const wanted = recommended[index];
        return wanted ? [[name, wanted] as const] : [];
      }),
    );
  };
}
