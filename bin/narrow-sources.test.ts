import { SourceMap } from 'node:module';
import { runInNewContext } from 'node:vm';
import { transformSync } from 'esbuild';
import { expect, it } from 'vitest';
import { movedMappings, narrowed } from './narrow-sources.mjs';

const SOURCE = `
const said = 'wait…';
const row = \`\${said} → 😀 × 2\`;
const found = /[→–]+/u.test(row);
module.exports = [said, row, found, 'é'];
`;
const { code, map } = transformSync(SOURCE, {
  charset: 'utf8',
  minify: true,
  sourcemap: 'external',
  sourcefile: 'said.ts',
});

const ran = (script: string): unknown => {
  const module = { exports: undefined };
  runInNewContext(script, { module });
  return JSON.stringify(module.exports);
};

const placeOf = (map: SourceMap, column: number) => {
  const { originalLine, originalColumn } = map.findEntry(0, column) as Record<string, number>;
  return { originalLine, originalColumn };
};

it('Has a script say the same in characters of one byte', () => {
  const narrow = narrowed(code) ?? '';
  expect(code).toMatch(/…(.|\n)*→/);
  expect(narrow).not.toMatch(/[\u0100-\uffff]/);
  expect(narrow).toContain('é');
  expect(ran(narrow)).toBe(ran(code));
});

it.each(["const kept = 'a\\…';", 'const kept = String.raw`…`;'])('Leaves as it is: %s', (script) => {
  expect(narrowed(script)).toBeUndefined();
});

it('Leads from the new columns to where the old ones led', () => {
  const parsed = JSON.parse(map);
  const before = new SourceMap(parsed);
  const after = new SourceMap({ ...parsed, mappings: movedMappings(parsed.mappings, code) });
  const narrow = narrowed(code) ?? '';
  for (const word of ['test(', 'module.exports', 'é'])
    expect(after.findEntry(0, narrow.indexOf(word))).toMatchObject(placeOf(before, code.indexOf(word)));
  expect(narrow.indexOf('é')).toBeGreaterThan(code.indexOf('é'));
});
