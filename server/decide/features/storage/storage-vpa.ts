import type { CompiledPolicy, CompiledVpa } from '../../pods/compiled-vpa';
import { countingPolicies } from '../../pods/container-policy';
import type { Recommendation } from '../../pods/recommendation';
import { storageAmounts } from '../../pods/storage-amounts';
import { controlsStorage } from './controlled-signals';

const SEEN = new WeakMap<CompiledVpa, CompiledVpa>();

/** The VPA as it decides on storage; undefined unless it asks for that. */
export function storageVpa(vpa: CompiledVpa): CompiledVpa | undefined {
  if (!controlsStorage(vpa.vpa)) return undefined;
  let seen = SEEN.get(vpa);
  if (!seen) {
    const { startupBoost: _, ...others } = vpa;
    seen = {
      ...others,
      policies: storagePolicies(vpa),
      boosts: false,
      recommendation: storageRecommendation(vpa.recommendation),
    };
    SEEN.set(vpa, seen);
  }
  return seen;
}

function storagePolicies({ vpa, policies }: CompiledVpa): Map<string, CompiledPolicy> {
  const lensed = new Map<string, CompiledPolicy>();
  for (const [name, { policy }] of countingPolicies(vpa.spec.resourcePolicy)) {
    const compiled = policies.get(name);
    if (!compiled) continue;
    lensed.set(name, {
      off: compiled.off,
      requestsOnly: compiled.requestsOnly,
      minAllowed: storageAmounts(policy.minAllowed),
      maxAllowed: storageAmounts(policy.maxAllowed),
      controlledResources: ['memory'],
    });
  }
  return lensed;
}

/** The part of a recommendation that is about storage. */
export function storageRecommendation(
  recommendation: Recommendation | undefined,
): Recommendation | undefined {
  if (!recommendation) return undefined;
  const lensed = new Map<string, NonNullable<ReturnType<Recommendation['get']>>>();
  for (const [name, { storage }] of recommendation) if (storage) lensed.set(name, storage);
  return lensed;
}
