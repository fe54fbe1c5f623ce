import { cpSync, mkdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { root } from '@/bin/root.mjs';

/** Copies these files and folders of the checkout into a new folder, which uses the same packages. */
export function copyCheckout(names: readonly string[], folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const name of names) cpSync(path.join(root, name), path.join(folder, name), { recursive: true });
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
}
