import path from 'node:path';
import { root } from '@/bin/root.mjs';

/** The sources of the programs, with their modules pinned in a folder for each version. */
export const SOURCES = path.join(root, 'tests/real/control-plane');

/** The patch of each minor version of Kubernetes whose modules are pinned in `control-plane/`. */
export const VERSIONS = { '1.35': '1.35.4', '1.36': '1.36.3', '1.37': '1.37.2' } as const;

export type Minor = keyof typeof VERSIONS;

export const NEWEST: Minor = '1.37';

/** Which version the tests of this folder are run on. */
export function minorUnderTest(): Minor {
  return minorOf(process.env.PLUMBLINE_REAL_VERSION ?? NEWEST);
}

/** @throws RangeError that names the versions there are */
export function minorOf(text: string): Minor {
  if (text in VERSIONS) return text as Minor;
  throw new RangeError(`--version "${text}" is not one of ${Object.keys(VERSIONS).join(', ')}`);
}
