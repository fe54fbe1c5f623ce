import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../../bin/root.mjs';
import { imports, roomOf } from './imports';
import { ROOMS } from './rooms';

export const GUIDE = path.join(root, 'CONTRIBUTING.md');
const BEGIN = '<!-- the map: drawn by `npm run map` -->';
const END = '<!-- the end of the map -->';

/** The rooms: what each is for, and what it imports. */
function drawn(): string {
  const rows = Object.entries(ROOMS).map(([room, { path, purpose }]) => {
    const found = imports.filter(({ from }) => roomOf(from) === room);
    const values = new Set(found.filter(({ typeOnly }) => !typeOnly).map(({ to }) => roomOf(to)));
    const targets = Object.keys(ROOMS).filter(
      (target) => target !== room && found.some(({ to }) => roomOf(to) === target),
    );
    const names = targets.map((target) => (values.has(target) ? target : `*${target}*`));
    return `| \`${path}\` | ${purpose} | ${names.join(', ') || 'nothing'} |`;
  });
  return ['| room | what it is for | imports |', '| --- | --- | --- |', ...rows].join('\n');
}

/** The guide with an updated map. @throws Error if it has no place for one */
export function guideWithMap(): string {
  const guide = readFileSync(GUIDE, 'utf8');
  const [begin, end] = [guide.indexOf(BEGIN), guide.indexOf(END)];
  if (begin < 0 || end < begin) throw new Error(`${GUIDE} has no place for the map`);
  return `${guide.slice(0, begin + BEGIN.length)}\n${drawn()}\n${guide.slice(end)}`;
}
