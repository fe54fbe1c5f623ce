import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { ExportView, PatchFile } from '../contract/patches';
import { errorText } from '../lib/report/errors';
import { CommandFailure } from './failure';
import { withoutControls } from './text';

/** The patches as one stream of documents, without the files around them. */
export function patchesText({ files, workloads }: ExportView): string {
  const patches = new Set(workloads.map((one) => one.path));
  return files
    .filter((file) => patches.has(file.path))
    .map(({ text }) => text.trimEnd())
    .join('\n---\n');
}

/** Writes files into a folder that has none. @throws Failure if it has, or cannot be written */
export function writeFolder(folder: string, files: readonly PatchFile[]): void {
  try {
    mkdirSync(folder, { recursive: true });
    if (readdirSync(folder).length > 0)
      throw new CommandFailure(
        'usage',
        `${folder} is not empty`,
        'Name another folder, or empty this one first.',
      );
    for (const file of files) {
      const place = path.resolve(folder, file.path);
      if (!place.startsWith(path.resolve(folder) + path.sep))
        throw new CommandFailure('failed', `${file.path} lies outside of ${folder}`, 'Check --server.');
      mkdirSync(path.dirname(place), { recursive: true });
      writeFileSync(place, withoutControls(file.text));
    }
  } catch (thrown) {
    if (thrown instanceof CommandFailure) throw thrown;
    throw new CommandFailure('failed', `${folder} cannot be written: ${errorText(thrown)}`);
  }
}
