import { describe, expect, it } from 'vitest';
import { EventLog, type LoggedEvent } from '@/sandbox/api/storage/event-log';

const MINUTE_MS = 60_000;

function changed(revision: number, minute = 0): LoggedEvent {
  const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' } };
  return { type: 'MODIFIED', object, revision, atMs: minute * MINUTE_MS };
}

const revisionsSince = (log: EventLog, revision: number) =>
  log.since(revision)?.map((event) => event.revision);

describe('the changes a watch resumes from', () => {
  it('are those after the revision it has seen', () => {
    const log = new EventLog(10);
    for (const revision of [3, 5, 8]) log.append(changed(revision));
    expect(revisionsSince(log, 0)).toEqual([3, 5, 8]);
    expect(revisionsSince(log, 4)).toEqual([5, 8]);
    expect(revisionsSince(log, 8)).toEqual([]);
  });

  it('are forgotten when there are too many, and a watch from before is told', () => {
    const log = new EventLog(2);
    for (const revision of [1, 2, 3, 4]) log.append(changed(revision));
    expect(revisionsSince(log, 1)).toBeUndefined();
    expect(revisionsSince(log, 2)).toEqual([3, 4]);
  });

  it('are forgotten when they are old, however few', () => {
    const log = new EventLog(1000);
    for (let minute = 0; minute <= 12; minute++) log.append(changed(minute + 1, minute));
    expect(revisionsSince(log, 1)).toBeUndefined();
    expect(revisionsSince(log, log.forgottenRevision)?.at(-1)).toBe(13);
    expect(revisionsSince(log, 8)).toEqual([9, 10, 11, 12, 13]);
  });
});
