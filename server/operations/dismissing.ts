import type { DismissalRequest, RestoreRequest } from '../contract/requests/dismissal';
import type { Clock } from '../lib/time/clock';
import type { JournalWriter } from '../store';
import { formatDuration } from '../words/times';
import { audited } from './audited';

const HOUR_MS = 3_600_000;

/** What is dismissed or shown again, as the record has it; times in Unix milliseconds of the cluster clock. */
export interface DismissalSaid {
  readonly key: string;
  readonly who: string;
  readonly reason: string;
  readonly atMs: number;
  /** No later than `atMs` for one that is shown again. */
  readonly untilMs: number;
}

interface Parts {
  readonly store: Pick<JournalWriter, 'begin'>;
  readonly clock: Clock;
}

/** Records that nobody wants to see an item for a while, and why. @param sentence what the item says */
export async function dismiss(
  parts: Parts,
  { key, namespace = '', vpa = '', hours, reason }: DismissalRequest,
  { who, sentence }: { who: string; sentence: string },
): Promise<DismissalSaid> {
  const atMs = parts.clock.now();
  const said = { key, who, reason, atMs, untilMs: atMs + hours * HOUR_MS };
  const after = { key, untilMs: said.untilMs, reason };
  await audited(
    parts,
    { who, change: 'inbox-dismissed', namespace, name: vpa, before: {}, after },
    async () => undefined,
    () => ({ detail: `${sentence}; for ${formatDuration(hours * HOUR_MS)}: ${reason}` }),
  );
  return said;
}

/** Records that an item is shown again. */
export async function restore(
  parts: Parts,
  { key, namespace = '', vpa = '' }: RestoreRequest,
  { who, sentence }: { who: string; sentence: string },
): Promise<DismissalSaid> {
  const atMs = parts.clock.now();
  await audited(
    parts,
    { who, change: 'inbox-restored', namespace, name: vpa, before: {}, after: { key, untilMs: atMs } },
    async () => undefined,
    () => ({ detail: sentence }),
  );
  return { key, who, reason: '', atMs, untilMs: atMs };
}
