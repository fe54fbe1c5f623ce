import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from '@/bin/root.mjs';
import { placesOf, RECIPES, treeWithRecipes } from '../support/recipes';

const COUNTS = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight'];
const guide = readFileSync(path.join(root, 'CONTRIBUTING.md'), 'utf8');

/** A section of CONTRIBUTING.md, without its heading. */
function sectionOf(title: string): string {
  return guide.split(`\n## ${title}\n`)[1]?.split('\n## ')[0] ?? '';
}

describe.each(RECIPES)('the recipe "$section"', (recipe) => {
  it('says how many places it takes', () => {
    const places = placesOf(recipe);
    expect(sectionOf(recipe.section), places.join(', ')).toContain(`${COUNTS[places.length]} places`);
  });
});

describe('a checkout in which all recipes were followed, and nothing else', () => {
  let tree = '';
  beforeAll(() => {
    tree = treeWithRecipes();
  });
  afterAll(() => rmSync(tree, { recursive: true, force: true }));

  /** What a program of a dependency, or a script, says; empty if it says so by its exit code. */
  async function complaintsOf(...command: string[]): Promise<string> {
    const child = spawn(process.execPath, command, { cwd: tree, stdio: ['ignore', 'pipe', 'pipe'] });
    const said: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => said.push(chunk));
    const [code] = await once(child, 'close');
    return code === 0 ? '' : Buffer.concat(said).toString();
  }

  it('has no error of types', async () => {
    const tsc = ['node_modules/typescript/bin/tsc', '--noEmit', '--incremental', 'false', '--checkers', '1'];
    expect(await complaintsOf(...tsc)).toBe('');
  });

  it('does what was added, in the order of imports, with a map that is drawn by one command', async () => {
    expect(await complaintsOf('bin/run.mjs', 'tests/house/main.ts')).toBe('');
    const tests = ['tests/recipes.test.ts', 'tests/architecture.test.ts', 'server/host/api/routes.test.ts'];
    expect(await complaintsOf('node_modules/vitest/vitest.mjs', 'run', '--project', 'rooms', ...tests)).toBe(
      '',
    );
  });
});
