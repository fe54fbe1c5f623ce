import { GOLDILOCKS_RULE, markedRule } from '../decide/pods/rule-marks';
import { isServedNamespace, type NamespaceSettings } from '../decide/pods/served-namespaces';
import { vpaNames } from '../decide/pods/vpa-name';
import { ofKey } from '../lib/memo/of-key';
import { errorText } from '../lib/report/errors';
import type { Sliced } from '../lib/time/slices';
import type { VerticalScalingPolicy } from '../objects/plumbline-types';
import { ownerKey, targetOfVpa } from '../objects/target-key';
import type { KubeObject, Namespace } from '../objects/types';
import type { VerticalPodAutoscaler } from '../objects/vpa-types';
import { goldilocksRule } from './goldilocks';
import { judge, type RuleVerdict } from './judge';
import { byPrecedence, compileRule, type Rule, takersOf } from './rule';
import { type RuleKind, ruleKindOfTarget } from './rule-kind';
import { RuleStore } from './rule-store';
import type { RuleStep } from './step';
import { type Counted, RuleTallies } from './tally';
import type { TemplateSettings } from './template-faults';
import { factsOf, isSameToRules, type WorkloadFacts } from './workload-facts';

export interface RulesIndexSettings extends NamespaceSettings {
  readonly goldilocks: boolean;
  /** How long a workload must be gone before its VPA is collected, in milliseconds. */
  readonly collectAfterMs: number;
  readonly template: TemplateSettings;
}

/** Looked up by the index instead of keeping it. */
export interface RulesIndexSources {
  vpasOf(namespace: string, key: string): readonly VerticalPodAutoscaler[];
  vpaNamed(namespace: string, name: string): VerticalPodAutoscaler | undefined;
  /** Whether no controller is above the workload; undefined if that is not known yet. */
  isTopmost(workload: WorkloadFacts): boolean | undefined;
}

/** A workload with what was last found about it. */
export interface JudgedWorkload extends Counted {
  readonly key: string;
  readonly namespace: string;
  readonly workload: WorkloadFacts | undefined;
}

const NO_KEYS: ReadonlySet<string> = new Set();

/**
 * What every workload gets from the policies. Changes are told one by one; `settling` judges what they touch and
 * nothing else, and `steps` is what is left to do.
 */
export class RulesIndex {
  readonly tallies = new RuleTallies();
  /** What is to be done, by the key of the workload. */
  readonly steps = new Map<string, readonly RuleStep[]>();
  /** Why a workload, or a VPA of it, cannot be judged; it is left alone. */
  readonly faults = new Map<string, string>();
  readonly policies = new RuleStore();
  private readonly workloads = new Map<string, WorkloadFacts>();
  private readonly places = new Map<string, JudgedWorkload>();
  private readonly keysOf = new Map<string, Set<string>>();
  private readonly dirty = new Set<string>();
  private readonly goneSinceMs = new Map<string, number>();
  private readonly knownKinds = new Set<RuleKind>();
  private readonly kindFaults = new Map<RuleKind, string>();
  private readonly refusals = new Map<string, string>();
  private knowsPolicies = false;

  constructor(
    private readonly settings: RulesIndexSettings,
    private readonly sources: RulesIndexSources,
  ) {
    if (settings.goldilocks) this.policies.set(goldilocksRule());
  }

  /** Whether nothing is left to judge. */
  get isSettled(): boolean {
    return this.dirty.size === 0;
  }

  setPolicy(object: VerticalScalingPolicy): void {
    const { name } = object.metadata;
    const isNews = this.policies.setObject(object);
    this.tallies.touch(name);
    if (!isNews) return;
    const policy = this.withKindFaults(compileRule(object, this.settings.template));
    this.touchNamespacesOf(this.policies.named(name));
    this.policies.set(policy);
    this.touchNamespacesOf(policy);
  }

  /** Whether every policy of the cluster was told, so that one that was not does not exist. */
  setKnowsPolicies(knows: boolean): void {
    if (this.knowsPolicies === knows) return;
    this.knowsPolicies = knows;
    for (const [key, { owners }] of this.places) if (owners.length > 0) this.touch(key);
  }

  dropPolicy(name: string): void {
    const former = this.policies.named(name);
    this.policies.drop(name);
    this.touchNamespacesOf(former);
  }

  setNamespace(object: Namespace): void {
    if (this.policies.setNamespace(object)) this.touchNamespace(object.metadata.name);
  }

  dropNamespace(name: string): void {
    this.policies.dropNamespace(name);
    this.touchNamespace(name);
  }

  setWorkload(kind: RuleKind, former: KubeObject | undefined, workload: KubeObject): void {
    if (former && isSameToRules(former, workload)) return;
    const facts = factsOf(kind, workload);
    this.workloads.set(facts.key, facts);
    this.goneSinceMs.delete(facts.key);
    this.touch(facts.key);
  }

  dropWorkload(kind: RuleKind, workload: KubeObject): void {
    const { key } = factsOf(kind, workload);
    this.workloads.delete(key);
    this.refusals.delete(key);
    this.touch(key);
  }

  /** From now on, a workload of this kind that is not there is gone; returns whether that is new. */
  kindIsKnown(kind: RuleKind): boolean {
    if (this.knownKinds.has(kind)) return false;
    this.knownKinds.add(kind);
    for (const [key, { workload }] of this.places) if (!workload) this.touch(key);
    return true;
  }

  /** Notes why objects of a kind cannot be seen, undefined once they can; returns whether that is new. */
  setKindFault(kind: RuleKind, fault: string | undefined): boolean {
    if (this.kindFaults.get(kind) === fault) return false;
    if (fault === undefined) this.kindFaults.delete(kind);
    else this.kindFaults.set(kind, fault);
    for (const { name, kinds } of this.policies.list) {
      const object = kinds.has(kind) ? this.policies.objectOf(name) : undefined;
      if (!object) continue;
      this.policies.set(this.withKindFaults(compileRule(object, this.settings.template)));
      this.tallies.touch(name);
    }
    return true;
  }

  /** A policy, and which of its kinds cannot be seen. */
  withKindFaults(policy: Rule): Rule {
    const faults = [...policy.kinds].flatMap((kind) => this.kindFaults.get(kind) ?? []);
    return faults.length > 0 ? { ...policy, kindFaults: [...policy.kindFaults, ...faults] } : policy;
  }

  /** Takes a change of a VPA, which the sources show already. */
  vpaChanged(...states: (VerticalPodAutoscaler | undefined)[]): void {
    for (const vpa of states) {
      const target = vpa && targetOfVpa(vpa);
      if (target) this.touch(ownerKey(target));
    }
  }

  /** Judges a workload anew, as when it became known whether it is topmost. */
  touch(key: string): void {
    this.dirty.add(key);
  }

  /** Notes what the API server answered; `undefined` once it no longer refuses. */
  refused(key: string, why: string | undefined): void {
    if (this.refusals.get(key) === why) return;
    if (why === undefined) this.refusals.delete(key);
    else this.refusals.set(key, why);
    this.touch(key);
  }

  /** Takes a step from the list, since it was done: the change it makes is told in turn. */
  done(key: string): void {
    this.steps.delete(key);
  }

  /** Judges everything that changed, and what has been gone for long enough. */
  *settling(nowMs: number): Sliced<void> {
    for (const [key, sinceMs] of this.goneSinceMs)
      if (nowMs - sinceMs >= this.settings.collectAfterMs) this.dirty.add(key);
    // What becomes dirty meanwhile is for the next time, or this would go on for as long as changes come.
    for (const key of [...this.dirty]) {
      this.dirty.delete(key);
      try {
        this.settle(key, nowMs);
        this.faults.delete(key);
      } catch (thrown) {
        this.faults.set(key, errorText(thrown));
        this.steps.delete(key);
      }
      yield;
    }
  }

  /** Every kind that policies name or their VPAs target. */
  wantedKinds(): ReadonlySet<RuleKind> {
    const kinds = new Set<RuleKind>();
    for (const { kinds: own } of this.policies.list) for (const kind of own) kinds.add(kind);
    for (const { workload, verdict } of this.places.values()) {
      const kind = workload ? undefined : ruleKindOfTarget(verdict.own?.spec.targetRef);
      if (kind) kinds.add(kind);
    }
    return kinds;
  }

  /** Every policy, the strongest first. */
  list(): readonly Rule[] {
    return this.policies.list;
  }

  placeOf(key: string): JudgedWorkload | undefined {
    return this.places.get(key);
  }

  private settle(key: string, nowMs: number): void {
    const namespace = namespaceOf(key);
    const workload = this.workloads.get(key);
    const vpas = this.sources.vpasOf(namespace, key);
    const owners = vpas.flatMap((vpa) => markedRule(vpa) ?? []);
    const former = this.places.get(key);
    if (!workload && owners.length === 0) {
      this.tallies.replace(key, former, undefined);
      this.forget(key, namespace);
      return;
    }
    const verdict = this.verdictOn(key, { namespace, workload, vpas, nowMs });
    const place: JudgedWorkload = { key, namespace, workload, verdict, owners: [...new Set(owners)] };
    this.places.set(key, place);
    this.remember(key, namespace);
    this.tallies.replace(key, former, place);
    if (verdict.steps.length > 0) this.steps.set(key, verdict.steps);
    else this.steps.delete(key);
  }

  private verdictOn(
    key: string,
    given: {
      namespace: string;
      workload: WorkloadFacts | undefined;
      vpas: readonly VerticalPodAutoscaler[];
      nowMs: number;
    },
  ): RuleVerdict {
    const { namespace, workload, vpas, nowMs } = given;
    if (!isServedNamespace(this.settings, namespace)) return { conflicts: [], edited: [], steps: [] };
    const verdict = judge({
      key,
      workload,
      namespace: this.policies.namespace(namespace),
      isTopmost: workload && (workload.owners.length === 0 || this.sources.isTopmost(workload)),
      candidates: workload ? this.policies.taking(namespace) : [],
      vpas,
      mayCollect: !workload && this.isGoneForLong(key, vpas, nowMs),
      ruleNamed: (name) => this.policies.named(name),
      isUnknown: (name) => !this.knowsPolicies && !this.policies.named(name) && name !== GOLDILOCKS_RULE,
      freeName: (one) => this.freeName(one),
    });
    const refusal = this.refusals.get(key);
    if (refusal === undefined || !verdict.policy || verdict.steps.length === 0) return verdict;
    const conflict = { policy: verdict.policy.name, reason: 'Refused', with: refusal } as const;
    return { ...verdict, conflicts: [conflict] };
  }

  /** Tells what every known workload would get if one policy were another, or there were one more. */
  *judgingWith(tried: Rule, visit: (workload: WorkloadFacts, verdict: RuleVerdict) => void): Sliced<void> {
    const others = this.policies.list.filter(({ name }) => name !== tried.name);
    const policies = [...others, tried].sort(byPrecedence);
    const ruleNamed = (name: string) => (name === tried.name ? tried : this.policies.named(name));
    const candidates = new Map<string, readonly Rule[]>();
    for (const workload of this.workloads.values()) {
      const { namespace: name, key } = workload;
      const namespace = this.policies.namespace(name);
      if (!namespace || !isServedNamespace(this.settings, name)) continue;
      const takers = ofKey(candidates, name, () => takersOf(policies, namespace));
      const vpas = this.sources.vpasOf(name, key);
      const isTopmost = workload.owners.length === 0 || this.sources.isTopmost(workload);
      visit(
        workload,
        judge({
          key,
          workload,
          namespace,
          isTopmost,
          candidates: takers,
          vpas,
          mayCollect: false,
          ruleNamed,
          isUnknown: () => false,
          freeName: (one) => this.freeName(one),
        }),
      );
      yield;
    }
  }

  /** A workload made again in the meantime keeps its VPA. */
  private isGoneForLong(key: string, vpas: readonly VerticalPodAutoscaler[], nowMs: number): boolean {
    const kind = ruleKindOfTarget(vpas[0]?.spec.targetRef);
    if (!kind || !this.knownKinds.has(kind)) return false;
    const sinceMs = ofKey(this.goneSinceMs, key, () => nowMs);
    return nowMs - sinceMs >= this.settings.collectAfterMs;
  }

  private freeName(workload: WorkloadFacts): string | undefined {
    for (const name of vpaNames(workload)) if (!this.sources.vpaNamed(workload.namespace, name)) return name;
    return undefined;
  }

  /** What a policy takes, or has a VPA for, is judged anew. */
  private touchNamespacesOf(policy: Rule | undefined): void {
    if (!policy) return;
    for (const name of this.policies.selectedBy(policy)) this.touchNamespace(name);
    for (const key of this.tallies.find(policy.name)?.vpas ?? NO_KEYS) this.touch(key);
  }

  private touchNamespace(name: string): void {
    for (const key of this.keysOf.get(name) ?? NO_KEYS) this.touch(key);
  }

  private remember(key: string, namespace: string): void {
    const keys = this.keysOf.get(namespace);
    if (keys) keys.add(key);
    else this.keysOf.set(namespace, new Set([key]));
  }

  private forget(key: string, namespace: string): void {
    this.places.delete(key);
    this.steps.delete(key);
    this.goneSinceMs.delete(key);
    this.refusals.delete(key);
    this.faults.delete(key);
    const keys = this.keysOf.get(namespace);
    keys?.delete(key);
    if (keys?.size === 0) this.keysOf.delete(namespace);
  }
}

/** Keys begin with the namespace. */
function namespaceOf(key: string): string {
  return key.slice(0, key.indexOf('/'));
}
