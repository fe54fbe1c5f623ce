import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const FILE_OF_A_LICENCE = /^(licen[cs]e|copying|notice)([.-].*)?$/i;

/** The folders, below `root`, of the packages that these files belong to, in order. */
export function packagesOf(files) {
  const folders = new Set();
  for (const file of files) {
    const found = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file.split(path.sep).join('/'));
    if (found) folders.add(found[0]);
  }
  return [...folders].sort();
}

/**
 * The licences of packages as one text: name, version, what the package says its licence is, and the texts it comes
 * with. @param {readonly string[]} folders of packages, below `root`
 * @throws Error that names a package that says nothing about its licence
 */
export function licencesOf(folders, root) {
  const parts = folders.map((folder) => {
    const at = path.join(root, folder);
    const { name, version, license } = JSON.parse(readFileSync(path.join(at, 'package.json'), 'utf8'));
    const texts = readdirSync(at)
      .filter((file) => FILE_OF_A_LICENCE.test(file))
      .sort()
      .map((file) => readFileSync(path.join(at, file), 'utf8').trim());
    const stated = typeof license === 'string' ? license : license?.type;
    if (!stated && texts.length === 0) throw new Error(`${name}@${version} in ${folder} has no licence.`);
    return [`${name}@${version} (${stated ?? 'see below'})`, ...texts].join('\n\n');
  });
  return `${[...new Set(parts)].join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}
