/** What a node's pods used at most together, as `NodePeaks` saves it. */
export interface NodePeakRow {
  readonly node: string;
  /** JSON; what is stored may be any text. */
  readonly peaks: string;
}

/** Where peaks of nodes are kept. Every method rejects if the database cannot be reached. */
export interface NodePeakStore {
  /** Those saved since a time, Unix ms; the latest first, up to `limit`. */
  since(ms: number, limit: number): Promise<NodePeakRow[]>;
  /** Stores all of them or none, replacing former ones of the same nodes; dated `atMs`, Unix ms. */
  put(rows: readonly NodePeakRow[], atMs: number): Promise<void>;
  /** Removes those last saved before a time, Unix ms. */
  prune(beforeMs: number): Promise<void>;
  /** Removes everything. */
  clear(): Promise<void>;
}
