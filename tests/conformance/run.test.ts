import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkFile, vectorFiles } from './run';

describe('checking a folder of vectors', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vectors-'));
  });

  afterEach(async () => {
    await rm(folder, { recursive: true });
  });

  async function histogramCases(): Promise<{ name: string; percentiles: Record<string, number> }[]> {
    const bytes = await readFile(join(__dirname, 'vectors', 'histogram.json.gz'));
    return (JSON.parse(gunzipSync(bytes).toString('utf8')) as { cases: [] }).cases.slice(0, 3);
  }

  it('takes plain files as well as gzipped ones, and no others', async () => {
    for (const file of ['histogram.json', 'updater.json.gz', 'README.md'])
      await writeFile(join(folder, file), '');
    expect(await vectorFiles(folder)).toEqual(['histogram.json', 'updater.json.gz']);
  });

  it('names the case that fails and its first difference', async () => {
    const cases = await histogramCases();
    const [first] = cases;
    if (!first) throw new Error('no cases');
    first.percentiles['0.5'] = 12345;
    await writeFile(join(folder, 'histogram.json'), JSON.stringify({ cases }));
    expect(await checkFile(folder, 'histogram.json')).toEqual({
      kind: 'checked',
      file: 'histogram.json',
      passed: 2,
      failures: [
        { name: first.name, difference: expect.stringMatching(/^percentiles\[0\.5\]: expected 12345, got /) },
      ],
    });
  });

  it('says which file has no checker', async () => {
    await writeFile(join(folder, 'weather.json'), '{}');
    expect(await checkFile(folder, 'weather.json')).toEqual({ kind: 'skipped', file: 'weather.json' });
  });

  it.each(['{', '{}'])('reports that a file holding %s cannot be read', async (text) => {
    await writeFile(join(folder, 'histogram.json'), text);
    expect(await checkFile(folder, 'histogram.json')).toMatchObject({ kind: 'unreadable' });
  });
});
