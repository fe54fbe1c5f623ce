import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { ChosenEstimator } from '@/server/decide/estimators/estimator';
import type { ClusterState } from '@/server/model/cluster-state';
import { containerKey } from '@/server/objects/container-key';
import { isJsonObject } from '@/server/objects/json-object';
import type { ServedVpa } from '../vpas/served-vpa';
import { type CheckpointStatus, decodeCheckpoint, encodeCheckpoint } from './checkpoint-codec';

/** All annotations of an object may have 256 KiB together. */
const LONGEST_TEXT = 160_000;
/** What a text may say at most, so that a made-up one costs little. */
const LONGEST_CONTENT = 16 * 1024 * 1024;

interface SavedGroup {
  readonly value: string;
  readonly checkpoint: CheckpointStatus;
  readonly study?: string | undefined;
}

interface SavingParts {
  state: Pick<ClusterState, 'checkpointAggregatesOf'>;
  estimator: Pick<ChosenEstimator, 'save'>;
  nowMs: number;
}

/**
 * What the groups of a VPA know of one container, as text for its checkpoint, where the reference does not look: its
 * own data is that of all pods together. Undefined without groups.
 */
export function savedGroups(
  { namespace, groups, sidecars }: ServedVpa,
  container: string,
  { state, estimator, nowMs }: SavingParts,
): string | undefined {
  if (!groups) return undefined;
  const saved: SavedGroup[] = [];
  for (const { value, modelName, studies } of groups.byValue.values()) {
    const aggregate = state
      .checkpointAggregatesOf(namespace, modelName, nowMs)
      .get(containerKey(container, sidecars.has(container)));
    if (!aggregate || (aggregate.sampleCount === 0 && aggregate.peakCount === 0)) continue;
    const checkpoint = encodeCheckpoint(aggregate, nowMs, estimator);
    saved.push({ value, checkpoint, study: studies.save(container) });
  }
  saved.sort((a, b) =>
    (a.checkpoint.lastSampleStart ?? '') > (b.checkpoint.lastSampleStart ?? '') ? -1 : 1,
  );
  return withinLength(groups.scope, saved);
}

/** Studies go first, then the groups that were seen least lately. */
function withinLength(scope: string, saved: readonly SavedGroup[]): string {
  const text = deflateRawSync(JSON.stringify({ scope, groups: saved })).toString('base64');
  if (text.length <= LONGEST_TEXT || saved.length === 0) return text;
  const hasStudies = saved.some(({ study }) => study !== undefined);
  return withinLength(
    scope,
    hasStudies
      ? saved.map(({ value, checkpoint }) => ({ value, checkpoint }))
      : saved.slice(0, Math.floor(saved.length / 2)),
  );
}

interface RestoringParts {
  state: Pick<ClusterState, 'loadCheckpoint'>;
  estimator: Pick<ChosenEstimator, 'load'>;
  /** Tells the model of groups that have begun. */
  begun(served: ServedVpa): void;
}

/**
 * Adds to the model what `savedGroups` wrote, if it was for the same label of nodes; a group that cannot be read begins
 * anew.
 */
export function restoreGroups(
  served: ServedVpa,
  { container, isSidecar }: { container: string; isSidecar: boolean },
  text: string,
  { state, estimator, begun }: RestoringParts,
): void {
  const { groups, namespace } = served;
  const saved = groups && groupsInText(text, groups.scope);
  if (!groups || !saved) return;
  for (const { value } of saved) groups.groupOf(value);
  begun(served);
  for (const { value, checkpoint, study } of saved) {
    const { modelName, studies } = groups.groupOf(value);
    try {
      const decoded = decodeCheckpoint(checkpoint, estimator);
      state.loadCheckpoint(namespace, modelName, container, decoded, isSidecar);
      const lastMs = decoded.lastSampleMs ?? Number.NaN;
      if (study !== undefined) studies.restore(container, study, lastMs, isSidecar);
    } catch {
      // The group learns again; what all pods know together is not affected.
    }
  }
}

function groupsInText(text: string, scope: string): SavedGroup[] | undefined {
  try {
    const content = inflateRawSync(Buffer.from(text, 'base64'), { maxOutputLength: LONGEST_CONTENT });
    const kept: unknown = JSON.parse(content.toString('utf8'));
    if (!isJsonObject(kept) || kept.scope !== scope || !Array.isArray(kept.groups)) return undefined;
    return kept.groups.filter(
      (one): one is SavedGroup =>
        isJsonObject(one) &&
        typeof one.value === 'string' &&
        isJsonObject(one.checkpoint) &&
        (one.study === undefined || typeof one.study === 'string'),
    );
  } catch {
    return undefined;
  }
}
