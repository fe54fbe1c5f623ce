import { isRecord } from './normalize';

/** Only which fields there are and of what type, for answers that name the version of the server. */
export function shapeOf(body: unknown): unknown {
  if (!isRecord(body)) return typeof body;
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
  'networking.k8s.io',
  'storage.k8s.io',
  'events.k8s.io',
  'node.k8s.io',
  'discovery.k8s.io',
  'flowcontrol.apiserver.k8s.io',
]);
const UNSERVED_VERSIONS = /v\d+(alpha|beta)\d+$/;
/** Served by a cluster with metrics and custom resources, which the recorded one had not yet. */
const ADDED_GROUPS = new Set(['metrics.k8s.io', 'autoscaling.k8s.io']);

/** The groups that both have, by name; versions no longer served by current servers left out. */
export function onlyServed(body: unknown): unknown {
  if (!isRecord(body) || !Array.isArray(body.groups)) return body;
  const groups = body.groups
    .filter(isRecord)
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
