import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../../bin/root.mjs';
import { imports, roomOf } from './imports';
import { ROLES, ROOMS } from './rooms';

export const PICTURE = path.join(root, 'docs', 'design', 'rooms.md');
const BEGIN = '<!-- the picture: drawn by `npm run map` -->';
const END = '<!-- the end of the picture -->';

/** The rooms of the map, a box for those that stand on one level. */
const BOXES: Readonly<Record<string, { says: string; rooms: readonly string[] }>> = {
  pages: { says: 'what people see', rooms: ['app', 'components'] },
  start: { says: 'what starts it', rooms: ['host', 'cli'] },
  beside: {
    says: 'beside the loops',
    rooms: ['pages', 'scan', 'replay', 'handover', 'hub'],
  },
  roles: {
    says: 'roles, which never import each other',
    rooms: ROLES.filter((room) => room !== 'access'),
  },
  asked: { says: 'what is asked and answered, and by whom', rooms: ['contract', 'access'] },
  seen: {
    says: 'what is seen and kept',
    rooms: ['usage', 'store', 'cluster', 'kube', 'config'],
  },
  decide: {
    says: 'all that decides, pure',
    rooms: [
      'decide/running',
      'decide/new',
      'decide/features',
      'decide/replicas',
      'decide/estimators',
      'decide/places',
      'decide/pods',
      'decide',
    ],
  },
  sandbox: { says: 'the embedded cluster', rooms: ['sandbox'] },
  known: { says: 'what is known, and its words', rooms: ['words', 'model'] },
  objects: { says: "the API's types and quantities", rooms: ['objects'] },
  lib: {
    says: 'knows nothing of Kubernetes',
    rooms: ['lib/time', 'lib/http', 'lib/memo', 'lib/report'],
  },
};

/** Rooms without a box, which the picture would hide. */
export function roomsNotDrawn(): string[] {
  const drawn = new Set(Object.values(BOXES).flatMap(({ rooms }) => rooms));
  return Object.keys(ROOMS).filter((room) => !drawn.has(room));
}

/** From which box to which: as values are imported, without arrows that others lead along. */
function arrows(): Map<string, string[]> {
  const boxOf = new Map(
    Object.entries(BOXES).flatMap(([box, { rooms }]) => rooms.map((room) => [room, box] as const)),
  );
  const leads = new Map<string, Set<string>>();
  for (const { from, to, typeOnly } of imports) {
    const [here, there] = [boxOf.get(roomOf(from)), boxOf.get(roomOf(to))];
    if (typeOnly || !here || !there || here === there) continue;
    leads.set(here, (leads.get(here) ?? new Set()).add(there));
  }
  const reaches = (from: string, to: string, without: string): boolean =>
    [...(leads.get(from) ?? [])].some((next) => next !== without && (next === to || reaches(next, to, '')));
  return new Map(
    [...leads].map(([here, targets]) => [
      here,
      Object.keys(BOXES).filter((there) => targets.has(there) && !reaches(here, there, there)),
    ]),
  );
}

function drawn(): string {
  const boxes = Object.entries(BOXES).map(
    ([box, { says, rooms }]) =>
      `  ${box}["<b>${says}</b><br>${rooms
        .filter((room) => room !== 'decide')
        .map((room) => room.replace(/^(decide|lib)\//, ''))
        .join(' · ')}"]`,
  );
  const found = arrows();
  const lines = Object.keys(BOXES).flatMap((box) => (found.get(box) ?? []).map((to) => `  ${box} --> ${to}`));
  return ['```mermaid', 'flowchart TB', ...boxes, ...lines, '```'].join('\n');
}

/** The page with the picture as the imports are now. @throws Error if it has no place for one */
export function pageWithPicture(): string {
  const page = readFileSync(PICTURE, 'utf8');
  const [begin, end] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (begin < 0 || end < begin) throw new Error(`${PICTURE} has no place for the picture`);
  return `${page.slice(0, begin + BEGIN.length)}\n${drawn()}\n${page.slice(end)}`;
}
