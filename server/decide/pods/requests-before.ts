import { isJsonObject, parsed } from '../../objects/json-object';
import { type Amounts, RESOURCES, type Resource } from '../../objects/units';
import { ANNOTATIONS } from '../../words/annotations';

/** What the containers of a pod requested before the last resize of Plumbline, and since, as JSON. */
export const REQUESTS_BEFORE_ANNOTATION = ANNOTATIONS.requestsBefore.name;

/** A request before and after a change, in millicores or bytes. */
export interface RequestChange {
  readonly from: number;
  readonly to: number;
}

/** By container. */
export type RequestChanges = Readonly<Record<string, Partial<Record<Resource, RequestChange>>>>;

const NONE: RequestChanges = {};

/** What to note beside a change; what it leaves alone stays noted as it is in `known`. */
export function requestsBefore(
  changes: readonly { readonly container: string; readonly from: Amounts; readonly to: Amounts }[],
  known: string | undefined,
): string {
  const noted: Record<string, Partial<Record<Resource, [number, number]>>> = {};
  const note = (container: string, resource: Resource, { from, to }: RequestChange) => {
    noted[container] = { ...noted[container], [resource]: [from, to] };
  };
  for (const [container, former] of Object.entries(readRequestsBefore(known)))
    for (const resource of RESOURCES) {
      const change = former[resource];
      if (change) note(container, resource, change);
    }
  for (const { container, from: before, to: after } of changes)
    for (const resource of RESOURCES) {
      const [from, to] = [before[resource], after[resource]];
      if (from !== undefined && to !== undefined && from !== to) note(container, resource, { from, to });
    }
  return JSON.stringify(noted);
}

/** Reads the annotation; nothing if it is missing or not ours. */
export function readRequestsBefore(text: string | undefined): RequestChanges {
  if (text === undefined) return NONE;
  const containers = parsed(text);
  if (!isJsonObject(containers)) return NONE;
  return Object.fromEntries(
    Object.entries(containers).map(([container, resources]) => [container, changesIn(resources)]),
  );
}

function changesIn(resources: unknown): RequestChanges[string] {
  const changes: Partial<Record<Resource, RequestChange>> = {};
  if (!isJsonObject(resources)) return changes;
  for (const resource of RESOURCES) {
    const pair = resources[resource];
    if (!Array.isArray(pair)) continue;
    const [from, to]: unknown[] = pair;
    if (typeof from === 'number' && typeof to === 'number') changes[resource] = { from, to };
  }
  return changes;
}
