import type { PodDisruptionBudget } from '../../../objects/types';
import type { NodeIndex } from '../../places/node-index';
import type { Allowance, Allowances } from '../plan-input';
import type { ProposedUpdate, SharedRestraint } from '../policy';
import { budgetHold, budgetsOf, isFreeOf } from './disruption-budget';
import { criticalOn, placesOn } from './places';
import { QuotaUse } from './quota';
import { sharedTolerance } from './replicas';

/**
 * The limits all VPAs share, counted from what is allowed when the pass begins.
 * @param capacity what fits on which node, if that matters
 * @param nodes the same, where it matters for critical pods alone
 */
export function sharedRestraints(
  allowances: Allowances,
  capacity: NodeIndex | undefined,
  nodesCome = false,
  nodes = capacity,
): readonly SharedRestraint[] {
  return [
    quotas(),
    ...(nodes ? [criticalOn(nodes)] : []),
    ...(capacity?.hasNodes ? [placesOn(capacity, nodesCome)] : []),
    disruptionBudgets(),
    sharedTolerance(),
    rateLimit(allowances),
    rateLimitPerVpa(allowances),
    warmUp(allowances),
  ];
}

/** What several VPAs of a namespace take of one quota. */
function quotas(): SharedRestraint {
  const quotaUse = new QuotaUse();
  return {
    name: 'quota',
    review: (proposal) => quotaUse.review(proposal),
    choose: (proposal) => quotaUse.choose(proposal),
  };
}

/** What several VPAs take of one disruption budget. */
function disruptionBudgets(): SharedRestraint {
  const taken = new Map<PodDisruptionBudget, number>();
  return {
    name: 'disruption-budget',
    review(proposal) {
      for (const budget of budgetsOf(proposal)) {
        const hold = budgetHold(budget, proposal, taken.get(budget));
        if (hold) return hold;
      }
      return undefined;
    },
    choose(proposal) {
      for (const budget of budgetsOf(proposal))
        if (!isFreeOf(budget, proposal)) taken.set(budget, (taken.get(budget) ?? 0) + 1);
    },
  };
}

function rateLimit({ rate }: Allowances): SharedRestraint {
  let taken = 0;
  return {
    name: 'rate-limit',
    review(_proposal, { cluster }) {
      if (!rate || taken < rate.left) return undefined;
      const perSecond = cluster.settings.evictionRateLimit;
      return { kind: 'hold', reason: { code: 'rate-limited', perSecond }, untilMs: rate.nextMs };
    },
    choose() {
      taken++;
    },
  };
}

function rateLimitPerVpa({ perVpa }: Allowances): SharedRestraint {
  const taken = new Map<string, number>();
  const keyOf = ({ workload }: ProposedUpdate) => `${workload.vpa.namespace}/${workload.vpa.name}`;
  return {
    name: 'rate-limit-per-vpa',
    review(proposal, { cluster }) {
      const key = keyOf(proposal);
      const allowance: Allowance | undefined = perVpa?.(key);
      if (!allowance || (taken.get(key) ?? 0) < allowance.left) return undefined;
      const perMinute = cluster.settings.evictionRateLimitPerVpa;
      return { kind: 'hold', reason: { code: 'vpa-rate-limited', perMinute }, untilMs: allowance.nextMs };
    },
    choose(proposal) {
      if (perVpa) taken.set(keyOf(proposal), (taken.get(keyOf(proposal)) ?? 0) + 1);
    },
  };
}

/** After a start, a whole cluster may be due at once and must not be changed at once. */
function warmUp({ warmUp: allowance }: Allowances): SharedRestraint {
  let taken = 0;
  return {
    name: 'warm-up',
    review(_proposal, { cluster }) {
      if (!allowance || taken < allowance.left) return undefined;
      return {
        kind: 'hold',
        reason: {
          code: 'warming-up',
          perMinute: cluster.settings.warmUpRatePerMinute,
          endsMs: allowance.endsMs,
        },
        untilMs: allowance.nextMs,
      };
    },
    choose() {
      taken++;
    },
  };
}
