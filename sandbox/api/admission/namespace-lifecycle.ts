import type { AdmissionAttributes, AdmissionStep } from '@/sandbox/api/admission/chain';
import { ApiError, forbidden, notFound } from '@/sandbox/api/api-error';
import type { Storage } from '@/sandbox/api/storage/storage';
import type { KubeObject, Namespace } from '@/server/objects/types';

const NAMESPACES = { group: '', plural: 'namespaces', kind: 'Namespace' };

/**
 * Objects are created only in namespaces that exist and are not being deleted (apiserver v0.37,
 * pkg/admission/plugin/namespace/lifecycle, admission.go).
 */
export function namespaceLifecycle(storage: Storage): AdmissionStep {
  return {
    mutate({ kind, operation, object }: AdmissionAttributes): void {
      if (!kind.namespaced || operation !== 'CREATE') return;
      const name = object.metadata.namespace ?? '';
      const namespace = storage.store('namespaces').get('', name) as Namespace | undefined;
      if (!namespace) throw notFound(NAMESPACES, name);
      if (namespace.status?.phase === 'Terminating') throw terminating(kind, object, name);
    },
  };
}

function terminating(kind: AdmissionAttributes['kind'], object: KubeObject, namespace: string): ApiError {
  const why = `unable to create new content in namespace ${namespace} because it is being terminated`;
  const refusal = forbidden(kind, object.metadata.name, why);
  return new ApiError(refusal.status, refusal.reason, refusal.message, {
    ...refusal.details,
    causes: [
      {
        reason: 'NamespaceTerminating',
        message: `namespace ${namespace} is being terminated`,
        field: 'metadata.namespace',
      },
    ],
  });
}
