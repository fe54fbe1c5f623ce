import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { bundle, importsOf } from '@/bin/build.mjs';
import { root } from '@/bin/root.mjs';
import { DASHBOARD } from '@/bin/setup.mjs';
import { PATIENCE } from '../support/patience';

const IMPORT = /(?:^|;)(?:import|export)\b(?:[^'"();]*\bfrom)?\s*["']([^"']+)["']/gm;
const IMPORT_WHEN_NEEDED = /\bimport\(\s*["'](\.[^"']+)["']\s*\)/g;

/** The files and packages that are loaded together with `file`, itself included. */
function loadedWith(file: string, loaded = new Set<string>()): Set<string> {
  if (loaded.has(file)) return loaded;
  loaded.add(file);
  for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(IMPORT))
    if (name.startsWith('.')) loadedWith(path.resolve(path.dirname(file), name), loaded);
    else loaded.add(name);
  return loaded;
}

describe('The process without pages', () => {
  let main: string;
  beforeAll(async () => {
    main = await bundle('server/host/headless.ts');
  });

  const chunksOf = (file: string) =>
    [...readFileSync(file, 'utf8').matchAll(IMPORT_WHEN_NEEDED)].map(([, name = '']) =>
      path.resolve(path.dirname(file), name),
    );

  it.each(['recommender', 'admission', 'updater', 'open-database', 'cluster', 'hub', 'for-people'])(
    'loads %s only when needed',
    (name) => {
      const chunk = [...loadedWith(main)]
        .filter((file) => path.isAbsolute(file))
        .flatMap(chunksOf)
        .find((file) => path.basename(file).startsWith(`${name}-`));
      expect(chunk).toBeDefined();
      expect([...loadedWith(main)]).not.toContain(chunk);
    },
  );

  it('has its packages in its files, and loads no database client', () => {
    const packages = [...loadedWith(main)].filter((name) => !path.isAbsolute(name));
    expect(packages).toContain('node:module');
    expect(packages.filter((name) => !isBuiltin(name))).toEqual([]);
  });
});

it('The process with pages loads Next only when it is asked for them', async () => {
  const loaded = [...loadedWith(await bundle(DASHBOARD))];
  const imported = loaded.filter((name) => path.isAbsolute(name)).map((file) => readFileSync(file, 'utf8'));
  expect(imported.filter((text) => /\bimport\(["']next["']\)/.test(text)).length).toBe(1);
  expect(loaded.filter((name) => /^(next|react)\b/.test(name))).toEqual([]);
});

it('A process with a database loads what reads files, and nothing that asks a server for them', async () => {
  const folder = path.relative(root, path.dirname(await bundle(DASHBOARD)));
  const imported = importsOf(folder).match(/@libsql[^"]*/g);
  expect(imported).toEqual(['@libsql/client/sqlite3']);
});

describe('A bundle', () => {
  const folder = `.build/bundled-${process.pid}`;
  const sourceOf = (name: string) => path.join(root, folder, name);
  const textOf = (file: string) => readFileSync(file, 'utf8');
  const made = () => bundle(`${folder}/entry.ts`);
  const record = async () => textOf(path.join(path.dirname(await made()), '.plumbline-made'));
  /** Once its sources are old enough for it to be sure of them. */
  const kept = () => vi.waitFor(async () => expect(await record()).toBe(await record()), PATIENCE);

  beforeAll(() => {
    mkdirSync(sourceOf(''), { recursive: true });
    writeFileSync(
      sourceOf('entry.ts'),
      "import { said } from './part';\nimport('./later');\nconsole.log(said);\n",
    );
    writeFileSync(sourceOf('part.ts'), "export const said = 'before';\n");
    writeFileSync(sourceOf('later.ts'), 'console.log(0);\n');
  });
  afterAll(async () => {
    const file = await made();
    for (const place of [sourceOf(''), path.dirname(file)]) rmSync(place, { recursive: true });
  });

  it('is kept while nothing changes, and made again for a file that it was made from', async () => {
    expect(textOf(await made())).toContain('before');
    await kept();
    writeFileSync(sourceOf('part.ts'), "export const said = 'after';\n");
    const now = textOf(await made());
    expect(now).toContain('after');
    expect(now).not.toContain('before');
  });

  it('is made again where a part of it is gone', async () => {
    await kept();
    const [, later = ''] = /import\("(.+?)"\)/.exec(textOf(await made())) ?? [];
    const part = path.resolve(path.dirname(await made()), later);
    const whole = textOf(part);
    rmSync(part);
    await made();
    expect(textOf(part)).toBe(whole);
  });

  it('that has the bundler in it runs as itself, whatever it is given', async () => {
    writeFileSync(
      sourceOf('with-bundler.ts'),
      "import { importsOf } from '@/bin/build.mjs';\nconsole.log(typeof importsOf, process.argv[2]);\n",
    );
    const file = await bundle(`${folder}/with-bundler.ts`);
    onTestFinished(() => rmSync(path.dirname(file), { recursive: true }));
    const { stdout, stderr } = spawnSync(process.execPath, [file, 'given'], { encoding: 'utf8' });
    expect({ stdout, stderr }).toEqual({ stdout: 'function given\n', stderr: '' });
  });

  it('fails as before where a file that it was made from is gone', async () => {
    await kept();
    rmSync(sourceOf('part.ts'));
    await expect(made()).rejects.toThrow('Could not resolve');
    writeFileSync(sourceOf('part.ts'), "export const said = 'after';\n");
  });
});
