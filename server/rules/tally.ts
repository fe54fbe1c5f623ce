import { ofKey } from '../lib/memo/of-key';
import type { RuleVerdict, WorkloadConflict } from './judge';

/** What one policy has and lacks, by the key of the workload. */
export class RuleTally {
  /** Workloads it takes. */
  readonly workloads = new Set<string>();
  /** Workloads, or what is left of them, with a VPA of this policy. */
  readonly vpas = new Set<string>();
  readonly conflicts = new Map<string, WorkloadConflict>();
  /** The fields edited by hand. */
  readonly edited = new Map<string, readonly string[]>();
  /** Steps that are still to be done. */
  readonly pending = new Set<string>();

  get isEmpty(): boolean {
    return this.workloads.size + this.vpas.size + this.conflicts.size + this.pending.size === 0;
  }
}

/** The tallies of all policies, of which each workload is counted in as many as its verdict names. */
export class RuleTallies {
  private readonly tallies = new Map<string, RuleTally>();
  /** Policies whose tally changed since they were last asked for. */
  private readonly changed = new Set<string>();

  of(policy: string): RuleTally {
    return ofKey(this.tallies, policy, () => new RuleTally());
  }

  find(policy: string): RuleTally | undefined {
    return this.tallies.get(policy);
  }

  names(): IterableIterator<string> {
    return this.tallies.keys();
  }

  /** Counts the verdict on a workload instead of the former one. */
  replace(key: string, former: Counted | undefined, now: Counted | undefined): void {
    if (former) this.count(key, former, false);
    if (now) this.count(key, now, true);
  }

  /** Which changed; begins anew. */
  takeChanged(): string[] {
    const names = [...this.changed];
    this.changed.clear();
    return names;
  }

  touch(policy: string): void {
    this.changed.add(policy);
  }

  private count(key: string, { verdict, owners }: Counted, isIn: boolean): void {
    const { policy, conflicts, edited, steps, own } = verdict;
    if (policy) this.set(policy.name, 'workloads', key, isIn);
    for (const owner of owners) this.set(owner, 'vpas', key, isIn);
    for (const step of steps) this.set(step.policy, 'pending', key, isIn);
    for (const conflict of conflicts) {
      const { conflicts: all } = this.of(conflict.policy);
      if (isIn) all.set(key, conflict);
      else all.delete(key);
      this.changed.add(conflict.policy);
    }
    if (own && edited.length > 0 && policy) {
      const { edited: all } = this.of(policy.name);
      if (isIn) all.set(key, edited);
      else all.delete(key);
      this.changed.add(policy.name);
    }
  }

  private set(policy: string, what: 'workloads' | 'vpas' | 'pending', key: string, isIn: boolean): void {
    const keys = this.of(policy)[what];
    if (isIn) keys.add(key);
    else keys.delete(key);
    this.changed.add(policy);
    if (!isIn && this.of(policy).isEmpty) this.tallies.delete(policy);
  }
}

/** A verdict with the policies that its VPAs are labelled with. */
export interface Counted {
  readonly verdict: RuleVerdict;
  readonly owners: readonly string[];
}
