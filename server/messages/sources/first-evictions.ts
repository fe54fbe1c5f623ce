import type { ActionRecord, AuditQuery, Journal } from '../../store';
import { type Fact, workloadPath } from '../fact';

/** How far back a process looks after its start, in the cluster's time: what was told since is in the ledger. */
const LOOK_BACK_MS = 24 * 3_600_000;
const PAGE = 200;
const MOST_PAGES = 5;
/** VPAs that are known to have been evicted before. */
const MOST_KNOWN = 20_000;
const MOST_KEPT = 1_000;
/** Records of other processes may be stored this late. */
const OVERLAP_MS = 10 * 60_000;

const EVICTIONS: Pick<AuditQuery, 'kinds' | 'what' | 'outcome'> = {
  kinds: ['action'],
  what: 'evict',
  outcome: 'done',
};

/**
 * Tells the first eviction of each VPA, as far as the record goes back. Looks only at what was recorded since
 * the last look.
 */
export class FirstEvictions {
  private readonly known = new Set<string>();
  private readonly found = new Map<string, Fact>();
  private sinceMs: number;
  private revision = -1;

  constructor(
    private readonly store: Pick<Journal, 'audit' | 'revision'>,
    nowMs: number,
  ) {
    this.sinceMs = nowMs - LOOK_BACK_MS;
  }

  facts(): Fact[] {
    return [...this.found.values()];
  }

  /** Reads what was recorded since the last look. @throws errors of the database */
  async look(nowMs: number): Promise<void> {
    const { revision } = this.store;
    if (revision === this.revision) return;
    for (const [key, { atMs }] of this.found)
      if (atMs < nowMs - LOOK_BACK_MS || this.found.size > MOST_KEPT) this.found.delete(key);
    for (let pages = 0; pages < MOST_PAGES; pages++) {
      const records = await this.store.audit({
        ...EVICTIONS,
        sinceMs: this.sinceMs,
        order: 'oldest',
        limit: PAGE,
      });
      const actions = records.filter((record) => record.kind === 'action');
      for (const action of actions) await this.judge(action);
      const last = records.at(-1);
      if (!last || records.length < PAGE) {
        this.revision = revision;
        this.sinceMs = Math.max(this.sinceMs, (last?.atMs ?? 0) - OVERLAP_MS);
        return;
      }
      // Records of one moment are judged again, which changes nothing; a full page of them is passed over.
      this.sinceMs = last.atMs > this.sinceMs ? last.atMs : last.atMs + 1;
    }
  }

  private async judge({ namespace, vpa, pod, atMs }: ActionRecord): Promise<void> {
    const key = `${namespace}/${vpa}`;
    if (this.known.has(key)) return;
    const [first] = await this.store.audit({
      ...EVICTIONS,
      namespace,
      name: vpa,
      untilMs: atMs - 1,
      order: 'oldest',
      limit: 1,
    });
    if (first?.kind !== 'action')
      this.found.set(key, {
        code: 'first-eviction',
        key,
        about: key,
        detail: `pod ${pod}`,
        atMs,
        path: workloadPath(namespace, vpa),
        namespace,
      });
    if (this.known.size >= MOST_KNOWN) this.known.clear();
    this.known.add(key);
  }
}
