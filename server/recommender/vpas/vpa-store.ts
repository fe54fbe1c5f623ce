import { signalsFrom } from '@/server/config/signals';
import { controlledSignalsFaults, controlsStorage } from '@/server/decide/pods/controlled-signals';
import { holdsItsPods } from '@/server/decide/pods/controlling-vpa';
import { type FeatureGates, gatesOf } from '@/server/decide/pods/vpa-faults';
import { readVpa } from '@/server/decide/pods/vpa-reading';
import type { ClusterCaches } from '@/server/kube/caches';
import { isKubeError } from '@/server/kube/errors';
import { LineIsFull } from '@/server/kube/fair-line';
import type { ProblemReporter } from '@/server/kube/problems';
import type { TargetResolution, TargetResolver } from '@/server/kube/targets';
import type { WatchCache } from '@/server/kube/watch-cache';
import { errorText } from '@/server/lib/report/errors';
import type { Clock } from '@/server/lib/time/clock';
import type { Slices } from '@/server/lib/time/slices';
import type { ClusterState } from '@/server/model/cluster-state';
import type { VpaInput } from '@/server/model/cluster-types';
import type { Observer } from '@/server/model/observation';
import type { OwnerRef } from '@/server/objects/owners';
import { API_RESOURCES, apiVersionOf } from '@/server/objects/resources';
import { MATCHES_NOTHING } from '@/server/objects/selector';
import { isOnPodGroup, targetOfVpa } from '@/server/objects/target-key';
import type { KubeObject } from '@/server/objects/types';
import { EPHEMERAL_STORAGE } from '@/server/objects/units';
import type { VerticalPodAutoscaler } from '@/server/objects/vpa-types';
import { targetedKindOf, WORKLOAD_KINDS, type WorkloadKind } from '@/server/objects/workload-kinds';
import { aboutVpa } from '@/server/words/object-fault';
import type { ProblemCode } from '@/server/words/problems';
import type { Faults } from '../faults';
import type { Choices } from '../recommend/choices';
import { Leaks } from '../recommend/leaks';
import { Studies } from '../recommend/studies';
import type { RecommenderSettings } from '../settings';
import { historyOverridesOf } from './policy-overrides';
import { detailOfTarget, type FollowedVpa, isServed, type ServedVpa, type TargetState } from './served-vpa';

const TARGET_PROBLEMS = {
  missing: 'target-missing',
  unsupported: 'target-unsupported',
  'not-topmost': 'target-not-topmost',
  failed: 'target-unknown',
} as const satisfies Partial<Record<TargetState['kind'], ProblemCode>>;

type Followed = ServedVpa & FollowedVpa;

type TargetKind = WorkloadKind | 'podGroups';

/** Whose pods it takes, among VPAs that select the same. */
function standingOf(
  vpa: VerticalPodAutoscaler,
  gates: FeatureGates,
): Pick<VpaInput, 'isOnGroup' | 'holdsPods'> {
  const isOnGroup = isOnPodGroup(vpa);
  return { isOnGroup, holdsPods: !isOnGroup && holdsItsPods(readVpa(vpa).compiled, gates) };
}

function observerOf({ leaks, studies }: ServedVpa): Observer | undefined {
  if (!studies?.chosen) return leaks;
  return {
    observe: (container, observation) => {
      leaks?.observe(container, observation);
      studies.observe(container, observation);
    },
  };
}

interface VpaStoreParts {
  config: RecommenderSettings;
  clock: Pick<Clock, 'now'>;
  problems: ProblemReporter;
  faults: Faults;
  caches: ClusterCaches;
  state: ClusterState;
  targets: Pick<TargetResolver, 'knownTarget' | 'resolveTarget'>;
  choices: Pick<Choices, 'of'>;
}

/** The VPAs served, fed by the watch; a target is looked up again only if VPA or target changed. */
export class VpaStore {
  private readonly servedVpas = new Map<string, Followed>();
  /** Those whose target the API server is asked for. */
  private readonly asked = new WeakSet<ServedVpa>();
  /** Made or edited since they were last taken. */
  private stated = new Set<ServedVpa>();
  private toldStated: () => void = () => undefined;
  private readonly endSubscriptions: (() => void)[];

  constructor(private readonly parts: VpaStoreParts) {
    const { caches, faults } = parts;
    this.endSubscriptions = [
      caches.vpas.subscribe(
        faults.guarded('VerticalPodAutoscaler', {
          added: (vpa) => this.learn(vpa),
          updated: (_, vpa) => this.learn(vpa),
          deleted: (vpa) => this.drop(vpa),
        }),
      ),
      ...WORKLOAD_KINDS.map((kind) => this.followTargets(kind, caches[kind], faults)),
      this.followTargets('podGroups', caches.podGroups, faults),
    ];
  }

  private followTargets<T extends KubeObject>(
    kind: TargetKind,
    cache: Pick<WatchCache<T>, 'subscribe'>,
    faults: Faults,
  ): () => void {
    return cache.subscribe(
      faults.guarded<T>(API_RESOURCES[kind].kind, {
        added: (target) => this.targetChanged(kind, target),
        updated: ({ metadata: before }, target) => {
          const { metadata } = target;
          if (
            before.generation !== metadata.generation ||
            before.uid !== metadata.uid ||
            before.ownerReferences?.length !== metadata.ownerReferences?.length
          )
            this.targetChanged(kind, target);
        },
        deleted: (target) => this.targetChanged(kind, target),
      }),
    );
  }

  stop(): void {
    for (const end of this.endSubscriptions) end();
  }

  /** @param listener called whenever a VPA was made, or its spec or its choice of a recommender edited */
  whenStated(listener: () => void): void {
    this.toldStated = listener;
  }

  /** The VPAs that were made or edited since the last call and are still there. */
  takeStated(): ServedVpa[] {
    const taken = this.stated;
    this.stated = new Set();
    return [...taken].filter((served) => this.get(served.namespace, served.name) === served);
  }

  get(namespace: string, name: string): ServedVpa | undefined {
    return this.followed(namespace, name);
  }

  private followed(namespace: string, name: string): Followed | undefined {
    return this.servedVpas.get(`${namespace}/${name}`);
  }

  list(): ServedVpa[] {
    return [...this.servedVpas.values()];
  }

  /**
   * Looks up the targets that may have changed, and updates the model and the problems. Nobody waits for what only the
   * API server can tell: it counts from when it is told.
   * @param servedVpas all by default
   */
  async resolveTargets(
    slices: Slices,
    servedVpas: Iterable<ServedVpa> = this.servedVpas.values(),
  ): Promise<void> {
    const unsettled = [...servedVpas].filter((served) => served.targetIsStale || !this.isFollowed(served));
    for (const served of unsettled) {
      this.guarded(served, () => this.resolve(served));
      await slices.breathe();
    }
  }

  /** A target of a watched kind reports its own changes; any other is looked up in every pass. */
  private isFollowed({ target, vpa }: ServedVpa): boolean {
    if (target.kind !== 'found') return false;
    if (isOnPodGroup(vpa)) return this.parts.caches.podGroups.seen;
    return targetedKindOf(targetOfVpa(vpa)?.kind ?? '') !== undefined;
  }

  /** A VPA whose target cannot be looked up has none. */
  private guarded(served: Followed, work: () => void): void {
    try {
      work();
    } catch (error) {
      const detail = errorText(error);
      served.target = { kind: 'unsupported', detail: `spec.targetRef cannot be read: ${detail}` };
      this.tellProblems(served);
    }
  }

  private resolve(served: Followed): void {
    served.targetIsStale = false;
    const target = targetOfVpa(served.vpa);
    if (!target) {
      this.settle(served, { kind: 'unsupported', detail: 'spec.targetRef names no object' });
      return;
    }
    const known = this.parts.targets.knownTarget(served.namespace, target);
    if (known) this.settle(served, known);
    else this.askFor(served, target);
  }

  private askFor(served: Followed, target: OwnerRef): void {
    if (this.asked.has(served)) return;
    this.asked.add(served);
    void this.parts.targets.resolveTarget(served.namespace, target).then((resolution) => {
      this.asked.delete(served);
      // Once something changed, the next pass asks what is true by then.
      if (served.targetIsStale || this.get(served.namespace, served.name) !== served) return;
      this.guarded(served, () => this.settle(served, resolution));
    });
  }

  private settle(served: Followed, resolution: TargetResolution): void {
    // A failed lookup says nothing new: the previous result stays until one succeeds.
    if (resolution.kind === 'failed') {
      const { error } = resolution;
      served.targetIsStale = true;
      const isAnswered =
        !isKubeError(error, 'unreachable', 'timeout', 'unauthorized') && !(error instanceof LineIsFull);
      if (!isAnswered || served.target.kind !== 'pending') return;
    }
    const before = served.target;
    served.target = resolution;
    if (before.kind !== 'found' || resolution.kind !== 'found' || before.selector !== resolution.selector)
      this.tellModel(served);
    this.tellProblems(served);
  }

  private tellModel(served: ServedVpa): void {
    this.parts.state.setVpa({
      namespace: served.namespace,
      name: served.name,
      selector: served.target.kind === 'found' ? served.target.selector : MATCHES_NOTHING,
      overridesOf: this.parts.config.featurePerVpaConfig ? historyOverridesOf(served.vpa) : undefined,
      observer: observerOf(served),
      ...standingOf(served.vpa, gatesOf(this.parts.config)),
    });
  }

  private tellProblems(served: ServedVpa): void {
    const about = aboutVpa(served);
    for (const [kind, code] of Object.entries(TARGET_PROBLEMS)) {
      if (served.target.kind === kind)
        this.parts.problems.report(code, about, detailOfTarget(served.target, served.vpa));
      else this.parts.problems.clear(code, about);
    }
  }

  /** @throws Error for a VPA that cannot be read at all */
  private learn(vpa: VerticalPodAutoscaler): void {
    if (typeof vpa.spec !== 'object' || vpa.spec === null) throw new TypeError('spec is not an object');
    if (!isServed(vpa, this.parts.config)) {
      this.drop(vpa);
      return;
    }
    const { namespace = '', name, uid } = vpa.metadata;
    const known = this.followed(namespace, name);
    if (known && known.vpa.metadata.uid === uid) {
      const specChanged = known.vpa.metadata.generation !== vpa.metadata.generation;
      known.vpa = vpa;
      const isChosen = this.choose(known);
      if (!specChanged && !isChosen) return;
      known.targetIsStale ||= specChanged;
      this.tellModel(known);
      this.noteStated(known);
      return;
    }
    if (known) this.drop(known.vpa);
    const served: Followed = {
      namespace,
      name,
      vpa,
      target: { kind: 'pending' },
      targetIsStale: true,
      checkpoints: 'unread',
      learnedUntilMs: new Map(),
      studies: new Studies(this.parts.clock),
      leaks: new Leaks(this.parts.config, this.parts.clock),
      past: this.parts.config.prometheusAddress === '' ? 'complete' : 'undecided',
      containers: new Map(),
      liveContainers: new Set(),
      sidecars: new Set(),
      recommendation: undefined,
      visited: false,
      statusWrittenAtMs: 0,
      statusMs: 0,
    };
    this.servedVpas.set(`${namespace}/${name}`, served);
    this.choose(served);
    this.tellModel(served);
    this.noteStated(served);
  }

  private noteStated(served: ServedVpa): void {
    this.stated.add(served);
    this.toldStated();
  }

  /** @returns whether the VPA chose another recommender or other parameters than before */
  private choose(served: ServedVpa): boolean {
    const choice = this.parts.choices.of(served.vpa);
    const about = aboutVpa(served);
    if (choice.faults.length === 0) this.parts.problems.clear('recommender-parameters-invalid', about);
    else this.parts.problems.report('recommender-parameters-invalid', about, choice.faults.join('; '));
    const ofSignals = this.signalFaults(served.vpa);
    if (ofSignals.length === 0) this.parts.problems.clear('controlled-signals-invalid', about);
    else this.parts.problems.report('controlled-signals-invalid', about, ofSignals.join('; '));
    return served.studies?.choose(choice) ?? false;
  }

  private signalFaults(vpa: VerticalPodAutoscaler): string[] {
    const faults = controlledSignalsFaults(vpa);
    if (!controlsStorage(vpa)) return faults;
    const { prometheusAddress } = this.parts.config;
    if (prometheusAddress === '')
      return [
        ...faults,
        `${EPHEMERAL_STORAGE} is learned from Prometheus, and PLUMBLINE_PROMETHEUS_ADDRESS is not set`,
      ];
    const isLearned = signalsFrom(this.parts.config).some(({ name }) => name === EPHEMERAL_STORAGE);
    return isLearned ? faults : [...faults, `PLUMBLINE_SIGNALS_LEFT_OUT leaves ${EPHEMERAL_STORAGE} out`];
  }

  /** The watch brings what was written soon; until then this is the cluster's state. */
  statusWritten({ namespace, name }: ServedVpa, written: VerticalPodAutoscaler): void {
    const served = this.followed(namespace, name);
    if (!served || written.metadata.uid !== served.vpa.metadata.uid) return;
    const { resourceVersion } = written.metadata;
    served.vpa = {
      ...served.vpa,
      metadata: { ...served.vpa.metadata, resourceVersion },
      status: written.status,
    };
  }

  private drop({ metadata: { namespace = '', name } }: VerticalPodAutoscaler): void {
    const served = this.get(namespace, name);
    if (!served) return;
    this.servedVpas.delete(`${namespace}/${name}`);
    this.parts.state.deleteVpa(namespace, name);
    const codes = [
      ...Object.values(TARGET_PROBLEMS),
      'policy-invalid',
      'status-not-written',
      'recommender-parameters-invalid',
      'controlled-signals-invalid',
      'scope-invalid',
      'groups-not-written',
    ] as const;
    for (const code of codes) this.parts.problems.clear(code, aboutVpa(served));
  }

  private targetChanged(kindName: TargetKind, { metadata: { namespace = '', name } }: KubeObject): void {
    const { kind } = API_RESOURCES[kindName];
    const target = { apiVersion: apiVersionOf(API_RESOURCES[kindName]), kind, namespace, name };
    for (const { metadata } of this.parts.caches.vpasByTarget.targeting(target)) {
      const served = this.followed(namespace, metadata.name);
      if (served) served.targetIsStale = true;
    }
  }
}
