import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { loadTraces, parseTrace, TraceError } from './csv-series';

const folders: string[] = [];

function folderWith(files: Record<string, string | Buffer>): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'traces-'));
  folders.push(folder);
  for (const [name, content] of Object.entries(files)) writeFileSync(path.join(folder, name), content);
  return folder;
}

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

describe('a usage trace', () => {
  it('is read in both formats, compressed or not', () => {
    const unix = 'ts,value\n1628640000,2\n1628640060,4\n1628640120,6\n';
    const dated =
      'TIMESTAMP,CPU_USAGE_ACTUAL\r\n2023.04.02-00:09:00:000,8.4\r\n2023.04.02-00:10:00:000,8.2\r\n';
    const traces = loadTraces(
      folderWith({ 'b.csv.gz': gzipSync(unix), 'a.csv': dated, 'README.md': 'no trace' }),
    );
    expect(traces.map(({ name, stepMs, values }) => [name, stepMs, values.length])).toEqual([
      ['a.csv', 60_000, 2],
      ['b.csv.gz', 60_000, 3],
    ]);
    expect(traces[1]?.average).toBe(4);
  });

  it('is bounded, also once it is unpacked, and has to be a file', () => {
    const sixteenMiB = gzipSync(Buffer.alloc(2 ** 24, '1,1\n'));
    const bomb = Buffer.concat(Array.from({ length: 17 }, () => sixteenMiB));
    expect(bomb.length).toBeLessThan(2 ** 20);
    expect(() => loadTraces(folderWith({ 'bomb.csv.gz': bomb }))).toThrow(
      'bomb.csv.gz has more than 256 MiB unpacked',
    );
    expect(() => loadTraces(folderWith({ 'rows.csv.gz': bomb.subarray(0, 3 * sixteenMiB.length) }))).toThrow(
      'rows.csv.gz has more than 10000000 rows',
    );
    expect(() => loadTraces(folderWith({ 'torn.csv.gz': 'no gzip' }))).toThrow('torn.csv.gz cannot be read');
    const folder = folderWith({});
    mkdirSync(path.join(folder, 'folder.csv'));
    expect(() => loadTraces(folder)).toThrow('folder.csv is no file');
  });

  it('shows no more than the beginning of a line', () => {
    const long = 'x'.repeat(1_000_000);
    for (const text of [long, `ts,value\n1,2\n${long},1\n`])
      expect(() => parseTrace('t.csv', text)).toThrow(
        expect.objectContaining({ message: expect.toSatisfy((said: string) => said.length < 400) }),
      );
  });

  it('may have memory beside CPU', () => {
    const { values, memoryBytes } = parseTrace('t.csv', 'ts,cpu,memory\n60,0.5,1073741824\n120,1,5e8\n');
    expect([...values]).toEqual([0.5, 1]);
    expect([...(memoryBytes ?? [])]).toEqual([1_073_741_824, 500_000_000]);
  });

  const faults: [string, string, RegExp][] = [
    ['another header', 'time,cpu\n1,2\n', /expected columns .* found "time,cpu"/],
    ['an unreadable value', 'ts,value\n1,2\n2,many\n', /line 3: "2,many" is not a time and a value/],
    ['a negative value', 'ts,value\n1,2\n2,-1\n', /line 3/],
    ['a row without value', 'ts,value\n1,2\n2\n', /line 3/],
    ['a row without memory', 'ts,cpu,memory\n1,2,3\n2,2\n', /line 3: "2,2" is not a time and two values/],
    ['an infinite value', 'ts,value\n1,2\n2,Infinity\n', /line 3/],
    ['a broken date', 'TIMESTAMP,CPU_USAGE_ACTUAL\n2023-04-02,1\n2023.04.02-00:10:00:000,1\n', /line 2/],
    ['too few rows', 'ts,value\n1,2\n', /at least two rows/],
    ['an idle series', 'ts,value\n1,0\n2,0\n', /all values are 0/],
  ];
  it.each(faults)('is refused by name: %s', (_case, text, message) => {
    expect(() => parseTrace('t.csv', text)).toThrow(TraceError);
    expect(() => parseTrace('t.csv', text)).toThrow(message);
  });

  it('needs a folder that exists and contains one', () => {
    expect(() => loadTraces('/nowhere/at/all')).toThrow(/Trace folder \/nowhere\/at\/all cannot be read/);
    expect(() => loadTraces(folderWith({}))).toThrow(/holds no \.csv/);
  });
});
