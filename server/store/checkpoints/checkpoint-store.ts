/** Identifies a checkpoint: one container of one VPA. */
export interface CheckpointKey {
  namespace: string;
  vpa: string;
  container: string;
}

/** A checkpoint to store. */
export interface NewCheckpoint extends CheckpointKey {
  /** Unix ms; kept when one is replaced. */
  createdMs: number;
  /** JSON; what is stored may be any text. */
  status: string;
}

export interface StoredCheckpoint extends NewCheckpoint {
  /** Changes with every write. */
  version: string;
}

/** Where checkpoints are kept. Every method rejects if the database cannot be reached. */
export interface CheckpointStore {
  /** Those after a key in the order of keys, of one namespace or of all; fewer than `limit` at the end. */
  page(at: { after?: CheckpointKey; namespace?: string; limit: number }): Promise<StoredCheckpoint[]>;
  get(key: CheckpointKey): Promise<StoredCheckpoint | undefined>;
  /** Stores all of them or none. @returns those that did not exist; the others stay as they are */
  insert(checkpoints: readonly NewCheckpoint[]): Promise<CheckpointKey[]>;
  /** Stores all of them or none, replacing existing ones. */
  put(checkpoints: readonly NewCheckpoint[]): Promise<void>;
  /** Removes the checkpoint unless it has another version by now. @returns whether it did */
  remove(checkpoint: CheckpointKey & { version: string }): Promise<boolean>;
  /** Removes everything. */
  clear(): Promise<void>;
}

export function keyTextOf({ namespace, vpa, container }: CheckpointKey): string {
  return `${namespace}/${vpa}/${container}`;
}
