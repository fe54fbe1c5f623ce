import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { afterAll, expect, it } from 'vitest';
import { inSources } from './source-lines';

/** Other tests of this process may have told errors by the time since it started. */
const LATER_MS = 1e12;

const folder = mkdtempSync(path.join(os.tmpdir(), 'plumbline-lines-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** The stack of an error thrown in the third line of a source, as its bundle tells it. */
async function stackOf(name: string): Promise<string> {
  const source = path.join(folder, `${name}.ts`);
  writeFileSync(source, "const text: string = 'lost';\n\nexport const error = new Error(text);\n");
  const bundle = path.join(folder, `[${name}].mjs`);
  await build({
    entryPoints: [source],
    outfile: bundle,
    bundle: true,
    minify: true,
    format: 'esm',
    sourcemap: true,
  });
  const told = `const { error } = await import('${pathToFileURL(bundle)}'); console.log(error.stack);`;
  return execFileSync(process.execPath, ['--input-type=module', '-e', told], { encoding: 'utf8' });
}

it('tells lines of sources in place of those of a bundle', async () => {
  const stack = await stackOf('mapped');
  expect(stack).not.toContain('mapped.ts');
  expect(inSources(stack, LATER_MS)).toMatch(/^Error: lost\n.*mapped\.ts:3:22/);
});

it('reads no map within ten seconds of the last, and remembers what it read', async () => {
  const [first, second] = [await stackOf('first'), await stackOf('second')];
  expect(inSources(first, 2 * LATER_MS)).toContain('first.ts:3:22');
  expect(inSources(second, 2 * LATER_MS + 9_000)).toBe(second);
  expect(inSources(first, 2 * LATER_MS + 9_000)).toContain('first.ts:3:22');
  expect(inSources(second, 2 * LATER_MS + 10_000)).toContain('second.ts:3:22');
});

it('leaves a stack without a map as it is', () => {
  const stack = 'Error: lost\n    at nowhere (/nowhere/bundle.js:1:2)';
  expect(inSources(stack, 3 * LATER_MS)).toBe(stack);
});

it('looks for places in the frames of a stack alone: a message may be long, and of somebody else', async () => {
  const [, place = ''] = /(file:.+:1:\d+)/.exec(await stackOf('said')) ?? [];
  const said = inSources(
    `Error: at ${place}\n    at ${place}\n    at ${'/'.repeat(600)}${place}`,
    4 * LATER_MS,
  );
  expect(said).toMatch(
    /^Error: at file:.+\.mjs:1:\d+\n {4}at .*said\.ts:3:22\n {4}at \/+file:.+\.mjs:1:\d+$/,
  );
});
