import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../../bin/root.mjs';
import { ROOMS } from './rooms';

export interface Import {
  from: string;
  to: string;
  typeOnly: boolean;
}

/** Every file of the product, without tests and generated ones. */
function sourceFiles(): string[] {
  return ['app', 'components', 'server', 'sandbox', 'proxy.ts']
    .filter((name) => existsSync(path.join(root, name)))
    .flatMap((name) =>
      name.endsWith('.ts')
        ? [name]
        : readdirSync(path.join(root, name), { recursive: true, encoding: 'utf8' }).map((file) =>
            path.join(name, file),
          ),
    )
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file) && !file.includes('/generated/'));
}

/** Rooms by their folders, the innermost first. */
const FOLDERS = Object.entries(ROOMS)
  .map(([room, { path: folder }]) => ({ room, folder: folder.replace(/\.ts$/, '') }))
  .sort((a, b) => b.folder.length - a.folder.length);

/** The room of a file or folder; its path if it is in none. */
export function roomOf(file: string): string {
  if (file === 'proxy.ts') return 'app';
  return FOLDERS.find(({ folder }) => `${file}/`.startsWith(folder))?.room ?? file;
}

/** The imports of a file within the product. */
function importsOf(file: string): Import[] {
  const text = readFileSync(path.join(root, file), 'utf8');
  const statements = text.matchAll(
    /(?:^|\n)\s*(import|export)\s+(type\s)?([^'"`;]*?\sfrom\s+)?['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)/g,
  );
  return [...statements].flatMap((found) => {
    const target = found[4] ?? found[5] ?? '';
    const to = target.startsWith('@/')
      ? target.slice(2)
      : target.startsWith('.')
        ? path.join(path.dirname(file), target)
        : undefined;
    const isCode = to !== undefined && !to.endsWith('.json');
    return isCode ? [{ from: file, to, typeOnly: found[2] !== undefined }] : [];
  });
}

export const files = sourceFiles();
export const imports = files.flatMap(importsOf);
