import { isJsonObject } from './normalize';

/** Only which fields there are and of what type, for answers that name the version of the server. */
export function shapeOf(body: unknown): unknown {
  if (!isJsonObject(body)) return typeof body;
  return Object.fromEntries(
    Object.keys(body)
      .sort()
      .map((key) => [key, typeof body[key]]),
  );
}

/** Groups and versions that the embedded cluster does not serve: whole kinds of object it has no use for. */
const UNSERVED_GROUPS = new Set([
  'apiregistration.k8s.io',
  'certificates.k8s.io',
  'storage.k8s.io',
  'events.k8s.io',
  'node.k8s.io',
  'discovery.k8s.io',
  'flowcontrol.apiserver.k8s.io',
]);
const UNSERVED_VERSIONS = /v\d+(alpha|beta)\d+$/;
/** Served by a cluster with metrics and custom resources, which the recorded one had not yet. */
const ADDED_GROUPS = new Set(['metrics.k8s.io', 'autoscaling.k8s.io', 'plumbline.dev']);

/** The groups that both have, by name; versions no longer served by current servers left out. */
export function onlyServed(body: unknown): unknown {
  if (!isJsonObject(body) || !Array.isArray(body.groups)) return body;
  const groups = body.groups
    .filter(isJsonObject)
    .filter((group) => !UNSERVED_GROUPS.has(String(group.name)) && !ADDED_GROUPS.has(String(group.name)))
    .map((group) => ({
      ...group,
      versions: (group.versions as { version: string }[]).filter(
        ({ version }) => !UNSERVED_VERSIONS.test(version),
      ),
    }));
  return { ...body, groups: groups.sort((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b))) };
}

/** A refusal without the Go program's own rendering of the difference. */
export function withoutGoDiff(body: unknown): unknown {
  return JSON.parse(JSON.stringify(body), (_key, value: unknown) =>
    typeof value === 'string' ? value.split('\n')[0] : value,
  );
}

/** Kinds and subresources that take part in nothing the embedded cluster simulates. */
const UNSERVED_RESOURCES = /^componentstatuses$|\/(proxy|attach|exec|portforward|ephemeralcontainers)$/;
/** What servers newer than the recorded one add. */
const NEWER_RESOURCES = new Set(['pods/resize']);

/** Kinds that the recorded server still stored in a beta version. */
const STORED_IN_BETA = new Set(['poddisruptionbudgets']);

/** The resources of a group version that both have. */
export function sharedResources(body: unknown): unknown {
  if (!isJsonObject(body) || !Array.isArray(body.resources)) return body;
  const resources = (body.resources as { name: string; storageVersionHash?: string }[])
    .filter(({ name }) => !UNSERVED_RESOURCES.test(name) && !NEWER_RESOURCES.has(name))
    .map((each) =>
      STORED_IN_BETA.has(each.name) ? { ...each, storageVersionHash: 'of another version' } : each,
    );
  return { ...body, resources };
}

/** A list or table without how much of it is left, which hangs on what else runs in the namespace. */
export function withoutRemaining(body: unknown): unknown {
  if (!isJsonObject(body) || !isJsonObject(body.metadata)) return body;
  const { remainingItemCount: _remaining, continue: _continue, ...metadata } = body.metadata;
  return { ...body, metadata };
}

/** An object, or the objects of a list, without status and finalizers: the recorded job never ended. */
export function asIfEnded(body: unknown): unknown {
  if (!isJsonObject(body)) return body;
  if (Array.isArray(body.items)) return { ...body, metadata: {}, items: body.items.map(asIfEnded) };
  const { finalizers: _finalizers, ...metadata } = body.metadata as Record<string, unknown>;
  return { ...body, metadata, status: {} };
}

/** A quota without the number of pods, of which the recorded job's never ended. */
export function withoutPodCount(body: unknown): unknown {
  if (!isJsonObject(body) || !isJsonObject(body.status) || !isJsonObject(body.status.used)) return body;
  const { pods: _pods, ...used } = body.status.used;
  return { ...body, status: { ...body.status, used } };
}

/** The columns everyone sees; rows and wide columns belong to the definition installed. */
export function narrowColumns(body: unknown): unknown {
  if (!isJsonObject(body) || !Array.isArray(body.columnDefinitions)) return body;
  return (body.columnDefinitions as { priority: number }[]).filter(({ priority }) => priority === 0);
}

/** How a check is reported, and the verdict at the end. */
export function healthFormat(body: unknown): unknown {
  const lines = String(body).trimEnd().split('\n');
  return { checksOk: lines.slice(0, -1).every((line) => /^\[\+\]\S+ ok$/.test(line)), verdict: lines.at(-1) };
}

/** The first item of a list whose length hangs on the number of nodes. */
export function firstItem(body: unknown): unknown {
  return isJsonObject(body) && Array.isArray(body.items) ? { ...body, items: body.items.slice(0, 1) } : body;
}

/** One of each kind of event: how many steps a rollout takes hangs on how many pods get ready at once. */
export function asKindsOfEvent(body: unknown): unknown {
  if (!isJsonObject(body) || !Array.isArray(body.items)) return body;
  const kinds = body.items.map((item) => canonical(item).replace(/ to \d+"/, ' to <count>"'));
  return { ...body, items: [...new Set(kinds)].sort() };
}

/** The items of a list in some order, without how often each was written, for the same reason. */
export function withoutGenerations(body: unknown): unknown {
  if (!isJsonObject(body) || !Array.isArray(body.items)) return body;
  const items = body.items.map((item) =>
    canonical(item).replace(/"(generation|observedGeneration)":\d+/g, '"$1":0'),
  );
  return { ...body, items: items.sort() };
}

export function withConditionsSorted(body: unknown): unknown {
  if (!isJsonObject(body) || !isJsonObject(body.status) || !Array.isArray(body.status.conditions))
    return body;
  return { ...body, status: { ...body.status, conditions: body.status.conditions.map(canonical).sort() } };
}

/** JSON with sorted keys. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, each: unknown) =>
    isJsonObject(each) ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1))) : each,
  );
}
