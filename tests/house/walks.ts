import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../../bin/root.mjs';

export const TOUR = path.join(root, 'docs', 'design', 'tour.md');

const FILE = /`([a-z][\w./[\]-]*\/[\w.[\]-]+\.tsx?)`/g;
const COUNTED = /^_\d+ files in \d+ folders, .*_\n\n/m;

export interface Walk {
  readonly files: number;
  /** Distinct folders of its files. */
  readonly folders: number;
  /** Steps into a folder that an earlier step has left. */
  readonly returns: number;
}

/** Counts a walk by the files that it names, in the order in which it names them; one named twice in a row is one. */
export function walkIn(section: string): Walk {
  const named = [...section.matchAll(FILE)].map(([, file = '']) => file);
  const files = named.filter((file, at) => file !== named[at - 1]);
  const entered = files.map((file) => path.dirname(file)).filter((folder, at, all) => folder !== all[at - 1]);
  const folders = new Set(entered).size;
  return { files: new Set(files).size, folders, returns: entered.length - folders };
}

/** The tour with the figures of each walk below its heading. */
export function tourWithCounts(tour: string): string {
  const [before = '', ...walks] = tour.split(/^(?=## )/m);
  const counted = walks.map((section) => {
    const bare = section.replace(COUNTED, '');
    const { files, folders, returns } = walkIn(bare);
    return bare.replace(
      /^(## .*\n\n)/,
      `$1_${files} files in ${folders} folders, ${returns} ${returns === 1 ? 'return' : 'returns'}._\n\n`,
    );
  });
  return before + counted.join('');
}

export function pageWithCounts(): string {
  return tourWithCounts(readFileSync(TOUR, 'utf8'));
}
