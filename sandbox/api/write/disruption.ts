import { ApiError } from '@/sandbox/api/api-error';
import type { Registry } from '@/sandbox/api/registry';
import { toKubeTime } from '@/server/lib/time/clock';
import { selectorMatches } from '@/server/objects/selector';
import type { Pod, PodDisruptionBudget } from '@/server/objects/types';

const BUDGETS = 'poddisruptionbudgets.policy';
const VIOLATION = "Cannot evict pod as it would violate the pod's disruption budget.";
const RETRY_AFTER_S = 10;

/**
 * Uses one disruption of `pod`'s budget, if it has one and its eviction counts (Kubernetes 1.37,
 * pkg/registry/core/pod/storage, eviction.go, `checkAndDecrement`).
 * @throws ApiError 429 if the budget allows none, 500 if several budgets select the pod
 */
export function spendDisruption(registry: Registry, pod: Pod, nowMs: number, dryRun: boolean): void {
  if (goesFreely(pod)) return;
  const { namespace, name, labels } = pod.metadata;
  const budgets = [...registry.list<PodDisruptionBudget>(BUDGETS, namespace)].filter((budget) =>
    selectorMatches(budget.spec?.selector, labels),
  );
  const budget = budgets[0];
  if (!budget) return;
  if (budgets.length > 1) {
    throw new ApiError(
      500,
      undefined,
      'This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.',
    );
  }
  const status = budget.status ?? {};
  const { currentHealthy = 0, desiredHealthy = 0 } = status;
  const spares =
    budget.spec?.unhealthyPodEvictionPolicy === 'AlwaysAllow' ||
    (currentHealthy >= desiredHealthy && desiredHealthy > 0);
  if (!isReady(pod) && spares) return;
  if ((status.observedGeneration ?? 0) < (budget.metadata.generation ?? 0)) {
    throw tooMany(
      `The disruption budget ${budget.metadata.name} is still being processed by the server.`,
      RETRY_AFTER_S,
    );
  }
  if ((status.disruptionsAllowed ?? 0) <= 0) {
    const why =
      currentHealthy <= desiredHealthy
        ? `needs ${desiredHealthy} healthy pods and has ${currentHealthy} currently`
        : 'does not allow evicting pods currently';
    throw tooMany(`The disruption budget ${budget.metadata.name} ${why}`);
  }
  if (dryRun) return;
  registry.mutate<PodDisruptionBudget>(
    BUDGETS,
    namespace,
    budget.metadata.name,
    (draft) => {
      const next = draft.status ?? {};
      draft.status = {
        ...next,
        disruptionsAllowed: (next.disruptionsAllowed ?? 0) - 1,
        disruptedPods: { ...next.disruptedPods, [name]: toKubeTime(nowMs) },
      };
    },
    { subresource: 'status' },
  );
}

/**
 * The eviction of a pod that does no work, or is terminating, does not count (Kubernetes 1.37,
 * pkg/registry/core/pod/storage, eviction.go, `canIgnorePDB`).
 */
function goesFreely(pod: Pod): boolean {
  const phase = pod.status?.phase;
  return (
    phase === 'Succeeded' ||
    phase === 'Failed' ||
    phase === 'Pending' ||
    pod.metadata.deletionTimestamp !== undefined
  );
}

function isReady(pod: Pod): boolean {
  return pod.status?.conditions?.some((each) => each.type === 'Ready' && each.status === 'True') ?? false;
}

function tooMany(message: string, retryAfterSeconds?: number): ApiError {
  return new ApiError(429, 'TooManyRequests', VIOLATION, {
    ...(retryAfterSeconds ? { retryAfterSeconds } : {}),
    causes: [{ reason: 'DisruptionBudget', message }],
  });
}
