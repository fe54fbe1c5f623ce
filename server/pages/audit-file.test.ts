import { describe, expect, it } from 'vitest';
import type { AuditEntry, AuditView } from '../contract/audit';
import { auditFile, MOST_IN_FILE } from './audit-file';

const entry = (id: number): AuditEntry => ({
  kind: 'change',
  id: String(id),
  atMs: Date.UTC(2026, 10, 27, 8) + id,
  who: '=cmd|calc',
  change: 'update-mode',
  namespace: 'shop',
  name: 'web',
  outcome: 'done',
  detail: 'a "word", and more',
  before: { mode: 'Off' },
  after: null,
});

/** A log of so many entries, in pages of two. */
function log(count: number, state: AuditView['store'] = { kind: 'available', dropped: 0 }) {
  const asked: string[] = [];
  const read = async (params: URLSearchParams): Promise<AuditView> => {
    asked.push(params.toString());
    const from = Number(params.get('after') ?? 0);
    const entries = Array.from({ length: Math.min(2, count - from) }, (_, index) => entry(from + index));
    const next = from + entries.length;
    return {
      entries,
      ...(next < count && { nextAfter: String(next) }),
      finished: 0,
      hasEarlier: false,
      store: state,
    };
  };
  return { read, asked };
}

const query = (text: string) => new URLSearchParams(text);

async function textOf(parts: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const part of parts) text += part;
  return text;
}

describe('the log as a file', () => {
  it('has every page of what was asked for, from its beginning', async () => {
    const { read, asked } = log(5);
    const { parts, fileName } = await auditFile(query('format=json&namespace=shop&after=3&limit=9'), read);
    expect(JSON.parse(await textOf(parts))).toEqual(Array.from({ length: 5 }, (_, id) => entry(id)));
    expect(fileName).toBe('audit.json');
    expect(asked).toEqual([
      'namespace=shop&limit=500',
      'namespace=shop&limit=500&after=2',
      'namespace=shop&limit=500&after=4',
    ]);
  });

  it('is a table with a line for each entry, which no spreadsheet takes for a formula', async () => {
    const { parts } = await auditFile(query('format=csv'), log(1).read);
    const [head, line] = (await textOf(parts)).split('\r\n');
    expect(head).toBe(
      'time,kind,what,namespace,name,pod,who,outcome,came_of_it,before,after,reasons,detail,trace',
    );
    expect(line).toBe(
      '2026-11-27T08:00:00.000Z,change,update-mode,shop,web,,\'=cmd|calc,done,,"{""mode"":""Off""}",,,"a ""word"", and more",',
    );
  });

  it.each([
    ['csv', 1],
    ['json', 0],
  ])('is whole as %s where there is nothing', async (format, lines) => {
    const { parts } = await auditFile(query(`format=${format}`), log(0).read);
    const text = await textOf(parts);
    expect(format === 'csv' ? text.trimEnd().split('\r\n').length : JSON.parse(text).length).toBe(lines);
  });

  it('ends after as many as a file may have', async () => {
    const { parts } = await auditFile(query('format=json'), log(MOST_IN_FILE + 100).read);
    expect(JSON.parse(await textOf(parts))).toHaveLength(MOST_IN_FILE);
  });

  it('is refused in another form, and while the database is away', async () => {
    await expect(auditFile(query('format=xls'), log(1).read)).rejects.toThrow(
      'format must be one of csv, json',
    );
    const away = log(1, { kind: 'away', dropped: 0, message: 'no route' });
    await expect(auditFile(query('format=csv'), away.read)).rejects.toMatchObject({ code: 'database-away' });
  });
});
