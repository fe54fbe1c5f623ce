import { readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { bundle } from '@/bin/build.mjs';

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

  it.each(['recommender', 'admission', 'updater', 'open-database', 'cluster'])(
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
