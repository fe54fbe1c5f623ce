import { GOLDILOCKS_MODE, OPT_OUT_LABEL } from '../decide/pods/policy-marks';
import { API_RESOURCES, apiVersionOf } from '../objects/resources';
import { sameLabels } from '../objects/selector';
import { ownerKey } from '../objects/target-key';
import type { OwnerReference, Workload } from '../objects/types';
import type { WorkloadKind } from '../objects/workload-kinds';

/** What policies ask of a workload. */
export interface WorkloadFacts {
  /** The key under which VPAs name it as their target. */
  readonly key: string;
  readonly kind: WorkloadKind;
  readonly apiVersion: string;
  readonly kindName: string;
  readonly namespace: string;
  readonly name: string;
  readonly uid: string | undefined;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
  readonly owners: readonly OwnerReference[];
  readonly isGoing: boolean;
  readonly optsOut: boolean;
}

export function factsOf(kind: WorkloadKind, { metadata }: Workload): WorkloadFacts {
  const { namespace = '', name, uid, labels = {}, annotations = {}, ownerReferences = [] } = metadata;
  const apiVersion = apiVersionOf(API_RESOURCES[kind]);
  const kindName = API_RESOURCES[kind].kind;
  return {
    key: ownerKey({ apiVersion, kind: kindName, namespace, name }),
    kind,
    apiVersion,
    kindName,
    namespace,
    name,
    uid,
    labels,
    annotations,
    owners: ownerReferences,
    isGoing: metadata.deletionTimestamp !== undefined,
    optsOut: optedOut(labels),
  };
}

/** Whether labels of a workload or a namespace keep every policy off it. */
export function optedOut(labels: Readonly<Record<string, string>> | undefined): boolean {
  return labels?.[OPT_OUT_LABEL] === 'true';
}

/** Whether policies see a difference: most updates of a workload are of its status or its template. */
export function isSameToPolicies(a: Workload, b: Workload): boolean {
  const { metadata: was } = a;
  const { metadata: is } = b;
  return (
    was.uid === is.uid &&
    was.deletionTimestamp === is.deletionTimestamp &&
    sameLabels(was.labels ?? {}, is.labels ?? {}) &&
    was.annotations?.[GOLDILOCKS_MODE] === is.annotations?.[GOLDILOCKS_MODE] &&
    (was.ownerReferences?.length ?? 0) === (is.ownerReferences?.length ?? 0) &&
    (was.ownerReferences ?? []).every(({ uid }, index) => uid === is.ownerReferences?.[index]?.uid)
  );
}
