import { isDeepStrictEqual } from 'node:util';
import { hiddenLoads } from '../decide/replicas/hidden-load';
import type { HpaTrialView } from '../decide/replicas/judgement';
import { pastTrial } from '../decide/replicas/past-trial';
import { SelectedPods } from '../decide/replicas/selected-pods';
import { reachOf } from '../decide/replicas/settling';
import { isUndecided } from '../decide/replicas/sync';
import { isKubeError } from '../kube/errors';
import { Leadership } from '../kube/leadership';
import { leadingClient } from '../kube/leading-client';
import type { RoleContext } from '../kube/role-context';
import { errorText } from '../lib/report/errors';
import { fewAtATime } from '../lib/time/few-at-a-time';
import { type Repeating, type RunOutcome, repeat } from '../lib/time/repeat';
import { Slices } from '../lib/time/slices';
import { keyOf } from '../objects/object-key';
import { targetOfHpa } from '../objects/target-key';
import type { HorizontalPodAutoscaler } from '../objects/types';
import type { JournalWriter } from '../store';
import { hiddenLoadText } from '../words/hidden-load';
import { nextClaim, writesStatus } from './claim';
import { FoundProblems } from './found-problems';
import { hiddenSince, lastingOf } from './hidden-since';
import { HpaEvaluator } from './hpa-evaluator';
import { HPA_KINDS } from './kinds';
import { controllersAnswer, KnownHpa } from './known-hpa';
import { hasLasted, outOfReachSince, outOfReachText } from './out-of-reach';
import { PodUsageReader, type PodUsages } from './pod-usages';
import { neededReadings } from './readings';
import { ScaleActuator } from './scale-actuator';
import { ScalingAudit } from './scaling-audit';
import { evaluationSettings, type HpaSettings } from './settings';
import { HpaSharing } from './sharing';
import { SyncReading } from './sync-reading';
import { ScaledTargets } from './targets';
import { type ScaleTrial, trialOf } from './trial';

export const HPA_LEASE_NAME = 'plumbline-horizontal';

/** A difference is told after so many syncs. */
const DIFFERENT_SYNCS = 4;
/** Points of the history of all HPAs together, and of one of them. */
const MOST_POINTS = 300_000;
const MOST_POINTS_EACH = 480;
/** Of one HPA; each costs requests, and a place in every point of its history. */
const MOST_METRICS = 100;
const FAILED_BACKOFF = { firstMs: 1_000, longestMs: 60_000 };

export interface HpaParts {
  recorder: Pick<JournalWriter, 'record'>;
  isStopped(namespace: string, name: string): boolean;
  /** Where the use of pods is read, if not from the metrics API. */
  usages?: Pick<PodUsageReader, 'read'>;
}

/** Evaluates every HPA, sync after sync, and scales by those that are Plumbline's. */
export class HpaController {
  readonly known = new Map<string, KnownHpa>();
  readonly evaluator: HpaEvaluator;
  readonly leadership: Leadership;
  revision = 0;
  lastSyncMs: number | undefined;
  private readonly pods = new SelectedPods();
  private readonly sharing = new HpaSharing();
  private readonly targets: ScaledTargets;
  private readonly reading: SyncReading;
  private readonly actuator: ScaleActuator;
  private readonly audit: ScalingAudit;
  private readonly stopping = new AbortController();
  private endFollowing = (): void => {};
  private running: Repeating | undefined;
  private readonly found: FoundProblems;

  constructor(
    private readonly context: RoleContext<HpaSettings>,
    private readonly parts: HpaParts,
  ) {
    const { config, client, clock, wallClock, caches, events } = context;
    const settings = evaluationSettings(config);
    this.found = new FoundProblems(context.problems);
    this.audit = new ScalingAudit(parts.recorder);
    this.evaluator = new HpaEvaluator(this.pods, settings);
    this.targets = new ScaledTargets(caches, context.targets);
    this.reading = new SyncReading({
      targets: this.targets,
      usages: parts.usages ?? new PodUsageReader(client, wallClock),
      client,
      config,
      clock,
      wallClock,
    });
    const log = context.log.child({ room: 'hpa' });
    this.actuator = new ScaleActuator({
      client: leadingClient(client, () => this.mayAct, log),
      clock,
      events,
      settings,
    });
    this.leadership = new Leadership(context, {
      room: 'hpa',
      name: HPA_LEASE_NAME,
      loop: 'lead the HPAs',
      isElected: true,
      isNeeded: () => caches.horizontalPodAutoscalers.size > 0,
    });
  }

  /** Follows the cluster; resolves once its state is known. */
  async follow(): Promise<void> {
    const { caches } = this.context;
    caches.start(HPA_KINDS);
    await caches.settled(HPA_KINDS);
    const ends = [
      caches.pods.subscribe({
        added: (pod) => this.pods.put(pod),
        updated: (_former, pod) => this.pods.put(pod),
        deleted: (pod) => this.pods.remove(pod),
      }),
      caches.horizontalPodAutoscalers.subscribe({
        added: () => this.leadership.wake(),
        updated: (former, hpa) => {
          if (!isDeepStrictEqual(former.spec, hpa.spec)) this.revision++;
        },
      }),
    ];
    this.endFollowing = () => {
      for (const end of ends) end();
    };
    this.leadership.wake();
  }

  start(): void {
    this.leadership.start();
    void this.follow().then(() => this.begin());
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    this.endFollowing();
    await this.running?.stop();
    await this.leadership.stop();
    await this.reading.close();
  }

  /** What an HPA would say with other rules; undefined if it is unknown, or has nothing to scale. */
  async trial(
    namespace: string,
    name: string,
    spec: HorizontalPodAutoscaler['spec'],
  ): Promise<(ScaleTrial & Pick<HpaTrialView, 'past'>) | undefined> {
    const known = this.known.get(`${namespace}/${name}`);
    const { reading, evaluator } = this;
    const { clock } = this.context;
    if (!known) return undefined;
    const { hpa, history, metricsSinceMs } = known;
    const { settings } = evaluator;
    const trial = await trialOf(known, spec, { ...reading.sources, clock, settings });
    const points = history.points().filter(({ atMs }) => atMs >= metricsSinceMs);
    return trial && { ...trial, past: pastTrial(points, [hpa.spec, spec], settings) };
  }

  /** As it is now; as of the last sync if it is gone, or another one. */
  hpaOf({ hpa }: KnownHpa): HorizontalPodAutoscaler {
    const { namespace = '', name, uid } = hpa.metadata;
    const now = this.context.caches.horizontalPodAutoscalers.get(namespace, name);
    return now && now.metadata.uid === uid ? now : hpa;
  }

  private begin(): void {
    if (this.stopping.signal.aborted) return;
    const { clock, wallClock, config, loops, caches } = this.context;
    this.running = repeat({
      name: 'scale horizontally',
      everyMs: config.hpaIntervalMs,
      backoff: FAILED_BACKOFF,
      clock,
      wallClock,
      loops,
      run: async (signal): Promise<RunOutcome> => {
        if (!caches.horizontalPodAutoscalers.seen || !caches.pods.seen) return 'retry';
        await this.sync(signal);
        return 'done';
      },
    });
  }

  /** One sync of every HPA: reads, evaluates, then acts by those that are Plumbline's. */
  async sync(stopping?: AbortSignal): Promise<void> {
    const startedMs = this.context.clock.now();
    // After a clock was set back, what was noted before would seem to lie ahead for as long.
    if (startedMs < (this.lastSyncMs ?? startedMs))
      for (const key of [...this.known.keys()]) this.forget(key);
    const all = this.current(startedMs);
    const usages = await this.reading.read(all, stopping);
    for (const known of all) this.guarded(known, () => this.evaluator.noteSelector(known));
    await this.evaluateAll(all, usages);
    await this.act(all);
    this.found.report();
    this.lastSyncMs = startedMs;
    this.revision++;
  }

  /** Every HPA there is now, each with what is known of it. */
  private current(nowMs: number): KnownHpa[] {
    const gone = new Set(this.known.keys());
    const all: KnownHpa[] = [];
    for (const hpa of this.context.caches.horizontalPodAutoscalers.list()) {
      const key = keyOf(hpa.metadata);
      gone.delete(key);
      let known = this.known.get(key);
      if (known?.hpa.metadata.uid !== hpa.metadata.uid) known = undefined;
      known ??= new KnownHpa(hpa, nowMs);
      this.known.set(key, known);
      this.guarded(known, () => this.renew(known, hpa, nowMs)) && all.push(known);
    }
    for (const key of gone) this.forget(key);
    this.openNamespaces(all);
    return all;
  }

  private renew(known: KnownHpa, hpa: HorizontalPodAutoscaler, nowMs: number): void {
    const { config, caches } = this.context;
    if (!isDeepStrictEqual(known.hpa.spec.metrics, hpa.spec.metrics)) known.metricsSinceMs = nowMs;
    known.hpa = hpa;
    const metrics = hpa.spec.metrics?.length ?? 0;
    if (metrics > MOST_METRICS)
      throw new Error(`spec.metrics has ${metrics} metrics, and no more than ${MOST_METRICS} are evaluated`);
    known.claim = nextClaim(known.claim, {
      hpa,
      isOn: config.hpaController,
      isLeading: this.mayAct,
      written: known.written,
      takeoverMs: config.hpaTakeoverMs,
      nowMs,
    });
    if (!writesStatus(known.claim)) known.written = undefined;
    const ref = targetOfHpa(hpa);
    const onTarget = ref ? caches.hpasByTarget.targeting(ref) : [];
    known.sharedBy = onTarget.length > 1 ? this.sharing.namesOf(onTarget) : [];
    known.target = this.targets.known(hpa);
    known.needs = neededReadings(hpa.spec);
  }

  /** Pods are kept of namespaces with HPAs alone. */
  private openNamespaces(all: readonly KnownHpa[]): void {
    const wanted = new Set(all.map(({ hpa }) => hpa.metadata.namespace ?? ''));
    for (const namespace of this.pods.opened) if (!wanted.has(namespace)) this.pods.close(namespace);
    for (const namespace of wanted) this.pods.open(namespace, () => this.context.caches.pods.list(namespace));
  }

  private forget(key: string): void {
    const { namespace = '', name } = this.known.get(key)?.hpa.metadata ?? { name: '' };
    this.known.delete(key);
    this.pods.scales(namespace, name, undefined);
  }

  private async evaluateAll(all: readonly KnownHpa[], usages: PodUsages): Promise<void> {
    const slices = new Slices();
    const most = Math.min(MOST_POINTS_EACH, Math.floor(MOST_POINTS / Math.max(1, all.length)));
    for (const known of all) {
      const nowMs = this.context.clock.now();
      this.guarded(known, () => this.evaluateOne(known, usages, nowMs, Math.max(8, most)));
      const pause = slices.breathe();
      if (pause) await pause;
    }
  }

  private evaluateOne(known: KnownHpa, usages: PodUsages, nowMs: number, mostPoints: number): void {
    const { target, awaited } = known;
    if (target?.kind !== 'scale') {
      known.hidden = [];
      known.outOfReach = undefined;
      known.sync = {
        kind: 'no-scale',
        error: target?.kind === 'no-scale' ? target.error : 'it was not read',
      };
      return;
    }
    const isBehind = awaited && target.specReplicas === awaited.from && nowMs < awaited.untilMs;
    if (isBehind) return;
    known.awaited = undefined;
    const reason = known.evaluation?.reason ?? '';
    const seen = this.evaluator.evaluate(known, target, usages, nowMs);
    if (seen && this.mayAct) this.audit.seen(known, seen, reason, nowMs);
    this.lookBeyond(known, nowMs);
    this.compare(known, nowMs);
    if (known.sharedBy.length > 0)
      this.found.note(
        'hpa-target-shared',
        known,
        `${known.sharedBy.join(', ')} scale ${known.hpa.spec.scaleTargetRef.kind} ${known.hpa.spec.scaleTargetRef.name}`,
      );
    this.lookBehind(known, usages, nowMs);
    if (known.claim.kind === 'contested')
      this.found.note('hpa-contested', known, `${known.claim.by} writes its status`);
    const point = known.point(nowMs);
    if (point) known.history.add(point, mostPoints);
  }

  /** Notes which containers are full while the HPA sees nothing of it. */
  private lookBehind(known: KnownHpa, usages: PodUsages, nowMs: number): void {
    const { hpa, evaluation, selected, hidden } = known;
    const usage = usages.of(hpa.metadata.namespace ?? '');
    const isKnown = evaluation && selected?.kind === 'pods' && !('error' in usage);
    const loads = isKnown ? hiddenLoads(hpa, evaluation, selected.pods, usage) : [];
    known.hidden = hiddenSince(hidden, loads, nowMs);
    const lasting = lastingOf(known.hidden, nowMs).map(({ load }) => hiddenLoadText(load));
    if (lasting.length > 0) this.found.note('hpa-sees-no-container', known, lasting.join(' '));
  }

  /** Notes what the HPA cannot do by itself, once that has lasted. */
  private lookBeyond(known: KnownHpa, nowMs: number): void {
    const { evaluation, hpa } = known;
    known.outOfReach = outOfReachSince(known.outOfReach, evaluation, nowMs);
    const { outOfReach } = known;
    if (evaluation && outOfReach && hasLasted(outOfReach, nowMs))
      this.found.note(outOfReach.code, known, outOfReachText(outOfReach.code, hpa, evaluation));
  }

  /** Notes whether the controller of the cluster asks for something else, once Plumbline's windows are full. */
  private compare(known: KnownHpa, nowMs: number): void {
    const { hpa, evaluation, claim, firstMs } = known;
    const answer = controllersAnswer(hpa);
    const { recommendationsMs } = reachOf(hpa.spec.behavior, this.evaluator.settings);
    const isComparable =
      evaluation && answer !== undefined && !writesStatus(claim) && nowMs - firstMs >= recommendationsMs;
    if (!isComparable || isUndecided(evaluation) || answer === evaluation.desiredReplicas) {
      known.differsSinceMs = undefined;
      return;
    }
    known.differsSinceMs ??= nowMs;
    if (nowMs - known.differsSinceMs >= DIFFERENT_SYNCS * this.context.config.hpaIntervalMs)
      this.found.note(
        'hpa-differs',
        known,
        `the controller asks for ${answer} replicas, Plumbline for ${evaluation.desiredReplicas}`,
      );
  }

  private async act(all: readonly KnownHpa[]): Promise<void> {
    await fewAtATime(all, async (known) => {
      if (!writesStatus(known.claim) || known.awaited || !this.mayAct) return;
      try {
        await this.actOne(known);
      } catch (error) {
        // Another write came first, another process leads, or it is gone: the next sync sees what became of it.
        if (!isKubeError(error, 'conflict', 'not-found', 'not-leading'))
          this.found.note('hpa-not-written', known, errorText(error));
      }
    });
  }

  private async actOne(known: KnownHpa): Promise<void> {
    const { evaluation, hpa, claim, sharedBy } = known;
    const { namespace = '', name } = hpa.metadata;
    const mayScale = () => this.mayAct && this.isUpToDate && !this.parts.isStopped(namespace, name);
    const isOurs = claim.kind === 'held' && sharedBy.length === 0;
    const scaled = isOurs && mayScale() ? await this.actuator.scale(known, mayScale) : undefined;
    if (evaluation && scaled) {
      known.sync = { kind: 'evaluated', evaluation, scaled };
      const { currentReplicas: from, desiredReplicas: to } = evaluation;
      const nowMs = this.context.clock.now();
      if ('to' in scaled) this.evaluator.noteScaling(known, to, nowMs);
      this.audit.own(known, { from, to }, scaled, nowMs);
    }
    await this.actuator.report(known);
  }

  /** Whether the caches follow the cluster: what is decided on old state is not done. */
  private get isUpToDate(): boolean {
    const { caches } = this.context;
    return HPA_KINDS.every((kind) => {
      const { state } = caches[kind];
      return state.kind !== 'failing' && state.kind !== 'listing';
    });
  }

  private get mayAct(): boolean {
    return !this.stopping.signal.aborted && this.leadership.state.kind === 'leading';
  }

  /** One HPA that cannot be read costs only itself; what was found before no longer counts. */
  private guarded(known: KnownHpa, work: () => void): boolean {
    try {
      work();
      return true;
    } catch (error) {
      known.sync = undefined;
      this.found.note('object-unusable', known, errorText(error));
      return false;
    }
  }
}
