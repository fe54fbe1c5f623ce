import { GOLDILOCKS_MODE, OPT_OUT_LABEL } from '../decide/pods/rule-marks';
import { sameLabels } from '../objects/selector';
import { ownerKey } from '../objects/target-key';
import type { KubeObject, OwnerReference } from '../objects/types';
import { namesOf, type RuleKind } from './rule-kind';

export interface WorkloadFacts {
  /** The key under which VPAs name it as their target. */
  readonly key: string;
  readonly kind: RuleKind;
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

export function factsOf(kind: RuleKind, { metadata }: Pick<KubeObject, 'metadata'>): WorkloadFacts {
  const { namespace = '', name, uid, labels = {}, annotations = {}, ownerReferences = [] } = metadata;
  const { apiVersion, kindName } = namesOf(kind);
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
export function isSameToRules(a: Pick<KubeObject, 'metadata'>, b: Pick<KubeObject, 'metadata'>): boolean {
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
