import type { AdmissionAttributes, AdmissionStep } from '@/sandbox/api/admission/chain';
import { forbidden } from '@/sandbox/api/api-error';
import { isJsonObject, type JsonObject } from '@/sandbox/api/json';
import { isPod } from '@/sandbox/api/kinds/kind';
import type { Storage } from '@/sandbox/api/storage/storage';
import type { KubeObject } from '@/server/objects/types';

const CLASSES = 'priorityclasses.scheduling.k8s.io';

/** The classes that every cluster has (Kubernetes 1.37, pkg/apis/scheduling/v1, helpers.go). */
const SYSTEM_CLASSES: Record<string, number> = {
  'system-cluster-critical': 2_000_000_000,
  'system-node-critical': 2_000_001_000,
};

/**
 * Gives a new pod the priority of the class it names (Kubernetes 1.37, plugin/pkg/admission/priority, admission.go,
 * `admitPod`).
 */
export function priorityByClass(storage: Storage): AdmissionStep {
  return {
    mutate({ kind, operation, object }: AdmissionAttributes): void {
      const { spec } = object as KubeObject & JsonObject;
      if (!isPod(kind) || operation !== 'CREATE' || !isJsonObject(spec)) return;
      const name = spec.priorityClassName;
      if (typeof name !== 'string' || name === '') return;
      const found = storage.store(CLASSES).get('', name) as (KubeObject & JsonObject) | undefined;
      const value = SYSTEM_CLASSES[name] ?? found?.value;
      if (typeof value !== 'number') {
        throw forbidden(kind, object.metadata.name, `no PriorityClass with name ${name} was found`);
      }
      spec.priority = value;
      if (found?.preemptionPolicy !== undefined) spec.preemptionPolicy = found.preemptionPolicy;
    },
  };
}
