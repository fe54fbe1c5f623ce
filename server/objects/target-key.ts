import type { OwnerRef } from './owners';
import { isPodGroupRef } from './plumbline-types';
import { API_RESOURCES, apiVersionOf } from './resources';
import type { HorizontalPodAutoscaler, Workload } from './types';
import type { VerticalPodAutoscaler } from './vpa-types';
import { groupOf, targetedKindOf, type WorkloadKind, workloadKindOf } from './workload-kinds';

/** No object has a longer name. */
const LONGEST_NAME = 253;

/** A reference to an object of a namespace. */
interface NamedObject {
  apiVersion?: string;
  kind: string;
  name: string;
}

/** An object as a key. The version is left out, since an object is served under several. */
export function ownerKey({ apiVersion, kind, namespace, name }: Omit<OwnerRef, 'uid'>): string {
  return `${namespace}/${groupOf(apiVersion)}/${kind}/${name}`;
}

/**
 * The object a targetRef names. A well-known workload kind is identified by its kind alone, whatever the
 * apiVersion (old manifests have `v1` or `extensions/v1beta1`); any other by group and kind, `v1` by default.
 */
export function targetOf(namespace: string, { apiVersion, kind, name }: NamedObject): OwnerRef {
  const known = targetedKindOf(kind);
  return {
    apiVersion: known ? apiVersionOf(API_RESOURCES[known]) : apiVersion || 'v1',
    kind,
    namespace,
    name,
  };
}

/**
 * The object that an owner reference or an HPA names: like `targetOf`, except that a group other than
 * Kubernetes' own counts.
 */
export function objectOf(namespace: string, ref: NamedObject): OwnerRef {
  const { apiVersion, kind, name } = ref;
  return apiVersion && !workloadKindOf(apiVersion, kind)
    ? { apiVersion, kind, namespace, name }
    : targetOf(namespace, ref);
}

/** A workload as what controls its pods. */
export function refOfWorkload(
  kind: WorkloadKind,
  { metadata: { namespace = '', name, uid } }: Pick<Workload, 'metadata'>,
): OwnerRef {
  const resource = API_RESOURCES[kind];
  return {
    ...targetOf(namespace, { apiVersion: apiVersionOf(resource), kind: resource.kind, name }),
    ...(uid !== undefined && { uid }),
  };
}

/** The object a VPA targets; undefined if it names none or its fields are invalid. */
export function targetOfVpa(vpa: VerticalPodAutoscaler): OwnerRef | undefined {
  const ref = namedIn(vpa.spec?.targetRef);
  return ref && targetOf(vpa.metadata.namespace ?? '', ref);
}

/** A group of pods as the target of a VPA. */
export function podGroupRef(namespace: string, name: string): OwnerRef {
  return {
    apiVersion: apiVersionOf(API_RESOURCES.podGroups),
    kind: API_RESOURCES.podGroups.kind,
    namespace,
    name,
  };
}

/** Whether a VPA targets a group of pods rather than one workload. */
export function isOnPodGroup({ spec }: Pick<VerticalPodAutoscaler, 'spec'>): boolean {
  const ref = namedIn(spec?.targetRef);
  return ref !== undefined && isPodGroupRef(ref);
}

/** The object an HPA scales; undefined if it names none. */
export function targetOfHpa(hpa: HorizontalPodAutoscaler): OwnerRef | undefined {
  const ref = namedIn(hpa.spec?.scaleTargetRef);
  return ref && objectOf(hpa.metadata.namespace ?? '', ref);
}

function namedIn(ref: unknown): NamedObject | undefined {
  if (typeof ref !== 'object' || ref === null) return undefined;
  const { apiVersion, kind, name } = ref as Record<string, unknown>;
  if (typeof kind !== 'string' || typeof name !== 'string' || !kind || !name) return undefined;
  if (kind.length > LONGEST_NAME || name.length > LONGEST_NAME) return undefined;
  return {
    apiVersion:
      typeof apiVersion === 'string' && apiVersion.length <= 2 * LONGEST_NAME ? apiVersion : undefined,
    kind,
    name,
  };
}
