import type {
  EffectView,
  HpaEffectView,
  RecommendersView,
  ResumeView,
  RevertView,
  ScalingPolicyEffectView,
  StopsView,
} from '../contract/operations';
import type { DecisionRequest, DecisionsView } from '../contract/requests/decision';
import type { DismissalRequest, RestoreRequest } from '../contract/requests/dismissal';
import type { HpaEdit } from '../contract/requests/hpa-edit';
import type { PolicyEdit } from '../contract/requests/policy-edit';
import type { RuleEdit } from '../contract/requests/rule-edit';
import type { StopScope } from '../decide/pods/stop';
import type { Author } from '../kube/identity';
import type { RoleHandle } from '../kube/role-context';
import type { Bulk } from './bulk/bulk';
import type { DismissalSaid } from './dismissing';
import type { PriceKeeper } from './prices/price-keeper';

/** What people do, in any process, whatever its roles. Each change is recorded with its user. */
export interface OperationsHandle extends RoleHandle {
  stops(): StopsView;
  /**
   * Takes effect in this process before it returns its promise; resolves once the cluster has it, or is known not to.
   */
  press(scope: StopScope, who: string, reason?: string): Promise<StopsView>;
  resume(scope: StopScope, who: string): Promise<StopsView>;
  resumeEffect(scope: StopScope): Promise<ResumeView>;
  /**
   * What saving the edit would do, computed by the functions that will do it, and tried by the API server.
   * @throws AppError `not-found`
   */
  preview(namespace: string, name: string, edit: PolicyEdit, author?: Author): Promise<EffectView>;
  /**
   * Saves the edit.
   * @throws AppError `not-found`, `invalid` with the invalid fields, `conflict`, `cluster-error`
   */
  save(namespace: string, name: string, edit: PolicyEdit, author: Author): Promise<EffectView>;
  /**
   * What an edit of an HPA would do, by the API server and on live data.
   * @throws AppError `not-found`, `cluster-error`
   */
  previewHpa(namespace: string, name: string, edit: HpaEdit): Promise<HpaEffectView>;
  /**
   * Saves an edit of an HPA.
   * @throws AppError `not-found`, `invalid` with the invalid fields, `conflict`, `cluster-error`
   */
  saveHpa(namespace: string, name: string, edit: HpaEdit, author: Author): Promise<HpaEffectView>;
  /**
   * Decides about changes exactly as shown, each as a ChangeApproval in its namespace.
   * @throws AppError `forbidden` if nothing of it may be decided, `not-ready`, `cluster-error`
   */
  decide(request: DecisionRequest, author: Author): Promise<DecisionsView>;
  /**
   * What a policy for many workloads would do, by the API server and on live data.
   * @throws AppError `not-found`, `cluster-error`
   */
  readonly scalingPolicies: {
    previewNew(edit: RuleEdit): Promise<ScalingPolicyEffectView>;
    preview(name: string, edit: RuleEdit): Promise<ScalingPolicyEffectView>;
    /** @throws AppError `invalid` with the invalid fields, `conflict`, `cluster-error` */
    create(edit: RuleEdit & { name: string }, author: Author): Promise<ScalingPolicyEffectView>;
    /** @throws AppError `not-found`, `invalid` with the invalid fields, `conflict`, `cluster-error` */
    save(name: string, edit: RuleEdit, author: Author): Promise<ScalingPolicyEffectView>;
    /** @throws AppError `not-found`, `cluster-error` */
    remove(name: string, vpas: 'Keep' | 'Remove', author: Author): Promise<{ name: string }>;
  };
  /** What a core and a GiB cost. */
  readonly prices: Pick<PriceKeeper, 'reckoned' | 'view' | 'save'>;
  /** Changes of many VPAs, a few in each call. */
  readonly bulk: Pick<Bulk, 'preview' | 'change'>;
  /**
   * Tries a change again that was undone, before its time.
   * @throws AppError `not-found`, `conflict` if nothing is held, `forbidden`, `cluster-error`
   */
  tryAgain(namespace: string, name: string, author: Author): Promise<{ untilMs: number }>;
  /**
   * Lets changes of the pods of a VPA that only their time holds back be made now.
   * @throws AppError `not-found`, `conflict` if its mode changes no running pod, `forbidden`, `cluster-error`
   */
  applyNow(namespace: string, name: string, author: Author): Promise<{ untilMs: number }>;
  /** Records that nobody wants to see an item of the inbox for a while; `sentence` is what it says. */
  dismiss(request: DismissalRequest, said: { who: string; sentence: string }): Promise<DismissalSaid>;
  restore(request: RestoreRequest, said: { who: string; sentence: string }): Promise<DismissalSaid>;
  recommenders(): RecommendersView;
  /** Who made the current policy of a VPA, if known. */
  authorOf(namespace: string, name: string): string | undefined;
  /**
   * Resizes pods that were resized in place back to what their template states; returns how many.
   * @throws AppError `conflict` while a VPA would resize its pods again
   */
  revertEffect(scope: StopScope): Promise<RevertView>;
  revert(scope: StopScope, who: string): Promise<{ reverted: number; failed: number }>;
}
