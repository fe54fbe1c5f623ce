import type {
  EffectView,
  HpaEffectView,
  RecommendersView,
  ResumeView,
  RevertView,
  StopsView,
} from '../contract/operations';
import type { DecisionRequest, DecisionsView } from '../contract/requests/decision';
import type { DismissalRequest, RestoreRequest } from '../contract/requests/dismissal';
import type { HpaEdit } from '../contract/requests/hpa-edit';
import type { PolicyEdit } from '../contract/requests/policy-edit';
import { clusterParameters, recommenderNamed } from '../decide/estimators/recommenders';
import { offered } from '../decide/features/recommender/offered';
import { liftedFrom, type StopScope } from '../decide/pods/stop';
import type { EstimationSettings } from '../decide/settings';
import type { Author } from '../kube/identity';
import type { RoleContext } from '../kube/role-context';
import { inSlices } from '../lib/time/slices';
import { applyNow } from './apply-now';
import { Deciding } from './approvals/deciding';
import { DecisionWatch } from './approvals/decision-watch';
import { Bulk } from './bulk/bulk';
import { type DismissalSaid, dismiss, restore } from './dismissing';
import type { OperationsHandle } from './handle';
import { watchHeld } from './held-watch';
import { HpaSaving } from './hpa-edit/hpa-saving';
import { PolicyAuthors } from './policy-authors';
import { PolicySaving } from './policy-edit/saving';
import { PolicyWatch } from './policy-watch';
import type { OperationsPorts } from './ports';
import { PriceKeeper } from './prices/price-keeper';
import { Reverting } from './reverting';
import { RuleSaving } from './rule/saving';
import type { OperationsSettings } from './settings';
import { Stops } from './stops';
import { resuming } from './stops/resuming';
import { tryAgain } from './try-again';

export type { HpaEdit } from '../contract/requests/hpa-edit';
export type { PolicyEdit } from '../contract/requests/policy-edit';
export type { RuleEdit } from '../contract/requests/rule-edit';
export type { OperationsHandle } from './handle';
export type {
  HpaTrial,
  OperationsPorts,
  PodOutlook,
  PodPlanner,
  PodReverter,
  RuleTrial,
} from './ports';
export type { Stops } from './stops';

/** The recommenders that VPAs can choose here, with their parameters as a form shows them. */
function offeredRecommenders(config: EstimationSettings): RecommendersView {
  return {
    recommenders: offered(config).map(({ name, toChoose }) => {
      const { help, patience, fields } = recommenderNamed(name);
      return { name: toChoose, help, patience, fields: fields(config, clusterParameters(config, name)) };
    }),
  };
}

/** What people do in this process: stops, policy edits, reverts, and who did it. */
export class Operations implements OperationsHandle {
  readonly authors = new PolicyAuthors();
  private readonly policies: PolicyWatch;
  private readonly saving: PolicySaving;
  private readonly hpas: HpaSaving;
  readonly scalingPolicies: RuleSaving;
  readonly bulk: Bulk;
  readonly prices: PriceKeeper;
  private readonly reverting: Reverting;
  private readonly deciding: Deciding;
  private readonly decisions: DecisionWatch;
  private readonly endHeldWatch: () => void;
  private offered: RecommendersView | undefined;

  /** @param held the stops of this process, which end with it */
  constructor(
    private readonly context: RoleContext<OperationsSettings>,
    private readonly ports: OperationsPorts,
    readonly held: Stops,
  ) {
    this.policies = new PolicyWatch({
      vpas: context.caches.vpas,
      clock: context.clock,
      wallClock: context.wallClock,
      recorder: ports.store,
      authorOf: (vpa) => this.authors.of(vpa) ?? ports.authorsTold?.().then(() => this.authors.of(vpa)),
      own: context.client.own,
      stops: () => held.keeper.state,
      served: context.config,
      isLeading: () => ports.recordsForAll?.() ?? false,
    });
    this.policies.start();
    this.endHeldWatch = watchHeld({
      vpas: context.caches.vpas,
      problems: context.problems,
      served: context.config,
    });
    const stops = () => held.keeper.state;
    this.saving = new PolicySaving(context, ports, {
      policies: this.policies,
      authors: this.authors,
      stops,
    });
    this.hpas = new HpaSaving(context, ports);
    this.prices = new PriceKeeper(context, ports);
    this.prices.start({ takesOver: held.enforces });
    const { saving, policies, authors } = this;
    this.bulk = new Bulk(context, ports, { saving, policies, authors, stops });
    this.decisions = new DecisionWatch({
      approvals: context.caches.changeApprovals,
      vpas: context.caches.vpas,
      clock: context.clock,
      log: context.log,
      events: context.events,
      recorder: ports.store,
      isLeading: () => ports.recordsForAll?.() ?? false,
    });
    this.decisions.start();
    this.deciding = new Deciding(context, ports, this.decisions);
    this.scalingPolicies = new RuleSaving(context, ports, this.saving);
    this.reverting = new Reverting(context, ports, held.keeper);
  }

  stops(): StopsView {
    return this.held.stops();
  }

  press(scope: StopScope, who: string, reason?: string): Promise<StopsView> {
    return this.held.press(scope, who, reason);
  }

  resume(scope: StopScope, who: string): Promise<StopsView> {
    return this.held.resume(scope, who);
  }

  async resumeEffect(scope: StopScope): Promise<ResumeView> {
    const { caches } = this.context;
    const { state } = this.held.keeper;
    const lifted = liftedFrom(state, scope);
    const vpas = caches.vpas.list(scope.kind === 'all' ? undefined : scope.namespace);
    const effect = await inSlices(resuming(vpas, scope, { now: state, lifted }));
    const next = effect.vpas > 0 ? await this.ports.planner?.()?.onceStopsAre(lifted) : undefined;
    return { ...effect, ...next };
  }

  preview(namespace: string, name: string, edit: PolicyEdit, author?: Author): Promise<EffectView> {
    return this.saving.preview(namespace, name, edit, author);
  }

  save(namespace: string, name: string, edit: PolicyEdit, author: Author): Promise<EffectView> {
    return this.saving.save(namespace, name, edit, author);
  }

  previewHpa(namespace: string, name: string, edit: HpaEdit): Promise<HpaEffectView> {
    return this.hpas.preview(namespace, name, edit);
  }

  saveHpa(namespace: string, name: string, edit: HpaEdit, author: Author): Promise<HpaEffectView> {
    return this.hpas.save(namespace, name, edit, author);
  }

  decide(request: DecisionRequest, author: Author): Promise<DecisionsView> {
    return this.deciding.decide(request, author);
  }

  dismiss(request: DismissalRequest, said: { who: string; sentence: string }): Promise<DismissalSaid> {
    return dismiss({ store: this.ports.store, clock: this.context.clock }, request, said);
  }

  restore(request: RestoreRequest, said: { who: string; sentence: string }): Promise<DismissalSaid> {
    return restore({ store: this.ports.store, clock: this.context.clock }, request, said);
  }

  tryAgain(namespace: string, name: string, author: Author): Promise<{ untilMs: number }> {
    return tryAgain(this.context, this.ports, { namespace, name }, author);
  }

  applyNow(namespace: string, name: string, author: Author): Promise<{ untilMs: number }> {
    return applyNow(this.context, this.ports, { namespace, name }, author);
  }

  recommenders(): RecommendersView {
    this.offered ??= offeredRecommenders(this.context.config);
    return this.offered;
  }

  authorOf(namespace: string, name: string): string | undefined {
    const vpa = this.context.caches.vpas.get(namespace, name);
    return vpa && this.authors.describe(vpa);
  }

  revertEffect(scope: StopScope): Promise<RevertView> {
    return this.reverting.preview(scope);
  }

  revert(scope: StopScope, who: string): Promise<{ reverted: number; failed: number }> {
    return this.reverting.revert(scope, who);
  }

  async stop(): Promise<void> {
    this.endHeldWatch();
    this.policies.stop();
    this.decisions.stop();
    await this.prices.stop();
    await this.held.stop();
  }
}

/** Starts operations; with `enforce`, this process sets modes in the cluster according to the stops. */
export function startOperations(
  context: RoleContext<OperationsSettings>,
  ports: OperationsPorts,
  { enforce }: { enforce: boolean },
): Operations {
  return new Operations(context, ports, new Stops(context, ports.store, { enforce }));
}
