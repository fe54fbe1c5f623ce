import { hash32, safeEncode } from '@/sandbox/workloads/random';
import type { PodTemplateSpec } from '@/server/objects/types';

const HASH_LABEL = 'pod-template-hash';

/** The same text for equal templates, whatever the order of keys; without the hash label. */
export function canonicalTemplate(template: PodTemplateSpec): string {
  return JSON.stringify(template, (key, value: unknown) => {
    if (key === HASH_LABEL || value === null) return undefined;
    if (value && typeof value === 'object' && !Array.isArray(value)) {
      return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
    }
    return value;
  });
}

/** The value of `pod-template-hash`; `collisions` selects another one for the same template. */
export function templateHash(template: PodTemplateSpec, collisions = 0): string {
  return safeEncode(hash32(canonicalTemplate(template), collisions));
}

/** "25%" of `total` or a plain number. */
export function amountOf(value: number | string | undefined, total: number, round: 'up' | 'down'): number {
  if (value === undefined) return 0;
  if (typeof value === 'number') return value;
  const share = (Number.parseFloat(value) / 100) * total;
  return round === 'up' ? Math.ceil(share - 1e-9) : Math.floor(share + 1e-9);
}

/**
 * How many pods a rolling update may have too many and too few; never both 0 (Kubernetes 1.37,
 * pkg/controller/deployment/util, deployment_util.go, `ResolveFenceposts`).
 */
export function rolloutBounds(
  replicas: number,
  rollingUpdate: { maxSurge?: number | string; maxUnavailable?: number | string } | undefined,
): { maxSurge: number; maxUnavailable: number } {
  const maxSurge = amountOf(rollingUpdate?.maxSurge ?? '25%', replicas, 'up');
  const maxUnavailable = amountOf(rollingUpdate?.maxUnavailable ?? '25%', replicas, 'down');
  return maxSurge === 0 && maxUnavailable === 0
    ? { maxSurge, maxUnavailable: 1 }
    : { maxSurge, maxUnavailable: Math.min(maxUnavailable, Math.max(replicas, 1)) };
}
