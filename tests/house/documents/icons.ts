import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../../../bin/root.mjs';

interface Drawings {
  readonly icons: Readonly<Record<string, { readonly body: string }>>;
}

const LINE_WIDTH = 110;
const IMPORT = /import \{([^}]+)\} from '[^']*\/icons'/g;
const PATH = / d="([^"]+)"/g;

/** `components/icons/index.ts`: the icons of Tabler that pages import, and no others. */
export function iconsModule(): string {
  const { icons } = JSON.parse(
    readFileSync(path.join(root, 'node_modules/@iconify-json/tabler/icons.json'), 'utf8'),
  ) as Drawings;
  const names = [...new Set(importedIn(['app', 'components']))].sort((a, b) => (a < b ? -1 : 1));
  return `// Drawn from @iconify-json/tabler by \`npm run docs\`: import an icon by its name in Tabler, and run that.\nimport { drawn } from './drawn';\n\nexport type { Icon } from './drawn';\n\n${names.map((name) => statement(name, icons)).join('')}`;
}

function importedIn(folders: readonly string[]): string[] {
  return folders.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file))
      .flatMap((file) => [...readFileSync(path.join(root, folder, file), 'utf8').matchAll(IMPORT)])
      .flatMap(([, list = '']) => list.split(','))
      .map((name) => name.trim())
      .filter((name) => name.startsWith('Icon')),
  );
}

function statement(name: string, icons: Drawings['icons']): string {
  const own = name
    .replace(/^Icon/, '')
    .replace(/([a-z])([A-Z0-9])/g, '$1-$2')
    .toLowerCase();
  const icon = icons[own];
  if (!icon) throw new Error(`Tabler has no icon ${own}: correct the import of ${name}`);
  const parts = [own, ...[...icon.body.matchAll(PATH)].map(([, drawing = '']) => drawing)].map(
    (one) => `'${one}'`,
  );
  const line = `export const ${name} = /* @__PURE__ */ drawn(${parts.join(', ')});\n`;
  return line.length <= LINE_WIDTH + 1
    ? line
    : `export const ${name} = /* @__PURE__ */ drawn(\n${parts.map((one) => `  ${one},\n`).join('')});\n`;
}
