import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultConfig } from '../../config';
import { readAudit } from '../../contract/requests/audit';
import { ProblemBoard } from '../../kube/problems';
import { silentLogger } from '../../lib/report/log';
import { wallClock } from '../../lib/time/clock';
import { NOBODY } from '../../lib/time/repeat';
import { type ChangeRecord, openStore } from '../../store';
import { hubRecordView } from './hub-record';

const T0 = Date.UTC(2026, 7, 1);

const change = (atMs: number, more: Partial<ChangeRecord>): ChangeRecord => ({
  kind: 'change',
  atMs,
  who: 'ada',
  change: 'stop',
  namespace: '',
  name: '',
  outcome: 'done',
  detail: '',
  before: null,
  after: null,
  ...more,
});

const RECORDS = [
  change(T0, {
    change: 'clusters-stop',
    detail: 'all: taken by eu-1; refused by us-1',
    after: {
      scope: { kind: 'vpa', namespace: 'shop', name: 'web' },
      reason: 'a bad day',
      clusters: [
        { name: 'eu-1', state: 'taken' },
        { name: 'us-1', state: 'refused', fault: 'forbidden' },
      ],
    },
  }),
  change(T0 + 1, { change: 'stop', detail: 'of the cluster of the hub' }),
  change(T0 + 2, {
    who: 'eve',
    change: 'clusters-change',
    name: 'eu-1',
    detail: 'eu-1: Approves or rejects changes.',
    after: { route: 'POST /approvals' },
  }),
  change(T0 + 3, {
    change: 'clusters-resume',
    detail: 'all: taken by eu-1',
    after: 'what an earlier version kept',
  }),
];

describe('the record of a hub', () => {
  let folder: string;
  let store: ReturnType<typeof openStore>;

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'plumbline-hub-record-'));
    store = openStore(defaultConfig({ dataDir: folder }), {
      clock: wallClock,
      wallClock,
      log: silentLogger,
      loops: NOBODY,
      problems: new ProblemBoard(wallClock, silentLogger),
    });
    for (const record of RECORDS) store.journal.record(record);
    await store.journal.flushed();
  });

  afterAll(async () => {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const seenBy = async (who: string | undefined, query = 'order=oldest') =>
    (await hubRecordView(store.journal, new URLSearchParams(query), { who, nowMs: T0 + 10 })).rows;

  it('has what was done at clusters, and nothing else of the log it is in', async () => {
    expect((await seenBy('ada')).map(({ change: what }) => what)).toEqual([
      'clusters-stop',
      'clusters-change',
      'clusters-resume',
    ]);
    const whole = await readAudit(store.journal, { params: new URLSearchParams('kind=change') }, T0 + 10);
    expect(whole.entries).toHaveLength(4);
    expect((await seenBy('ada', 'what=clusters-resume')).map(({ clusters }) => clusters)).toEqual([[]]);
    expect(await seenBy('ada', 'what=stop')).toEqual([]);
    expect((await seenBy('ada', 'q=us-1')).map(({ atMs }) => atMs)).toEqual([T0]);
  });

  it('tells whoever did it all of it, and others no name of what is in a cluster', async () => {
    const [own] = await seenBy('ada');
    expect(own).toMatchObject({
      isOwn: true,
      reason: 'a bad day',
      scope: { kind: 'vpa', namespace: 'shop', name: 'web' },
    });
    for (const other of ['eve', undefined]) {
      const [seen] = await seenBy(other);
      expect(seen).toMatchObject({ who: 'ada', isOwn: false, scope: { kind: 'vpa' } });
      expect(seen?.clusters.map(({ name, state }) => [name, state])).toEqual([
        ['eu-1', 'taken'],
        ['us-1', 'refused'],
      ]);
      expect(JSON.stringify(seen)).not.toMatch(/shop|web|a bad day/);
    }
    const [, approved] = await seenBy('ada');
    expect(approved).toMatchObject({
      route: 'POST /approvals',
      clusters: [{ name: 'eu-1', state: 'taken' }],
    });
  });

  it.each(['colour=red', 'kind=action', 'what=odd', 'after=x'])('refuses %s', async (query) => {
    await expect(seenBy('ada', query)).rejects.toMatchObject({ code: 'bad-request' });
  });
});
