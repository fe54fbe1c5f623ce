import { type NodePeaks, PEAK_MS, type SavedNodePeak } from '../decide/estimators/nodes/node-peaks';
import type { Logger } from '../lib/report/log';
import type { Clock } from '../lib/time/clock';
import { parsed } from '../objects/json-object';
import { DatabaseAway, type NodePeakStore } from '../store';
import type { NodesPorts } from './ports';

/** Real time between two times of saving. */
const SAVE_EVERY_MS = 5 * 60_000;
/** Nodes in one statement. */
const BATCH = 100;
/** More nodes than a cluster may have (5,000), with those that are gone. */
const MOST_NODES = 20_000;

interface SavedPeaksParts {
  store: NodesPorts['savedPeaks'];
  /** The cluster clock, which dates peaks. */
  clock: Pick<Clock, 'now'>;
  wallClock: Pick<Clock, 'steady'>;
  log: Logger;
}

/**
 * Keeps the peaks of nodes in the database, so that a new process does not take a node for idler than it was. While
 * the database is away, nothing is lost but by the end of the process.
 */
export class SavedPeaks {
  private isRestored = false;
  private savedMs: number;

  constructor(
    private readonly peaks: NodePeaks,
    private readonly parts: SavedPeaksParts,
  ) {
    this.savedMs = parts.wallClock.steady();
  }

  /** Adds what was saved, once the database answers. */
  async restoreOnce(): Promise<void> {
    if (this.isRestored) return;
    const nowMs = this.parts.clock.now();
    const rows = await this.ask((store) => store.since(nowMs - PEAK_MS, MOST_NODES));
    if (!rows) return;
    this.isRestored = true;
    const unreadable = this.peaks.restore(
      rows.map(({ node, peaks }) => ({ node, peaks: parsed(peaks) })),
      nowMs,
    );
    if (unreadable.length > 0)
      this.parts.log.warn(
        { nodes: unreadable },
        'Saved peaks of nodes cannot be read; they are learned anew',
      );
  }

  async saveInTime(): Promise<void> {
    if (this.parts.wallClock.steady() - this.savedMs >= SAVE_EVERY_MS) await this.save();
  }

  /** Not before what was saved is read: it would be replaced. */
  async save(): Promise<void> {
    if (!this.isRestored) return;
    this.savedMs = this.parts.wallClock.steady();
    const nowMs = this.parts.clock.now();
    const changed = this.peaks.takeChanged();
    for (let from = 0; from < changed.length; from += BATCH) {
      const rows = changed.slice(from, from + BATCH).map(rowOf);
      const isDone = await this.ask((store) => store.put(rows, nowMs).then(() => true));
      if (!isDone) return this.peaks.putBack(changed.slice(from));
    }
    await this.ask((store) => store.prune(nowMs - PEAK_MS));
  }

  /** Undefined while the database is away, which its other parts report. */
  private async ask<T>(question: (store: NodePeakStore) => Promise<T>): Promise<T | undefined> {
    try {
      return await this.parts.store.ask(question);
    } catch (error) {
      if (!(error instanceof DatabaseAway)) throw error;
      this.parts.log.debug({ err: error }, 'The database does not answer for peaks of nodes');
      return undefined;
    }
  }
}

function rowOf({ node, peaks }: SavedNodePeak) {
  return { node, peaks: JSON.stringify(peaks) };
}
