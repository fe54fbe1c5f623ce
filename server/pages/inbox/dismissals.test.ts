import { expect, it } from 'vitest';
import type { ChangeRecord } from '../../store';
import { Dismissals } from './dismissals';

const HOUR_MS = 3_600_000;
const KEY = 'capped shop/web';
const UNTIL_MS = 24 * HOUR_MS;

const recorded = (change: string, atMs: number, after: unknown, id = 1n): ChangeRecord & { id: bigint } => ({
  id,
  kind: 'change',
  change,
  atMs,
  who: 'ada',
  namespace: 'shop',
  name: 'web',
  outcome: 'done',
  detail: '',
  before: {},
  after,
});

/** Of a process at a time, with what the record has by then. */
function dismissalsAt(nowMs: () => number, records: ChangeRecord[] = []) {
  let revision = 0;
  const journal = {
    audit: async ({ what }: { what?: string }) => records.filter((one) => one.change === what) as never,
    get revision() {
      return revision++;
    },
  };
  return new Dismissals({ journal: () => journal, now: nowMs, steadyMs: () => 0 });
}

it('hold until their time is over, in every process and after a restart', async () => {
  let nowMs = HOUR_MS;
  const after = { key: KEY, untilMs: UNTIL_MS, reason: 'known' };
  const dismissals = dismissalsAt(() => nowMs, [recorded('inbox-dismissed', 1, after)]);
  expect(dismissals.of(KEY)).toBeUndefined();
  await dismissals.refresh();
  expect(dismissals.of(KEY)).toEqual({ who: 'ada', reason: 'known', atMs: 1, untilMs: UNTIL_MS });
  const before = dismissals.standing;
  nowMs = UNTIL_MS;
  expect(dismissals.of(KEY)).toBeUndefined();
  expect(dismissals.standing).not.toBe(before);
});

it('end once somebody shows the line again, whichever is read first', async () => {
  const dismissed = recorded('inbox-dismissed', 1, { key: KEY, untilMs: UNTIL_MS, reason: 'known' });
  // Both may be said in one moment.
  const restored = recorded('inbox-restored', 1, { key: KEY, untilMs: 1 }, 2n);
  for (const records of [
    [dismissed, restored],
    [restored, dismissed],
  ]) {
    const dismissals = dismissalsAt(() => HOUR_MS, records);
    await dismissals.refresh();
    expect(dismissals.of(KEY)).toBeUndefined();
  }
});

it('hold at once where they are made', () => {
  const dismissals = dismissalsAt(() => HOUR_MS);
  dismissals.note({ key: KEY, who: 'ada', reason: 'known', atMs: HOUR_MS, untilMs: UNTIL_MS });
  expect(dismissals.of(KEY)?.reason).toBe('known');
});

it('are not taken from a record that cannot be read', async () => {
  const dismissals = dismissalsAt(
    () => 1,
    [recorded('inbox-dismissed', 1, { key: 7, untilMs: 'late' }), recorded('inbox-dismissed', 1, null)],
  );
  await dismissals.refresh();
  expect(dismissals.standing).toBe('0 0');
});

it('are bounded in number', () => {
  const dismissals = dismissalsAt(() => 1);
  for (let index = 0; index < 3_000; index++)
    dismissals.note({ key: `k${index}`, who: 'ada', reason: 'x', atMs: 1, untilMs: UNTIL_MS });
  expect(dismissals.of('k0')).toBeUndefined();
  expect(dismissals.of('k2999')).toBeDefined();
});
