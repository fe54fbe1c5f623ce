import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '@/bin/root.mjs';
import { copyCheckout } from './copied-checkout';

/** Where the new files of each recipe are, by its name, in the folders they go to. */
const FILES = path.join(root, 'tests', 'recipes');

const STAYS_BEHIND = ['node_modules', '.next', '.build', '.plumbline', '.git', 'release'];

interface ChangedLine {
  readonly file: string;
  /** Occurs once. */
  readonly from: string;
  readonly to: string;
}

/** What somebody does who follows a section of CONTRIBUTING.md. */
export interface Recipe {
  readonly name: string;
  readonly section: string;
  readonly lines: readonly ChangedLine[];
}

/** Puts something behind a text. */
function behind(file: string, from: string, added: string): ChangedLine {
  return { file, from, to: `${from}${added}` };
}

const HANDLERS = 'server/host/api/handlers.ts';
const FEATURES = 'server/decide/features/features.ts';
const ROLES = 'server/host/roles.ts';
const POLICIES = 'server/decide/running/policies/index.ts';

export const RECIPES: readonly Recipe[] = [
  {
    name: 'feature',
    section: 'A new thing to opt into',
    lines: [
      behind(FEATURES, "import { storage } from './storage';", "\nimport { turns } from './turns';"),
      behind(FEATURES, '\n  storage,', '\n  turns,'),
    ],
  },
  {
    name: 'page',
    section: 'A new page',
    lines: [
      behind(
        'components/navigation/pages.ts',
        "{ href: '/workloads', key: 'w', label: 'Workloads' },",
        "\n      { href: '/workloads/quotas', key: 'f', label: 'Quotas' },",
      ),
      behind(
        'server/contract/api/routes.ts',
        'readonly ApiRoute[] = [',
        "\n  { path: '/quotas', does: { GET: 'The namespaces whose quotas count.' } },",
      ),
      behind(
        HANDLERS,
        "import * as prices from './prices/route';",
        "\nimport * as quotas from './quotas/route';",
      ),
      behind(HANDLERS, "\n  '/prices': prices,", "\n  '/quotas': quotas,"),
    ],
  },
  {
    name: 'role',
    section: 'A new role',
    lines: [
      behind(ROLES, "import { rules } from '../rules/role';", "\nimport { greeter } from '../greeter/role';"),
      behind(ROLES, 'export const ROLES = [', 'greeter, '),
      behind('tests/house/rooms.ts', 'const ROLES = [', "\n  'greeter',"),
      {
        file: 'tests/house/rooms.ts',
        from: '\n  nodes: {',
        to: "\n  greeter: { path: 'server/greeter/', purpose: 'A role: greets.', mayImport: BELOW_ROLES },\n  nodes: {",
      },
    ],
  },
  {
    name: 'reason',
    section: 'A new reason',
    lines: [
      behind(
        'server/words/reasons/hold.ts',
        'export const HOLD_REASONS = {',
        `
  'node-draining': row(
    'The node of the pod is being drained.',
    ({ node, sinceMs }: { node: string; sinceMs: number }, nowMs) => \`the drain of \${node} began \${ago(sinceMs, nowMs)}\`,
  ),`,
      ),
      behind(
        POLICIES,
        "import { loopBreaker } from './loop-breaker';",
        "\nimport { nodeDraining } from './node-draining';",
      ),
      behind(POLICIES, '\n    capacityPause,', '\n    nodeDraining,'),
    ],
  },
  {
    name: 'field',
    section: 'A new policy field',
    lines: [
      behind(
        'server/objects/vpa-types.ts',
        'oomMinBumpUp?: string | number;',
        '\n  oomMaxBumpUp?: string | number;',
      ),
      behind(
        'server/decide/pods/fields/container-fields.ts',
        'export const CONTAINER_FIELDS = [',
        `
  {
    path: 'oomMaxBumpUp',
    place: 'oomMost',
    kind: 'quantity',
    label: 'OOM kill: at most',
    isRare: true,
    says: ({ policy, name }) => \`After an OOM kill, \${name} is assumed to need at most \${policy.oomMaxBumpUp} more.\`,
  },`,
      ),
    ],
  },
];

function newFilesOf({ name }: Pick<Recipe, 'name'>): string[] {
  if (!existsSync(path.join(FILES, name))) return [];
  return readdirSync(path.join(FILES, name), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name: file }) => path.relative(path.join(FILES, name), path.join(parentPath, file)));
}

/** The folders in which it adds or changes files. */
export function placesOf(recipe: Recipe): string[] {
  const files = [...newFilesOf(recipe), ...recipe.lines.map(({ file }) => file)];
  return [...new Set(files.map((file) => path.dirname(file)))].sort();
}

/** A copy of all this, of its own, with every recipe followed, and tests of what came of them; remove it afterwards. */
export function treeWithRecipes(): string {
  const tree = path.join(root, '.build', `recipes-${process.pid}`);
  rmSync(tree, { recursive: true, force: true });
  copyCheckout(
    readdirSync(root).filter((name) => !STAYS_BEHIND.includes(name)),
    tree,
  );
  for (const recipe of [...RECIPES, { name: 'all', lines: [] }]) {
    for (const file of newFilesOf(recipe))
      cpSync(path.join(FILES, recipe.name, file), path.join(tree, file), { recursive: true });
    for (const line of recipe.lines) change(path.join(tree, line.file), line);
  }
  return tree;
}

/** @throws Error if the file does not have the text exactly once */
function change(file: string, { from, to }: ChangedLine): void {
  const parts = readFileSync(file, 'utf8').split(from);
  if (parts.length !== 2) throw new Error(`${file} has this ${parts.length - 1} times: ${from}`);
  writeFileSync(file, parts.join(to));
}
