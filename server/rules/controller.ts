import type { TriedRule } from '../decide/pods/rule-trial';
import { gatesOf } from '../decide/pods/vpa-faults';
import { isKubeError } from '../kube/errors';
import type { LeadingContext } from '../kube/leading-client';
import { fewAtATime } from '../lib/time/few-at-a-time';
import { type Repeating, type RunOutcome, repeat } from '../lib/time/repeat';
import { inSlices } from '../lib/time/slices';
import type { VerticalScalingPolicy } from '../objects/plumbline-types';
import { API_RESOURCES, apiVersionOf } from '../objects/resources';
import type { JournalWriter } from '../store';
import { countOf } from '../words/counts';
import { RulesActuator } from './actuator';
import { Following } from './following';
import { reportRules } from './problems';
import { RuleObjects } from './rule-objects';
import { RulesIndex } from './rules-index';
import type { RulesSettings } from './settings';
import type { RuleStep } from './step';
import type { TemplateSettings } from './template-faults';
import { ruleTrial, triedRule } from './trial';
import type { WorkloadFacts } from './workload-facts';

/** Workloads worked on before policies are told how it stands. */
const BATCH = 200;
const AT_ONCE = 10;
/** Changes are gathered for so long, in real time. */
const GATHER_MS = 100;
/** How often to look again without a change, in real time: whether it leads, and what may be tried again. */
const LOOK_EVERY_MS = 2_000;
/** What the API server refused is tried again after this time; what moved, sooner. Both in real time. */
const REFUSED_AGAIN_MS = 60_000;
const MOVED_AGAIN_MS = 2_000;
/** Owners that could not be read are asked for again after this time, in real time. */
const OWNERS_AGAIN_MS = 5_000;
const BACKOFF = { firstMs: 1_000, longestMs: 30_000 };

const REASONS: Record<RuleStep['kind'], { reason: string; verb: string }> = {
  create: { reason: 'VpasMade', verb: 'Made' },
  patch: { reason: 'VpasChanged', verb: 'Changed' },
  release: { reason: 'VpasReleased', verb: 'Left to their users:' },
  remove: { reason: 'VpasRemoved', verb: 'Removed' },
};

/** Keeps the VPAs of all policies: judges what changed, and acts while it leads. */
export class RulesController {
  readonly rulesIndex: RulesIndex;
  /** Rises with every change of what it shows. */
  revision = 0;
  private readonly template: TemplateSettings;
  private readonly following: Following;
  private readonly actuator: RulesActuator;
  private readonly objects: RuleObjects;
  /** When what did not succeed may be tried again, by the key of the workload; in real time. */
  private readonly againAtMs = new Map<string, number>();
  /** When the owners of a workload that could not be read are asked for again, by its key; in real time. */
  private readonly ownersAtMs = new Map<string, number>();
  private running: Repeating | undefined;
  private cancelWake: (() => void) | undefined;
  /** Policies that are to be told how they stand, and from when on; in real time. */
  private readonly untold = new Map<string, number>();

  constructor(
    private readonly context: LeadingContext<RulesSettings>,
    private readonly parts: {
      recorder: Pick<JournalWriter, 'begin'>;
      /** Whether this process leads, and does not end. */
      mayAct(): boolean;
    },
  ) {
    const { config, caches, client, clock } = context;
    this.template = {
      now: () => clock.now(),
      gates: gatesOf(config),
    };
    this.rulesIndex = new RulesIndex(
      {
        ...config,
        goldilocks: config.goldilocksLabels,
        collectAfterMs: config.rulesCollectAfterMs,
        template: this.template,
      },
      {
        vpasOf: (namespace, key) => caches.vpasByTarget.targetingKey(namespace, key),
        vpaNamed: (namespace, name) => caches.vpas.get(namespace, name),
        isTopmost: (workload) => this.isTopmost(workload),
      },
    );
    this.following = new Following(
      caches,
      this.rulesIndex,
      () => this.wakeSoon(),
      () => {
        this.revision++;
        this.wakeSoon();
      },
      (ref) => context.targets.servedAs(ref),
    );
    this.actuator = new RulesActuator({ client, clock, recorder: parts.recorder });
    this.objects = new RuleObjects({ client, clock, rulesIndex: this.rulesIndex });
  }

  start(): void {
    const { wallClock, loops } = this.context;
    this.following.start();
    this.running = repeat({
      name: 'keep VPAs of policies',
      everyMs: LOOK_EVERY_MS,
      backoff: BACKOFF,
      clock: wallClock,
      wallClock,
      loops,
      run: () => this.run(),
    });
  }

  async stop(): Promise<void> {
    this.cancelWake?.();
    this.following.stop();
    await this.running?.stop();
  }

  /** Whether policies can be read: they are not installed in every cluster. */
  get isInstalled(): boolean {
    return this.context.caches.verticalScalingPolicies.state.kind !== 'absent';
  }

  async trial(object: VerticalScalingPolicy, mostNext: number): Promise<TriedRule> {
    const { caches, clock } = this.context;
    const tried = triedRule(object, clock.now(), this.template);
    this.following.follow(tried.kinds);
    await caches.settled(['namespaces', 'vpas']);
    await this.following.settled(tried.kinds);
    return inSlices(ruleTrial(this.rulesIndex, this.rulesIndex.withKindFaults(tried), mostNext));
  }

  /** Many changes come at once, as at a start. */
  private wakeSoon(): void {
    this.cancelWake ??= this.context.wallClock.after(GATHER_MS, () => {
      this.cancelWake = undefined;
      this.running?.wake();
    });
  }

  private async run(): Promise<RunOutcome> {
    const { caches, clock, problems } = this.context;
    const { rulesIndex } = this;
    this.following.follow(rulesIndex.wantedKinds());
    if (!caches.vpas.seen || !caches.namespaces.seen) return 'done';
    rulesIndex.setKnowsPolicies(caches.verticalScalingPolicies.state.kind === 'synced');
    this.askForOwnersAgain();
    await inSlices(rulesIndex.settling(clock.now()));
    this.noteChanged();
    if (this.parts.mayAct()) {
      try {
        await this.act();
      } catch (thrown) {
        if (!isKubeError(thrown, 'not-leading')) throw thrown;
      }
    }
    reportRules(rulesIndex, this.objects.failures, problems);
    return this.isBusy ? { laterMs: 0 } : 'done';
  }

  private get isBusy(): boolean {
    return this.parts.mayAct() && (!this.rulesIndex.isSettled || this.due().length > 0);
  }

  private async act(): Promise<void> {
    const { rulesIndex, objects } = this;
    await objects.mark();
    const taken: RuleStep[] = [];
    await fewAtATime(
      this.due(),
      async ([key, steps]) => {
        for (const step of steps) if (await this.take(key, step)) taken.push(step);
      },
      { atOnce: AT_ONCE, goesOn: this.parts.mayAct },
    );
    this.emit(taken);
    await inSlices(rulesIndex.settling(this.context.clock.now()));
    this.noteChanged();
    await this.tell();
    await objects.letGo();
  }

  /** Tells policies how they stand; what cannot be written now stays to be told. */
  private async tell(): Promise<void> {
    const nowMs = this.context.wallClock.steady();
    const due = [...this.untold].flatMap(([name, atMs]) => (atMs <= nowMs ? name : []));
    await fewAtATime(due, async (name) => {
      if (await this.objects.tell(name)) this.untold.delete(name);
      else this.untold.set(name, nowMs + REFUSED_AGAIN_MS);
    });
  }

  /** What may be done now, the first of it. */
  private due(): [string, readonly RuleStep[]][] {
    const nowMs = this.context.wallClock.steady();
    for (const [key, atMs] of this.againAtMs) if (atMs <= nowMs) this.againAtMs.delete(key);
    const due: [string, readonly RuleStep[]][] = [];
    for (const [key, steps] of this.rulesIndex.steps) {
      if (this.againAtMs.has(key)) continue;
      due.push([key, steps]);
      if (due.length >= BATCH) break;
    }
    return due;
  }

  /** Whether the step was done. @throws KubeError if the API server does not answer */
  private async take(key: string, step: RuleStep): Promise<boolean> {
    const { rulesIndex, context } = this;
    const outcome = await this.actuator.take(step);
    const nowMs = context.wallClock.steady();
    switch (outcome.kind) {
      case 'done':
        rulesIndex.refused(key, undefined);
        rulesIndex.done(key);
        return true;
      case 'moved':
        this.againAtMs.set(key, nowMs + MOVED_AGAIN_MS);
        rulesIndex.touch(key);
        return false;
      case 'refused':
        this.againAtMs.set(key, nowMs + REFUSED_AGAIN_MS);
        rulesIndex.refused(key, outcome.why);
        return false;
    }
  }

  private noteChanged(): void {
    const changed = this.rulesIndex.tallies.takeChanged();
    if (changed.length > 0) this.revision++;
    for (const name of changed) this.untold.set(name, 0);
  }

  /** One event per policy and kind of change. */
  private emit(taken: readonly RuleStep[]): void {
    const groups = new Map<string, RuleStep[]>();
    for (const step of taken) {
      const key = `${step.kind} ${step.policy}`;
      groups.set(key, [...(groups.get(key) ?? []), step]);
    }
    for (const steps of groups.values()) {
      const [first] = steps;
      const object = first && this.rulesIndex.policies.objectOf(first.policy);
      if (!object) continue;
      const { reason, verb } = REASONS[first.kind];
      const { namespace, name } = first.vpa.metadata;
      const others = steps.length > 1 ? ', among them' : ':';
      this.context.events.emit({
        object: {
          apiVersion: apiVersionOf(API_RESOURCES.verticalScalingPolicies),
          kind: API_RESOURCES.verticalScalingPolicies.kind,
          metadata: object.metadata,
        },
        type: 'Normal',
        reason,
        message: `${verb} ${countOf(steps.length, 'VPA')}${others} ${namespace}/${name}`,
      });
    }
  }

  private askForOwnersAgain(): void {
    const nowMs = this.context.wallClock.steady();
    for (const [key, atMs] of this.ownersAtMs) {
      if (atMs > nowMs) continue;
      this.ownersAtMs.delete(key);
      this.rulesIndex.touch(key);
    }
  }

  private isTopmost(workload: WorkloadFacts): boolean | undefined {
    const { targets } = this.context;
    const found = targets.topmost(workload.namespace, workload.owners);
    if (found.kind === 'pending' || found.kind === 'failed') {
      const again = () => {
        this.ownersAtMs.set(workload.key, this.context.wallClock.steady() + OWNERS_AGAIN_MS);
      };
      targets.resolveTopmost(workload.namespace, workload.owners).then(({ kind }) => {
        if (kind === 'failed') return again();
        this.rulesIndex.touch(workload.key);
        this.wakeSoon();
      }, again);
      return undefined;
    }
    return found.kind !== 'controller';
  }
}
