import jsonPatch, { type Operation } from 'fast-json-patch';
import type { TrialView } from '../../contract/admission';
import type { Basis } from '../../decide/new/basis';
import type { MutationRecord } from '../../decide/new/mutation';
import type { Reviewed } from '../../decide/new/outcomes';
import { type PodController, targetsOf } from '../../decide/new/pod-controller';
import type { AdmissionRequest } from '../../decide/new/review-types';
import { withServerDefaults } from '../../decide/pods/server-defaults';
import { nativeSidecars } from '../../objects/sized-containers';
import type { Container, Pod } from '../../objects/types';
import { capWords, unchangedSentence } from '../../words/admission';
import { yamlText } from '../../words/yaml';
import { type CapGrounds, capsOf, noCapacityFor } from './caps';
import type { PastedPod } from './manifest';

/** A review of which nothing remains: what it would have recorded is here. */
export interface TriedPod {
  reviewed: Reviewed;
  record: MutationRecord | undefined;
  /** What it was decided by; undefined if it did not come to that. */
  basis: Basis | undefined;
}

export interface TrialGrounds {
  review(request: AdmissionRequest): Promise<TriedPod>;
  controllerOf(namespace: string, pod: Pod): PodController;
  caps(namespace: string): CapGrounds;
}

/** The part of a pod that admission reads and changes, as YAML. */
function shownPod({ metadata, spec }: Pod): string {
  const { annotations } = metadata;
  const sidecars = nativeSidecars(spec);
  return yamlText({
    ...(annotations && Object.keys(annotations).length > 0 && { metadata: { annotations } }),
    spec: {
      ...(spec.resources && { resources: spec.resources }),
      ...(sidecars.length > 0 && {
        initContainers: sidecars.map((one) => ({ ...shown(one), restartPolicy: 'Always' })),
      }),
      containers: spec.containers.map(shown),
    },
  });
}

function shown({ name, resources }: Container): object {
  return { name, ...(resources && { resources }) };
}

/** What admission would make of a pasted pod in this namespace, by the review of the webhook. */
export async function tryPod(
  { pod: pasted, workload }: PastedPod,
  namespace: string,
  grounds: TrialGrounds,
): Promise<TrialView> {
  const placed: Pod = { ...pasted, metadata: { ...pasted.metadata, namespace } };
  const caps = grounds.caps(namespace);
  const pod = { ...placed, spec: withServerDefaults(placed.spec, caps.ranges) };
  const { reviewed, record, basis } = await grounds.review({
    uid: 'try',
    kind: { group: '', version: 'v1', kind: 'Pod' },
    resource: { group: '', version: 'v1', resource: 'pods' },
    name: pod.metadata.name ?? '',
    namespace,
    operation: 'CREATE',
    object: pod,
    dryRun: true,
  });
  const { outcome, vpa, detail, verdict } = reviewed;
  const patch = (verdict.operations ?? []) as readonly Operation[];
  const isReadable = outcome !== 'unreadable';
  const patched = isReadable ? jsonPatch.applyPatch(pod, [...patch], true, false).newDocument : pod;
  return {
    namespace,
    ...(workload && { workload: { kind: workload.kind, name: workload.name } }),
    outcome,
    sentence: sentenceOf(reviewed, isReadable ? grounds.controllerOf(namespace, pod) : undefined),
    ...(detail && { detail }),
    ...(vpa && { vpa: { name: vpa.name, mode: vpa.mode } }),
    ...(record && { origin: record.origin }),
    overruled: record?.overruled ?? [],
    ...(record && basis ? amountsOf(record, basis, caps) : { changes: [], left: [] }),
    before: isReadable ? shownPod(placed) : '',
    after: isReadable ? shownPod(patched) : '',
    hasDefaults: isReadable && shownPod(placed) !== shownPod(pod),
    patch,
  };
}

function amountsOf(
  record: MutationRecord,
  basis: Basis,
  caps: CapGrounds,
): Pick<TrialView, 'changes' | 'left'> {
  return {
    changes: record.changes.map((made) => {
      const { cappedBy: _, ...change } = made;
      return { ...change, caps: capsOf(made, basis, caps).map((cap) => capWords(made.resource, cap)) };
    }),
    left: record.left.map((one) => {
      const cap = noCapacityFor(one, basis);
      return cap ? { ...one, room: capWords(one.resource, cap) } : one;
    }),
  };
}

function sentenceOf({ outcome, verdict }: Reviewed, controller: PodController | undefined): string {
  switch (outcome) {
    case 'patched':
      return 'Admission changes this pod.';
    case 'observed':
      return 'Its VPA recommends nothing yet, so admission only marks the pod as observed.';
    case 'accepted':
      return 'Admission accepts it.';
    case 'refused':
      return `Admission refuses it: ${verdict.denial?.message ?? 'no reason given'}`;
    case 'no-vpa':
      return `Admission leaves it as it is: ${withoutVpa(controller)}`;
    default:
      return `Admission leaves it as it is. ${unchangedSentence(outcome)}`;
  }
}

function withoutVpa(controller: PodController | undefined): string {
  const targets = controller ? [...targetsOf(controller), ...(controller.groups ?? [])] : [];
  if (targets.length === 0) return 'it has no controller, and VPAs target the controllers of pods.';
  const named = targets.map(({ kind, name }) => `${kind} ${name}`).join(', nor ');
  return `no VPA of its namespace targets ${named}.`;
}
