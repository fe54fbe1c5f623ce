import { isDeepStrictEqual } from 'node:util';
import { LRUCache } from 'lru-cache';
import { GRADUATION_ANNOTATION } from '../decide/features/graduation/rules';
import { FORMER_MODE_ANNOTATION, formerModeFrom } from '../decide/pods/mode-before-stop';
import { RULE_LABEL } from '../decide/pods/rule-label';
import { isRuleReference, LAST_APPLIED_ANNOTATION } from '../decide/pods/rule-marks';
import { ofKey } from '../lib/memo/of-key';
import { isJsonObject, type JsonObject } from '../objects/json-object';
import type { OwnerReference } from '../objects/types';
import type { VerticalPodAutoscaler } from '../objects/vpa-types';
import {
  type Fields,
  fieldPath,
  fieldPathText,
  fieldsOf,
  isFieldWithin,
  isKeyed,
  PRESENT,
  valueFrom,
} from './fields';
import { stableText, type WantedVpa } from './wanted';

/** A policy as its VPAs name it; a built-in one has no object. */
export interface Owner {
  readonly name: string;
  readonly reference?: OwnerReference;
}

export interface Merged {
  /** A JSON merge patch; absent if the VPA is as it should be. */
  readonly patch?: JsonObject;
  /** The fields edited by hand, which stay as they are. */
  readonly edited: readonly string[];
}

const SPEC = fieldPath(['spec']);
const MODE = fieldPath(['spec', 'updatePolicy', 'updateMode']);

/**
 * Brings a VPA to what its policy wants: what is still as last applied follows the policy, what differs from that was
 * edited by hand and stays. The update mode is left to a stop that holds it, and to graduation.
 */
export function merge(vpa: VerticalPodAutoscaler, wanted: WantedVpa, owner: Owner): Merged {
  const { targetRef: _, ...spec } = vpa.spec ?? {};
  const { labels = {}, annotations = {} } = vpa.metadata;
  const lastText = annotations[LAST_APPLIED_ANNOTATION];
  if (lastText === wanted.text && isAsWanted(vpa, spec, wanted, owner)) return AS_WANTED;
  const last = lastText === wanted.text ? wanted : lastFrom(lastText);
  const held = heldMode(vpa, last.annotations, wanted.annotations);
  const rest = { labels, annotations };
  if (held.by === 'nobody' && isUntouchedBeside(rest, last, wanted) && isDeepStrictEqual(spec, last.spec))
    return followed(vpa, lastText ?? '', { last, wanted, owner });
  const keyed = [spec, last.spec, wanted.spec].every(isKeyed);
  const want = wantedFields(wanted, keyed);
  const was = last === wanted ? want : allFields(last, keyed);
  const live = allFields({ labels, annotations, spec }, keyed);

  const next = new Map(live);
  const edited: string[] = [];
  const removed: string[] = [];
  let kept: unknown;
  for (const path of new Set([...was.keys(), ...want.keys()])) {
    const isMode = path === MODE;
    if (isMode && held.by === 'graduation') continue;
    const now = isMode && held.mode ? held.mode : live.get(path);
    const then = want.get(path);
    if (isDeepStrictEqual(now, then) || removed.some((entry) => isFieldWithin(path, entry))) continue;
    const isUntouched = isDeepStrictEqual(now, was.get(path)) || (isMode && held.by === 'nobody-any-more');
    if (!isUntouched) {
      edited.push(path);
      if (now === undefined && then === PRESENT) removed.push(path);
    } else if (isMode && held.by === 'stop') kept = was.get(path);
    else if (then === undefined) next.delete(path);
    else next.set(path, then);
  }
  for (const path of live.keys())
    if (isFieldWithin(path, SPEC) && path !== MODE && !was.has(path) && !want.has(path)) edited.push(path);

  const text = kept === undefined ? wanted.text : textWithMode(want, kept);
  const [from, to] = [valueFrom(live), valueFrom(next)];
  const metadata = objectAt(to, 'metadata');
  const patch = patchOf(vpa, {
    labels: objectAt(metadata, 'labels'),
    annotations: objectAt(metadata, 'annotations'),
    spec: difference(objectAt(from, 'spec'), objectAt(to, 'spec')),
    text,
    owner,
  });
  return { ...(patch && { patch }), edited: named(edited) };
}

/** Whether labels and annotations that the policy wrote are as it wrote them, and none that it will write is there. */
function isUntouchedBeside(
  live: Pick<Applied, 'labels' | 'annotations'>,
  last: Applied,
  wanted: WantedVpa,
): boolean {
  return (['labels', 'annotations'] as const).every(
    (part) =>
      states(last[part], live[part]) &&
      Object.keys(wanted[part]).every((key) => key in last[part] || !(key in live[part])),
  );
}

/** The differences of specs from what was last applied, by its text: all VPAs of a policy have the same. */
const FOLLOWED = new WeakMap<WantedVpa, Map<string, JsonObject | undefined>>();

/** A VPA that nobody touched becomes what is wanted. */
function followed(
  vpa: VerticalPodAutoscaler,
  lastText: string,
  { last, wanted, owner }: { last: Applied; wanted: WantedVpa; owner: Owner },
): Merged {
  const known = ofKey(FOLLOWED, wanted, () => new Map<string, JsonObject | undefined>());
  if (!known.has(lastText)) {
    if (known.size >= MOST_KEPT) known.clear();
    known.set(lastText, difference(last.spec, wanted.spec));
  }
  const without = (all: Readonly<Record<string, string>>, part: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(all).filter(([key]) => !(key in part)));
  const { labels = {}, annotations = {} } = vpa.metadata;
  const patch = patchOf(vpa, {
    labels: { ...without(labels, last.labels), ...wanted.labels },
    annotations: { ...without(annotations, last.annotations), ...wanted.annotations },
    spec: known.get(lastText),
    text: wanted.text,
    owner,
  });
  return patch ? { patch, edited: [] } : AS_WANTED;
}

/** An entry is named only if nothing in it is. */
function named(edited: readonly string[]): string[] {
  return edited
    .filter((path) => !edited.some((other) => isFieldWithin(other, path)))
    .map(fieldPathText)
    .sort();
}

const AS_WANTED: Merged = { edited: [] };

/** The usual case, told cheaply: it states what is wanted and nothing else. */
function isAsWanted(
  { metadata: { labels = {}, annotations = {}, ownerReferences = [] } }: VerticalPodAutoscaler,
  spec: object,
  wanted: WantedVpa,
  { name, reference }: Owner,
): boolean {
  return (
    labels[RULE_LABEL] === name &&
    ownerReferences.filter(isRuleReference).every(({ uid }) => uid === reference?.uid) &&
    (!reference || ownerReferences.some(({ uid }) => uid === reference.uid)) &&
    states(wanted.labels, labels) &&
    states(wanted.annotations, annotations) &&
    isDeepStrictEqual(spec, wanted.spec)
  );
}

function states(part: Readonly<Record<string, string>>, all: Readonly<Record<string, string>>): boolean {
  return Object.entries(part).every(([key, value]) => all[key] === value);
}

/** Gives a VPA of a policy to its users: nothing that marks it as the policy's stays. */
export function released(vpa: VerticalPodAutoscaler): JsonObject {
  return {
    metadata: {
      resourceVersion: vpa.metadata.resourceVersion,
      labels: { [RULE_LABEL]: null },
      annotations: { [LAST_APPLIED_ANNOTATION]: null },
      ownerReferences: vpa.metadata.ownerReferences?.filter((one) => !isRuleReference(one)) ?? [],
    },
  };
}

interface Applied {
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
  readonly spec: object;
}

const NOTHING: Applied = { labels: {}, annotations: {}, spec: {} };

/** Texts kept: as many as policies had templates of late. */
const MOST_KEPT = 256;
const LAST = new LRUCache<string, Applied>({ max: MOST_KEPT });

/** What was last applied; nothing if it cannot be read, so that whatever differs counts as edited. */
function lastFrom(text: string | undefined): Applied {
  if (text === undefined) return NOTHING;
  return ofKey(LAST, text, () => readLast(text));
}

function readLast(text: string): Applied {
  try {
    const last: unknown = JSON.parse(text);
    if (!isJsonObject(last)) return NOTHING;
    const part = (name: string) => objectAt(last, name);
    return {
      labels: part('labels') as Record<string, string>,
      annotations: part('annotations') as Record<string, string>,
      spec: part('spec'),
    };
  } catch {
    return NOTHING;
  }
}

const FIELDS = new WeakMap<WantedVpa, Fields>();

function wantedFields(wanted: WantedVpa, keyed: boolean): Fields {
  if (!keyed) return allFields(wanted, keyed);
  return ofKey(FIELDS, wanted, () => allFields(wanted, keyed));
}

function allFields({ labels, annotations, spec }: Applied, keyed: boolean): Fields {
  const fields = fieldsOf(spec, ['spec'], keyed);
  for (const [name, value] of Object.entries(labels))
    if (name !== RULE_LABEL) fields.set(fieldPath(['metadata', 'labels', name]), value);
  for (const [name, value] of Object.entries(annotations))
    if (name !== LAST_APPLIED_ANNOTATION) fields.set(fieldPath(['metadata', 'annotations', name]), value);
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
  next: { labels: object; annotations: object; spec: JsonObject | undefined; text: string; owner: Owner },
): JsonObject | undefined {
  const { name, reference } = next.owner;
  const references = [
    ...ownerReferences.filter((one) => !isRuleReference(one)),
    ...(reference ? [reference] : []),
  ];
  const changes = {
    labels: difference(labels, { ...next.labels, [RULE_LABEL]: name }),
    annotations: difference(annotations, { ...next.annotations, [LAST_APPLIED_ANNOTATION]: next.text }),
    ownerReferences: isSameReferences(ownerReferences, references) ? undefined : references,
  };
  const changed = Object.entries(changes).filter(([, change]) => change !== undefined);
  if (changed.length === 0 && !next.spec) return undefined;
  return {
    metadata: { resourceVersion, ...Object.fromEntries(changed) },
    ...(next.spec && { spec: next.spec }),
  };
}

function objectAt(value: JsonObject, key: string): JsonObject {
  const one = value[key];
  return isJsonObject(one) ? one : {};
}

function isSameReferences(a: readonly OwnerReference[], b: readonly OwnerReference[]): boolean {
  return (
    a.length === b.length && a.every((one, index) => one.uid === b[index]?.uid && one.name === b[index].name)
  );
}

/** The JSON merge patch from one object to the other; undefined if they are equal. */
function difference(from: object, to: object): JsonObject | undefined {
  const patch: JsonObject = {};
  for (const key of new Set([...Object.keys(from), ...Object.keys(to)])) {
    const [was, is] = [(from as JsonObject)[key], (to as JsonObject)[key]];
    if (isDeepStrictEqual(was, is)) continue;
    if (is === undefined) patch[key] = null;
    else if (isJsonObject(was) && isJsonObject(is)) {
      const inner = difference(was, is);
      if (inner) patch[key] = inner;
    } else patch[key] = is;
  }
  return Object.keys(patch).length > 0 ? patch : undefined;
}
