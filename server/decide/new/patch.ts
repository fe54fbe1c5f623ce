import { quantityText } from '../../objects/quantity';
import { sizedPlaces } from '../../objects/sized-containers';
import type { Pod } from '../../objects/types';
import { type Amounts, REQUESTED_RESOURCES } from '../../objects/units';
import { WHOLE_POD } from '../../objects/whole-pod';
import { capAnnotation, isAnnotated } from '../pods/cap-reasons';
import type { ContainerPlan } from '../pods/container-plan';
import { ADMITTED_ANNOTATION, OBSERVED_ANNOTATION, UPDATES_ANNOTATION } from '../pods/pod-annotations';
import { boostAnnotation, observedContainers, resourcesText, updatesPrefix } from './pod-amounts';

/** One operation of a JSON patch (RFC 6902); admission only adds. */
export interface PatchOperation {
  op: 'add';
  path: string;
  value: unknown;
}

const ANNOTATIONS_PATH = '/metadata/annotations/';

/** An annotation as a JSON pointer (RFC 6901). */
function annotationPath(key: string): string {
  return `${ANNOTATIONS_PATH}${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

const UPDATES_PATH = annotationPath(UPDATES_ANNOTATION);
const OBSERVED_PATH = annotationPath(OBSERVED_ANNOTATION);
const ADMITTED_PATH = annotationPath(ADMITTED_ANNOTATION);
/** What the annotation calls a container, beside its place in its list. */
const NOUNS = { containers: 'container', initContainers: 'init-sidecar' } as const;
/** Each with its name in the annotation. */
const FIELDS = [
  ['requests', 'request'],
  ['limits', 'limit'],
] as const;

const NO_AMOUNTS: Amounts = {};

interface PatchOptions {
  isOff(container: string): boolean;
  withSidecars?: boolean;
}

/**
 * The JSON patch that makes `pod` state `plans` and records it in annotations. Missing parents of a path are added
 * before it. As in the reference, a container that states no resources and gets none is given an empty object and an
 * empty record, except those for which `isOff` is true. The plans go by the order of `sizedContainers` (VPA 1.8,
 * pkg/admission-controller/resource/pod/patch, resource_updates.go, `CalculatePatches`).
 * @throws QuantityError if the pod states something that is not a quantity
 */
export function patchFor(
  pod: Pod,
  vpaName: string,
  plans: readonly ContainerPlan[],
  { isOff, withSidecars = false }: PatchOptions,
): PatchOperation[] {
  const operations: PatchOperation[] = [];
  const add = (path: string, value: unknown) => operations.push({ op: 'add', path, value });

  if (!pod.metadata.annotations) add('/metadata/annotations', {});
  const updates: string[] = [];
  for (const [index, place] of sizedPlaces(pod.spec, withSidecars).entries()) {
    const { container } = place;
    const plan = plans.find((one) => one.index === index);
    const { resources } = container;
    const isBare = !resources?.requests && !resources?.limits;
    if (!plan && (!isBare || isOff(container.name))) continue;
    const root = `/spec/${place.list}/${place.index}/resources`;
    if (isBare) add(root, {});
    const words = plan?.notes.filter(isAnnotated).map(capAnnotation) ?? [];
    for (const [field, noun] of FIELDS) {
      const amounts = plan?.[field] ?? NO_AMOUNTS;
      const stated = REQUESTED_RESOURCES.filter((resource) => amounts[resource] !== undefined);
      if (stated.length > 0 && !resources?.[field]) add(`${root}/${field}`, {});
      for (const resource of stated) {
        add(`${root}/${field}/${resource}`, quantityText(resource, amounts[resource] ?? 0));
        words.push(`${resource} ${noun}`);
      }
    }
    if (plan?.boosted) add(annotationPath(boostAnnotation(plan.name)), resourcesText(container));
    updates.push(`${NOUNS[place.list]} ${place.index}: ${words.join(', ')}`);
  }
  const whole = plans.find(({ name }) => name === WHOLE_POD);
  if (whole) updates.push(`pod: ${patchWhole(pod, whole, add).join(', ')}`);
  if (updates.length > 0) add(UPDATES_PATH, updatesPrefix(vpaName) + updates.join('; '));
  const observed = observedContainers(pod, withSidecars);
  if (pod.metadata.annotations?.[OBSERVED_ANNOTATION] !== observed) add(OBSERVED_PATH, observed);
  return operations;
}

/** Adds what the pod is to state as a whole. @returns that in words */
function patchWhole(
  { spec }: Pod,
  plan: ContainerPlan,
  add: (path: string, value: unknown) => void,
): readonly string[] {
  const words: string[] = plan.notes.filter(isAnnotated).map(capAnnotation);
  for (const [field, noun] of FIELDS) {
    const stated = REQUESTED_RESOURCES.filter((resource) => plan[field][resource] !== undefined);
    if (stated.length > 0 && !spec.resources?.[field]) add(`/spec/resources/${field}`, {});
    for (const resource of stated) {
      add(`/spec/resources/${field}/${resource}`, quantityText(resource, plan[field][resource] ?? 0));
      words.push(`${resource} ${noun}`);
    }
  }
  return words;
}

/** Records what the patch requests: by that the updater knows a replacement that kept it, wherever the target is by then. */
export function admittedAnnotation(plans: readonly ContainerPlan[]): PatchOperation {
  const requests = plans.flatMap(({ name, requests: { cpu, memory } }) => {
    const stated = [cpu !== undefined && `"cpu":${cpu}`, memory !== undefined && `"memory":${memory}`];
    const said = stated.filter(Boolean).join();
    return said === '' ? [] : [`${JSON.stringify(name)}:{${said}}`];
  });
  return { op: 'add', path: ADMITTED_PATH, value: `{${requests.join()}}` };
}

/** What the API server allows the keys and values of all annotations together, in bytes (apimachinery, objectmeta.go). */
const MOST_OF_ANNOTATIONS = 262_144;

/** UTF-8 takes no more for one of the units that JavaScript counts. */
const MOST_BYTES_OF_UNIT = 3;

/** Whether a pod would have larger annotations with the patch than the API server takes. */
export function exceedsAnnotations({ metadata }: Pod, operations: readonly PatchOperation[]): boolean {
  if (MOST_BYTES_OF_UNIT * unitsOf(metadata.annotations, operations) <= MOST_OF_ANNOTATIONS) return false;
  const annotations: Record<string, unknown> = { ...metadata.annotations };
  for (const { path, value } of operations)
    if (path.startsWith(ANNOTATIONS_PATH))
      annotations[path.slice(ANNOTATIONS_PATH.length).replaceAll('~1', '/').replaceAll('~0', '~')] = value;
  let bytes = 0;
  for (const key in annotations) bytes += Buffer.byteLength(key + String(annotations[key]));
  return bytes > MOST_OF_ANNOTATIONS;
}

/** No less than the length of all annotations, those that the patch replaces included. */
function unitsOf(
  annotations: Readonly<Record<string, unknown>> = {},
  operations: readonly PatchOperation[],
): number {
  let units = 0;
  for (const key in annotations) units += key.length + String(annotations[key]).length;
  for (const { path, value } of operations) units += path.length + String(value).length;
  return units;
}
