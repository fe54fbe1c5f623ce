import { randomUUID } from 'node:crypto';
import type { AdmissionAttributes } from '@/sandbox/api/admission/chain';
import { CONTROL_PLANE } from '@/sandbox/api/auth/users';
import type { JsonObject } from '@/sandbox/api/json';
import { isPod } from '@/sandbox/api/kinds/kind';
import type { KubeObject } from '@/server/objects/types';

export interface Review {
  uid: string;
  body: object;
}

/** The AdmissionReview sent to a webhook for a request, with the current object. */
export function reviewOf(request: AdmissionAttributes, object: KubeObject): Review {
  const { kind, operation, old, options, subresource, objectKind = kind } = request;
  const uid = randomUUID();
  const gvk = { group: objectKind.group, version: objectKind.version, kind: objectKind.kind };
  const gvr = { group: kind.group, version: kind.version, resource: kind.plural };
  const { name, namespace } = object.metadata;
  return {
    uid,
    body: {
      kind: 'AdmissionReview',
      apiVersion: 'admission.k8s.io/v1',
      request: {
        uid,
        kind: gvk,
        resource: gvr,
        requestKind: gvk,
        requestResource: gvr,
        ...(subresource && { subResource: subresource, requestSubResource: subresource }),
        ...(name ? { name } : {}),
        ...(namespace ? { namespace } : {}),
        operation,
        userInfo: options.user ?? CONTROL_PLANE,
        object: operation === 'CREATE' && objectKind === kind ? beforeStorage(request, object) : object,
        oldObject: old ?? null,
        dryRun: options.dryRun === true,
        options: {
          kind: operation === 'CREATE' ? 'CreateOptions' : 'UpdateOptions',
          apiVersion: 'meta.k8s.io/v1',
        },
      },
    },
  };
}

/** A new object has no identity yet when webhooks see it. */
export function beforeStorage({ kind }: Pick<AdmissionAttributes, 'kind'>, object: KubeObject): KubeObject {
  const { name, generateName, labels, annotations, ownerReferences, finalizers } = object.metadata;
  const seen: KubeObject & JsonObject = {
    ...object,
    metadata: {
      ...(name ? { name } : {}),
      ...(generateName ? { generateName } : {}),
      creationTimestamp: null,
      ...(labels ? { labels } : {}),
      ...(annotations ? { annotations } : {}),
      ...(ownerReferences ? { ownerReferences } : {}),
      ...(finalizers ? { finalizers } : {}),
    } as unknown as KubeObject['metadata'],
  };
  if (isPod(kind)) seen.status = {};
  return seen;
}

/** `patched`, the object after a webhook, with the server's own fields restored. */
export function restoreStorage(object: KubeObject, patched: KubeObject): KubeObject {
  const { uid, resourceVersion, generation, creationTimestamp, namespace, managedFields } = object.metadata;
  const { status } = object as KubeObject & JsonObject;
  return {
    ...patched,
    ...(status === undefined ? {} : { status }),
    metadata: {
      ...patched.metadata,
      ...(namespace ? { namespace } : {}),
      uid,
      resourceVersion,
      ...(generation === undefined ? {} : { generation }),
      creationTimestamp,
      ...(managedFields ? { managedFields } : {}),
    },
  };
}
