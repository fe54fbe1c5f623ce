import { parseStated } from '../../decide/pods/stated-yaml';
import { isJsonObject, type JsonObject } from '../../objects/json-object';
import type { OwnerReference, Pod } from '../../objects/types';

/** A pod as the API server would get it, from a manifest that somebody pasted. */
export interface PastedPod {
  pod: Pod;
  /** The workload whose template it is from; absent for a manifest of a pod. */
  workload?: { apiVersion: string; kind: string; name: string };
  /** As the manifest states it. */
  namespace?: string;
}

/** Parsing YAML takes about a millisecond for each kilobyte, and nothing else is done meanwhile. */
const MOST_YAML = 64 * 1024;

type Reading = PastedPod | { fault: string };

/**
 * The first pod in a manifest: YAML or JSON, one document or several, a pod, a workload with a pod template, or a list
 * of these.
 */
export function readManifest(text: string): Reading {
  let objects: JsonObject[];
  try {
    objects = documentsOf(text).flatMap(itemsOf);
  } catch (thrown) {
    return { fault: `It cannot be read: ${thrown instanceof Error ? thrown.message : String(thrown)}` };
  }
  if (objects.length === 0) return { fault: 'There is no object in it.' };
  for (const object of objects) {
    const found = podIn(object);
    if (found) return found;
  }
  const kinds = objects.map(({ kind }) => (typeof kind === 'string' ? kind : 'object without a kind'));
  return { fault: `There is no pod and no pod template in it, only: ${[...new Set(kinds)].join(', ')}.` };
}

function documentsOf(text: string): unknown[] {
  if (text.trimStart().startsWith('{')) return [JSON.parse(text)];
  if (text.length > MOST_YAML)
    throw new RangeError('longer than 64 KiB in YAML; paste one object alone, or JSON');
  return text
    .split(/^---(?:[ \t].*)?$/m)
    .filter((part) => part.replaceAll(/^\s*#.*$/gm, '').trim() !== '')
    .map(parseStated);
}

function itemsOf(document: unknown): JsonObject[] {
  if (!isJsonObject(document)) return [];
  return Array.isArray(document.items) ? document.items.filter(isJsonObject) : [document];
}

function podIn(object: JsonObject): PastedPod | undefined {
  const { apiVersion = 'v1', kind, metadata, spec } = object;
  if (typeof kind !== 'string' || typeof apiVersion !== 'string' || !isJsonObject(spec)) return undefined;
  const stated = isJsonObject(metadata) ? metadata : {};
  const namespace = textIn(stated, 'namespace');
  if (kind === 'Pod') return { pod: { ...object, metadata: { ...stated } } as unknown as Pod, namespace };
  const name = textIn(stated, 'name') ?? '';
  const template = templateIn(spec);
  if (!template || !isJsonObject(template.spec)) return undefined;
  const owner: OwnerReference = {
    apiVersion,
    kind,
    name,
    uid: textIn(stated, 'uid') ?? '',
    controller: true,
  };
  const own = isJsonObject(template.metadata) ? template.metadata : {};
  const pod = {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { ...own, generateName: `${name}-`, ...(namespace && { namespace }), ownerReferences: [owner] },
    spec: template.spec,
  } as unknown as Pod;
  return { pod, workload: { apiVersion, kind, name }, namespace };
}

/** A CronJob has it in the template of its jobs. */
function templateIn(spec: JsonObject): JsonObject | undefined {
  const { jobTemplate, template } = spec;
  if (isJsonObject(jobTemplate) && isJsonObject(jobTemplate.spec)) return templateIn(jobTemplate.spec);
  return isJsonObject(template) ? template : undefined;
}

function textIn(object: JsonObject, key: string): string | undefined {
  const value = object[key];
  return typeof value === 'string' && value !== '' ? value : undefined;
}
