import fc from 'fast-check';
import { expect, it } from 'vitest';
import { decisionRecord } from '@/tests/support/decision-record';
import { MemoryStore } from '@/tests/support/memory-store';
import { runs } from '@/tests/support/property-runs';
import { silentLogger } from '../../lib/report/log';
import { ManualClock } from '../../lib/time/clock';
import { NOBODY } from '../../lib/time/repeat';
import { UNHEARD } from '../away';
import { Journal } from './journal';
import { AUDIT_KINDS, type AuditRecord } from './records';

const T0 = Date.UTC(2026, 7, 1);
const RETENTION_MS = 1e12;
const LONGEST_AWAY_MS = 60_000;
const ALL = { kinds: AUDIT_KINDS, limit: 100_000 };
const LIMITS = { audit: 40, bulk: 10 };

/** What happens to a journal, step by step. */
type Step =
  | { kind: 'decide'; count: number }
  | { kind: 'change'; count: number }
  | { kind: 'refused-change' }
  | { kind: 'database'; is: 'away' | 'back' | 'breaking' }
  | { kind: 'read' }
  | { kind: 'pass'; ms: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('decide' as const), count: fc.integer({ min: 1, max: 30 }) }),
  fc.record({ kind: fc.constant('change' as const), count: fc.integer({ min: 1, max: 3 }) }),
  fc.record({ kind: fc.constant('refused-change' as const) }),
  fc.record({
    kind: fc.constant('database' as const),
    is: fc.constantFrom('away' as const, 'back' as const, 'breaking' as const),
  }),
  fc.record({ kind: fc.constant('read' as const) }),
  fc.record({ kind: fc.constant('pass' as const), ms: fc.integer({ min: 1, max: 5_000 }) }),
);

class UnreliableStore extends MemoryStore {
  isAway = false;
  breaks = 0;

  private answer(): void {
    if (this.isAway) throw new Error('connection refused');
    if (this.breaks-- > 0) throw new Error('connection reset');
  }

  override async append(records: readonly AuditRecord[]): Promise<void> {
    this.answer();
    if (records.some((record) => record.kind === 'change' && record.who === 'refused'))
      throw new Error('no such text');
    return super.append(records);
  }

  override async probe(): Promise<void> {
    this.answer();
  }

  override async audit(query: Parameters<MemoryStore['audit']>[0]) {
    this.answer();
    return super.audit(query);
  }
}

it('stores every change in order whatever the database does, and reports every loss', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const store = new UnreliableStore();
      const clock = new ManualClock(T0);
      const journal = new Journal({
        open: async () => store,
        clock,
        wallClock: clock,
        log: silentLogger,
        loops: NOBODY,
        reach: UNHEARD,
        queueLimits: LIMITS,
        retention: { decisionsMs: RETENTION_MS, auditMs: RETENTION_MS },
      });
      const recorded: AuditRecord[] = [];
      const record = (made: AuditRecord) => {
        recorded.push(made);
        journal.record(made);
      };
      // Fewer than may wait, so that only refused records are lost.
      let changesLeft = LIMITS.audit;
      const change = (who: string) => {
        if (changesLeft-- > 0) record({ ...CHANGE, who, atMs: clock.now(), name: String(recorded.length) });
      };
      for (const one of steps) {
        await perform(one, {
          store,
          clock,
          journal,
          change,
          decide: () => record(decisionRecord(clock.now())),
        });
        expect(journal.waiting).toBeLessThanOrEqual(LIMITS.audit + LIMITS.bulk + 2);
      }
      store.isAway = false;
      store.breaks = 0;
      await clock.advance(LONGEST_AWAY_MS);
      await clock.advance(LONGEST_AWAY_MS);
      expect(journal.state.kind).toBe('available');
      expect(journal.waiting).toBe(0);

      const found = await store.audit({ ...ALL, order: 'oldest' });
      const namesOf = (records: readonly AuditRecord[]) =>
        records.flatMap((made) => (made.kind === 'change' && made.who !== 'refused' ? [made.name] : []));
      expect(namesOf(found)).toEqual(namesOf(recorded));
      const gaps = found.flatMap((made) => (made.kind === 'gap' ? [made] : []));
      const kept = found.length - gaps.length;
      expect(gaps.reduce((sum, { dropped }) => sum + dropped, 0)).toBe(recorded.length - kept);
      expect(journal.state.dropped).toBe(recorded.length - kept);
      const refused = recorded.filter((made) => made.kind === 'change' && made.who === 'refused');
      for (const { atMs } of refused)
        expect(gaps.some((gap) => gap.sinceMs <= atMs && atMs <= gap.atMs)).toBe(true);
    }),
    { numRuns: runs(300) },
  );
});

interface Actors {
  store: UnreliableStore;
  clock: ManualClock;
  journal: Journal;
  change(who: string): void;
  decide(): void;
}

async function perform(one: Step, { store, clock, journal, change, decide }: Actors): Promise<void> {
  switch (one.kind) {
    case 'decide':
      for (let made = 0; made < one.count; made++) decide();
      break;
    case 'change':
      for (let made = 0; made < one.count; made++) change('ada');
      break;
    case 'refused-change':
      change('refused');
      break;
    case 'database':
      store.isAway = one.is === 'away';
      store.breaks = one.is === 'breaking' ? 1 : 0;
      break;
    case 'read':
      await journal.audit(ALL).catch(() => []);
      break;
    case 'pass':
      await clock.advance(one.ms);
  }
}

const CHANGE = {
  kind: 'change' as const,
  change: 'stop',
  namespace: 'shop',
  outcome: 'done',
  detail: '',
  before: null,
  after: null,
};
