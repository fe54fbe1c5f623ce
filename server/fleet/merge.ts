import { isDeepStrictEqual } from 'node:util';
import { isRecord, type JsonRecord } from '../json-record';
import type { OwnerReference } from '../kube/types';
import type { VerticalPodAutoscaler } from '../kube/vpa-types';
import { GRADUATION_ANNOTATION } from '../policy/graduation/rules';
import { FORMER_MODE_ANNOTATION, formerModeFrom } from '../policy/mode-before-stop';
import { POLICY_LABEL } from '../policy/policy-label';
import { isPolicyReference, LAST_APPLIED_ANNOTATION } from '../policy/policy-marks';
import { type Fields, fieldsOf, isKeyed, isWithin, PRESENT, pathText, valueFrom } from './fields';
import { stableText, type Wanted } from './wanted';

/** A policy as its VPAs name it; a built-in one has no object. */
export interface Owner {
  readonly name: string;
  readonly reference?: OwnerReference;
}

export interface Merged {
  /** A JSON merge patch; absent if the VPA is as it should be. */
  readonly patch?: JsonRecord;
  /** The fields edited by hand, which stay as they are. */
  readonly edited: readonly string[];
}

const MODE = JSON.stringify(['spec', 'updatePolicy', 'updateMode']);

/**
 * Brings a VPA to what its policy wants: what is still as last applied follows the policy, what differs from that was
 * edited by hand and stays. The update mode is left to a stop that holds it, and to graduation.
 */
export function merge(vpa: VerticalPodAutoscaler, wanted: Wanted, owner: Owner): Merged {
  const { targetRef: _, ...spec } = vpa.spec ?? {};
  const { labels = {}, annotations = {} } = vpa.metadata;
  const lastText = annotations[LAST_APPLIED_ANNOTATION];
  if (lastText === wanted.text && isAsWanted(vpa, spec, wanted, owner)) return AS_WANTED;
  const last = lastText === wanted.text ? wanted : lastFrom(lastText);
  const keyed = [spec, last.spec, wanted.spec].every(isKeyed);
  const want = wantedFields(wanted, keyed);
  const was = last === wanted ? want : allFields(last, keyed);
  const live = allFields({ labels, annotations, spec }, keyed);
  const held = heldMode(vpa, last.annotations, wanted.annotations);

  const next = new Map(live);
  const edited: string[] = [];
  const removed: string[] = [];
  let kept: unknown;
  for (const path of new Set([...was.keys(), ...want.keys()])) {
    const isMode = path === MODE;
    if (isMode && held.by === 'graduation') continue;
    const now = isMode && held.mode ? held.mode : live.get(path);
    const then = want.get(path);
    if (isDeepStrictEqual(now, then) || removed.some((entry) => isWithin(path, entry))) continue;
    const isUntouched = isDeepStrictEqual(now, was.get(path)) || (isMode && held.by === 'nobody-any-more');
    if (!isUntouched) {
      edited.push(path);
      if (now === undefined && then === PRESENT) removed.push(path);
    } else if (isMode && held.by === 'stop') kept = was.get(path);
    else if (then === undefined) next.delete(path);
    else next.set(path, then);
  }
  for (const path of live.keys())
    if (path.startsWith('["spec"') && path !== MODE && !was.has(path) && !want.has(path)) edited.push(path);

  const text = kept === undefined ? wanted.text : textWithMode(want, kept);
  const changes = { from: valueFrom(live), to: valueFrom(next), text, owner };
  const patch = patchOf(vpa, changes);
  return { ...(patch && { patch }), edited: named(edited) };
}

/** An entry is named only if nothing in it is. */
function named(edited: readonly string[]): string[] {
  return edited
    .filter((path) => !edited.some((other) => isWithin(other, path)))
    .map(pathText)
    .sort();
}

const AS_WANTED: Merged = { edited: [] };

/** The usual case, told cheaply: it states what is wanted and nothing else. */
function isAsWanted(
  { metadata: { labels = {}, annotations = {}, ownerReferences = [] } }: VerticalPodAutoscaler,
  spec: object,
  wanted: Wanted,
  { name, reference }: Owner,
): boolean {
  const states = (part: Readonly<Record<string, string>>, all: Readonly<Record<string, string>>) =>
    Object.entries(part).every(([key, value]) => all[key] === value);
  return (
    labels[POLICY_LABEL] === name &&
    ownerReferences.filter(isPolicyReference).every(({ uid }) => uid === reference?.uid) &&
    (!reference || ownerReferences.some(({ uid }) => uid === reference.uid)) &&
    states(wanted.labels, labels) &&
    states(wanted.annotations, annotations) &&
    isDeepStrictEqual(spec, wanted.spec)
  );
}

/** Gives a VPA of a policy to its users: nothing that marks it as the policy's stays. */
export function released(vpa: VerticalPodAutoscaler): JsonRecord {
  return {
    metadata: {
      resourceVersion: vpa.metadata.resourceVersion,
      labels: { [POLICY_LABEL]: null },
      annotations: { [LAST_APPLIED_ANNOTATION]: null },
      ownerReferences: vpa.metadata.ownerReferences?.filter((one) => !isPolicyReference(one)) ?? [],
    },
  };
}

interface Applied {
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
  readonly spec: object;
}

const NOTHING: Applied = { labels: {}, annotations: {}, spec: {} };

/** What was last applied; nothing if it cannot be read, so that whatever differs counts as edited. */
function lastFrom(text: string | undefined): Applied {
  try {
    const last: unknown = JSON.parse(text ?? '{}');
    if (!isRecord(last)) return NOTHING;
    const part = (name: string) => (isRecord(last[name]) ? last[name] : {});
    return {
      labels: part('labels') as Record<string, string>,
      annotations: part('annotations') as Record<string, string>,
      spec: part('spec'),
    };
  } catch {
    return NOTHING;
  }
}

const FIELDS = new WeakMap<Wanted, Fields>();

function wantedFields(wanted: Wanted, keyed: boolean): Fields {
  if (!keyed) return allFields(wanted, keyed);
  let fields = FIELDS.get(wanted);
  if (!fields) {
    fields = allFields(wanted, keyed);
    FIELDS.set(wanted, fields);
  }
  return fields;
}

function allFields({ labels, annotations, spec }: Applied, keyed: boolean): Fields {
  const fields = fieldsOf(spec, ['spec'], keyed);
  for (const [name, value] of Object.entries(labels))
    if (name !== POLICY_LABEL) fields.set(JSON.stringify(['metadata', 'labels', name]), value);
  for (const [name, value] of Object.entries(annotations))
    if (name !== LAST_APPLIED_ANNOTATION)
      fields.set(JSON.stringify(['metadata', 'annotations', name]), value);
  return fields;
}

/** Who else decides on the update mode, and the mode to compare instead of the one that is set. */
function heldMode(
  { metadata }: VerticalPodAutoscaler,
  last: Applied['annotations'],
  wanted: Applied['annotations'],
): { by: 'nobody' | 'stop' | 'graduation' | 'nobody-any-more'; mode?: string } {
  const { [FORMER_MODE_ANNOTATION]: former, [GRADUATION_ANNOTATION]: graduation } =
    metadata.annotations ?? {};
  const graduates = graduation !== undefined || wanted[GRADUATION_ANNOTATION] !== undefined;
  if (graduates && wanted[GRADUATION_ANNOTATION] === undefined && last[GRADUATION_ANNOTATION] === graduation)
    return { by: 'nobody-any-more' };
  if (graduates) return { by: 'graduation' };
  const mode = former === undefined ? undefined : (formerModeFrom(former)?.mode ?? 'Recreate');
  return mode === undefined ? { by: 'nobody' } : { by: 'stop', mode };
}

/** What is noted as applied while a stop keeps the mode as it was: the rest of what is wanted. */
function textWithMode(want: Fields, mode: unknown): string {
  const { metadata, spec } = valueFrom(new Map([...want, [MODE, mode]])) as {
    metadata?: { labels?: object; annotations?: object };
    spec?: object;
  };
  return stableText({ labels: metadata?.labels ?? {}, annotations: metadata?.annotations ?? {}, spec });
}

function patchOf(
  {
    metadata: { labels = {}, annotations = {}, ownerReferences = [], resourceVersion },
  }: VerticalPodAutoscaler,
  { from, to, text, owner }: { from: JsonRecord; to: JsonRecord; text: string; owner: Owner },
): JsonRecord | undefined {
  const metadata = recordAt(to, 'metadata');
  const references = [
    ...ownerReferences.filter((one) => !isPolicyReference(one)),
    ...(owner.reference ? [owner.reference] : []),
  ];
  const changes = {
    labels: difference(labels, { ...recordAt(metadata, 'labels'), [POLICY_LABEL]: owner.name }),
    annotations: difference(annotations, {
      ...recordAt(metadata, 'annotations'),
      [LAST_APPLIED_ANNOTATION]: text,
    }),
    ownerReferences: isSameReferences(ownerReferences, references) ? undefined : references,
  };
  const spec = difference(recordAt(from, 'spec'), recordAt(to, 'spec'));
  const changed = Object.entries(changes).filter(([, change]) => change !== undefined);
  if (changed.length === 0 && !spec) return undefined;
  return { metadata: { resourceVersion, ...Object.fromEntries(changed) }, ...(spec && { spec }) };
}

function recordAt(value: JsonRecord, key: string): JsonRecord {
  const one = value[key];
  return isRecord(one) ? one : {};
}

function isSameReferences(a: readonly OwnerReference[], b: readonly OwnerReference[]): boolean {
  return (
    a.length === b.length && a.every((one, index) => one.uid === b[index]?.uid && one.name === b[index].name)
  );
}

/** The JSON merge patch from one object to the other; undefined if they are equal. */
function difference(from: object, to: object): JsonRecord | undefined {
  const patch: JsonRecord = {};
  for (const key of new Set([...Object.keys(from), ...Object.keys(to)])) {
    const [was, is] = [(from as JsonRecord)[key], (to as JsonRecord)[key]];
    if (isDeepStrictEqual(was, is)) continue;
    if (is === undefined) patch[key] = null;
    else if (isRecord(was) && isRecord(is)) {
      const inner = difference(was, is);
      if (inner) patch[key] = inner;
    } else patch[key] = is;
  }
  return Object.keys(patch).length > 0 ? patch : undefined;
}
