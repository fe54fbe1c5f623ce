import type { EffectView, RecommendersView, ResumeView } from '../contract/operations';
import type { DismissalRequest, RestoreRequest } from '../contract/requests/dismissal';
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
import { HpaSaving } from './hpa-edit/hpa-saving';
import { PolicySaving } from './policy-edit/saving';
import { PolicyWatch } from './policy-watch';
import type { OperationsPorts } from './ports';
import { Reverting } from './reverting';
import { RuleSaving } from './rule/saving';
import type { OperationsSettings } from './settings';
import { Standing } from './standing';
import { resuming } from './stops/resuming';
import { triedAgain, tryAgain } from './try-again';

export type { HpaEdit } from '../contract/requests/hpa-edit';
export type { PolicyEdit } from '../contract/requests/policy-edit';
export type { RuleEdit } from '../contract/requests/rule-edit';
export type {
  HpaTrial,
  OperationsPorts,
  PodPlanner,
  RuleTrial,
} from './ports';
export type { TriedChange } from './rule/saving';
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
export class Operations extends Standing {
  private readonly policyWatch: PolicyWatch;
  readonly policies: PolicySaving;
  readonly hpas: HpaSaving;
  readonly rules: RuleSaving;
  readonly bulk: Bulk;
  readonly reverts: Reverting;
  readonly approvals: Deciding;
  private readonly decisions: DecisionWatch;
  private offered: RecommendersView | undefined;

  constructor(
    private readonly context: RoleContext<OperationsSettings>,
    private readonly ports: OperationsPorts,
    enforcing: { enforce: boolean },
  ) {
    super(context, ports, enforcing);
    const { stops } = this;
    this.policyWatch = new PolicyWatch({
      vpas: context.caches.vpas,
      clock: context.clock,
      wallClock: context.wallClock,
      recorder: ports.store,
      authorOf: (vpa) => this.authors.of(vpa) ?? ports.authorsTold?.().then(() => this.authors.of(vpa)),
      own: context.client.own,
      stops: () => stops.keeper.state,
      served: context.config,
      isLeading: () => ports.recordsForAll?.() ?? false,
    });
    this.policyWatch.start();
    const stopState = () => stops.keeper.state;
    this.policies = new PolicySaving(context, ports, {
      policies: this.policyWatch,
      authors: this.authors,
      stops: stopState,
    });
    this.hpas = new HpaSaving(context, ports);
    this.bulk = new Bulk(context, ports, {
      saving: this.policies,
      policies: this.policyWatch,
      authors: this.authors,
      stops: stopState,
    });
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
    this.approvals = new Deciding(context, ports, this.decisions);
    this.rules = new RuleSaving(context, ports, this.policies);
    this.reverts = new Reverting(context, ports, stops.keeper);
  }

  async resumeEffect(scope: StopScope): Promise<ResumeView> {
    const { caches } = this.context;
    const { state } = this.stops.keeper;
    const lifted = liftedFrom(state, scope);
    const vpas = caches.vpas.list(scope.kind === 'all' ? undefined : scope.namespace);
    const effect = await inSlices(resuming(vpas, scope, { now: state, lifted }));
    const next = effect.vpas > 0 ? await this.ports.planner?.()?.onceStopsAre(lifted) : undefined;
    return { ...effect, ...next };
  }

  /** Records that nobody wants to see an item of the inbox for a while; `sentence` is what it says. */
  dismiss(request: DismissalRequest, said: { who: string; sentence: string }): Promise<DismissalSaid> {
    return dismiss({ store: this.ports.store, clock: this.context.clock }, request, said);
  }

  restore(request: RestoreRequest, said: { who: string; sentence: string }): Promise<DismissalSaid> {
    return restore({ store: this.ports.store, clock: this.context.clock }, request, said);
  }

  /**
   * Tries a change again that was undone, before its time.
   * @throws AppError `not-found`, `conflict` if nothing is held, `forbidden`, `cluster-error`
   */
  tryAgain(namespace: string, name: string, author: Author): Promise<{ untilMs: number }> {
    return tryAgain(this.context, this.ports, { namespace, name }, author);
  }

  /** What trying again does to the pods. @throws AppError `not-found`, `conflict` if nothing is held, `not-ready` */
  async previewTryAgain(namespace: string, name: string): Promise<EffectView> {
    return this.policies.effectOn(triedAgain(this.context, { namespace, name }));
  }

  /**
   * Lets changes of the pods of a VPA that only their time holds back be made now.
   * @throws AppError `not-found`, `conflict` if its mode changes no running pod, `forbidden`, `cluster-error`
   */
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

  override async stop(): Promise<void> {
    this.policyWatch.stop();
    this.decisions.stop();
    await super.stop();
  }
}

/** Starts operations; with `enforce`, this process sets modes in the cluster according to the stops. */
export function startOperations(
  context: RoleContext<OperationsSettings>,
  ports: OperationsPorts,
  enforcing: { enforce: boolean },
): Operations {
  return new Operations(context, ports, enforcing);
}
