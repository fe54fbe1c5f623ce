export const REPLAY_STATES = ['waiting', 'running', 'done', 'failed', 'cancelled', 'ended'] as const;
/** `ended`: the process that worked on it is gone. */
export type ReplayState = (typeof REPLAY_STATES)[number];

/** A replay without its outcome. */
export interface StoredReplay {
  readonly id: string;
  /** The process that works on it, and when it last said so in real time, Unix ms. */
  readonly owner: string;
  readonly beatMs: number;
  /** In the cluster's time, Unix ms. */
  readonly startedMs: number;
  readonly endedMs?: number;
  readonly state: ReplayState;
  readonly who: string;
  /** Empty for the whole cluster; `name` is empty for a namespace. */
  readonly namespace: string;
  readonly name: string;
  /** JSON. */
  readonly request: string;
  readonly standing: string;
}

export interface StoredReplayChart {
  readonly namespace: string;
  readonly name: string;
  readonly data: Uint8Array;
}

export interface ReplayFindings {
  readonly outcome: Uint8Array;
  readonly charts: readonly StoredReplayChart[];
}

/** Where replays are kept. Every method rejects if the database cannot be reached. */
export interface ReplayStore {
  /** Stores a replay as it stands, over what was stored of it, and its findings with it if there are any. */
  put(replay: StoredReplay, findings?: ReplayFindings): Promise<void>;
  /** The newest first; so many of people, and so many of graduation. */
  list(limit: number): Promise<StoredReplay[]>;
  get(id: string): Promise<StoredReplay | undefined>;
  outcome(id: string): Promise<Uint8Array | undefined>;
  chart(id: string, namespace: string, name: string): Promise<Uint8Array | undefined>;
  /** Removes those that started before, and the oldest beyond `most` of people, and of graduation. */
  prune(beforeMs: number, most: number): Promise<void>;
  /** Removes everything. */
  clear(): Promise<void>;
}
