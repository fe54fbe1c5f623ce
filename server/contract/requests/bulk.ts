import type { UpdateMode } from '../../objects/vpa-types';
import type { SkipReason } from '../../words/bulk';
import type { PodCounts } from '../operations';

/** What is asked of one object, as one of many. */
export type BulkStep =
  | {
      kind: 'mode';
      namespace: string;
      /** Of the VPA. */
      name: string;
      mode: UpdateMode;
      /** Changes it only from this mode. */
      from?: UpdateMode;
    }
  | {
      /** Makes a VPA in mode Off. */
      kind: 'make';
      namespace: string;
      target: { apiVersion: string; kind: string; name: string };
    }
  | {
      /** Removes a VPA that was just made, if nobody has changed it since. */
      kind: 'remove';
      namespace: string;
      name: string;
      uid: string;
      generation: number;
    };

/** POST /api/bulk and /api/bulk/preview: some of the steps, since all of them may be very many. */
export interface BulkRequest {
  steps: BulkStep[];
}

/** A step that is not taken. */
export type NotTaken =
  | { kind: 'skipped'; reason: SkipReason; detail?: string }
  | { kind: 'failed'; message: string };

/** What one step would do. */
export type BulkForecast =
  | {
      kind: 'changes';
      /** The mode from which it changes; with a stop, the one that counts once it is lifted. */
      from?: UpdateMode;
      /** Whether a stop holds the VPA, so that its mode waits. */
      isStopped?: boolean;
      /** What the next pass does to its pods in the new mode; absent if this process plans none. */
      pods?: PodCounts;
    }
  | NotTaken;

/** In the order of the steps. */
export interface BulkForecastView {
  results: BulkForecast[];
}

/** What came of one step. */
export type BulkOutcome = { kind: 'done'; undo: BulkStep } | NotTaken;

/** In the order of the steps. */
export interface BulkOutcomeView {
  results: BulkOutcome[];
}

/** Steps in one request: few enough to be answered soon, with progress in between. */
export const MOST_STEPS = 50;
