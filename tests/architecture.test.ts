import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { LEFT_REASONS } from '@/server/words/admission';
import { SKIP_TABLE } from '@/server/words/bulk';
import { CAUSES } from '@/server/words/causes';
import { DEFERRALS } from '@/server/words/deferrals';
import { NEEDS } from '@/server/words/needs';
import { NO_RECOMMENDATION_TABLE } from '@/server/words/no-recommendation';
import { CAME_OF_IT, WORSE } from '@/server/words/outcomes';
import { UNCONTROLLED } from '@/server/words/pod-control';
import { PROBLEM_TABLE } from '@/server/words/problems';
import { REASONS } from '@/server/words/reasons';
import { SCAN_FINDINGS } from '@/server/words/scan-findings';
import { root } from '../bin/root.mjs';
import { commentsThatRestate } from './house/comments';
import { files, type Import, imports, roomOf } from './house/imports';
import { GUIDE, guideWithMap } from './house/map';
import { PICTURE, pageWithPicture, roomsNotDrawn } from './house/picture';
import { ROOMS } from './house/rooms';
import { pageWithCounts, TOUR, walkIn } from './house/walks';

/** What starts the embedded cluster; to all others it is one more cluster at the end of a kubeconfig. */
const STARTS_SANDBOX = ['server/cli/sandbox-main.ts', 'server/host/compose.ts', 'server/host/start.ts'];

/** Words that names of exports do without, and what to say instead. */
const SAID_INSTEAD: Readonly<Record<string, string>> = {
  book: 'index or store',
  hand: 'actuator',
  teller: 'publisher',
  tidings: 'events',
  neighbour: 'peer',
  beside: 'peer',
  stranger: 'connection limits',
  visitor: 'reconcile',
  front: 'Pareto front',
  room: 'free capacity',
  squeeze: 'what is left to fit',
  sight: 'what was seen',
  lens: 'what is read',
  door: 'backend, server or access',
  fleet: 'rules',
  telling: 'messages',
  notification: 'message',
  scaler: 'HPA',
  horizontal: 'HPA',
};
/** Where names may have a word that means one thing alone: held back, a row of the audit log, the resource. */
const ONE_MEANING: Readonly<Record<string, RegExp>> = {
  held: /^(server\/(updater|hpa|messages|decide\/(pods\/(outcome|mode-before-stop)|running\/policies)|operations\/held-watch|contract\/hpas)|components\/hpas)/,
  record:
    /^(server\/(store\/audit|updater\/act|hub|decide\/new\/mutation|host\/mutation-record|contract\/(across|hub-record)|pages\/clusters)|components\/(clusters|across))/,
  records: /^server\/(store\/audit|hub)/,
  memory:
    /(memory|units|quantity|vpa-types|moment|written-amounts|leak|lives|hold|course|bucketing|idle-resources|resize)/,
};
/** What a local name says instead. */
const LOCAL_NAMES =
  /(?:\b(?:const|let|readonly)|[({,]) ?\b(book|rooms|door|sight|lens|scalers|teller|visitor|strangers)\b ?[:=,})?]/;
/** `room` stays as a field of answers of the API, and of log lines; in the code it is a part of the process alone. */
const FREE_CAPACITY = /\b(?:const|let|function) \w*[rR]oom\b|[({,] ?room ?[,})=]/;
/** Kinds, icons and pictures have the names that others gave them; noisy neighbours are the field's. */
const OF_OTHERS = /^(handBack|noisyNeighbours|HorizontalPodAutoscaler|Icon[A-Z].*|(isSame)?[pP]aretoFront)$/;

/** `FleetBook`, `fleetBook`, `FLEET_BOOK` → fleet, book. */
function wordsOf(name: string): string[] {
  return name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .split(/[ _]/)
    .map((word) => word.toLowerCase());
}

function textOf(file: string): string {
  return readFileSync(path.join(root, file), 'utf8');
}

/** What a file declares and exports; a type and a value of one name are one. */
function exportedNames(file: string): string[] {
  const declared =
    /^export (?:default )?(?:abstract )?(?:async )?(?:const|let|function\*?|class|interface|type|enum) ([\w$]+)/gm;
  return [...textOf(file).matchAll(declared)].map(([, name = '']) => name);
}

function allowed({ from, to, typeOnly }: Import): boolean {
  const room = roomOf(from);
  const target = roomOf(to);
  if (room === target || to === 'package.json') return true;
  if (target === 'sandbox') return STARTS_SANDBOX.includes(from);
  if (typeOnly && room === 'app') return true;
  if (typeOnly && room === 'pages' && target === 'host') return true;
  return (ROOMS[room]?.mayImport ?? []).includes(target);
}

describe('the house', () => {
  it('has source files', () => {
    expect(files.length).toBeGreaterThan(10);
    expect(imports.length).toBeGreaterThan(10);
  });

  it('imports one way only', () => {
    const wrong = imports.filter((found) => !allowed(found)).map(({ from, to }) => `${from} imports ${to}`);
    expect(wrong).toEqual([]);
  });

  it('decides from what it is handed: objects, the model, words and the library', () => {
    const wrong = imports
      .filter(({ from }) => from.startsWith('server/decide/'))
      .filter(({ to }) => !/^server\/(decide|objects|model|words|lib)\//.test(to))
      .map(({ from, to }) => `${from} imports ${to}`);
    expect(wrong).toEqual([]);
  });

  it('lets a room import only rooms that do not import it', () => {
    const mutual = Object.keys(ROOMS).flatMap((room) =>
      (ROOMS[room]?.mayImport ?? [])
        .filter((target) => target !== room && ROOMS[target]?.mayImport.includes(room))
        .map((target) => `${room} and ${target}`),
    );
    expect(mutual).toEqual([]);
  });

  it('knows every room', () => {
    const unknown = [...new Set(files.map(roomOf))].filter((room) => !(room in ROOMS));
    expect(unknown).toEqual([]);
  });

  it('is drawn in CONTRIBUTING.md from its imports (npm run map)', () => {
    expect(readFileSync(GUIDE, 'utf8')).toBe(guideWithMap());
  });

  it('is drawn in docs/design/rooms.md, every room of it (npm run map)', () => {
    expect(roomsNotDrawn()).toEqual([]);
    expect(readFileSync(PICTURE, 'utf8')).toBe(pageWithPicture());
  });

  it('has its walks counted in docs/design/tour.md (npm run map)', () => {
    const walk =
      '1. `app/a/one.ts` asks `server/b/two.ts` and `server/b/three.ts`.\n2. `app/a/one.ts`, `app/a/four.ts`.';
    expect(walkIn(walk)).toEqual({ files: 4, folders: 2, returns: 1 });
    expect(readFileSync(TOUR, 'utf8')).toBe(pageWithCounts());
  });

  it('composes a process without naming any role', () => {
    const roles = ['recommender', 'nodes', 'updater', 'admission', 'hpa', 'rules', 'messages'];
    const composing = ['compose', 'running-roles', 'start', 'link'].map((name) => `server/host/${name}.ts`);
    const wrong = imports.filter(
      ({ from, to, typeOnly }) => composing.includes(from) && !typeOnly && roles.includes(roomOf(to)),
    );
    expect(wrong).toEqual([]);
  });

  it('gives every reason, cause and problem somebody who gives it', () => {
    const given = files
      .filter((file) => !file.startsWith('server/words/') || file.endsWith('/causes-of-problems.ts'))
      .map(textOf)
      .join('\n');
    expect(Object.keys(REASONS).filter((code) => !given.includes(`code: '${code}'`))).toEqual([]);
    const others = {
      ...LEFT_REASONS,
      ...CAUSES,
      ...DEFERRALS,
      ...NEEDS,
      ...NO_RECOMMENDATION_TABLE,
      ...PROBLEM_TABLE,
      ...SKIP_TABLE,
      ...UNCONTROLLED,
      ...WORSE,
      ...CAME_OF_IT,
    };
    const codes = [...Object.keys(others), ...SCAN_FINDINGS];
    expect(
      codes.filter((code) => !given.includes(`'${code}'`) && !new RegExp(`\\b${code}:`).test(given)),
    ).toEqual([]);
  });

  it('has one loop and one back-off', () => {
    const own = ['server/lib/time/repeat.ts', 'server/lib/time/backoff.ts', 'server/lib/time/clock.ts'];
    const wrong = files.filter((file) => {
      if (!file.startsWith('server/') || file.startsWith('sandbox/') || own.includes(file)) return false;
      return /(while|for) \([^\n]*aborted[^\n]*\{[^}]*\.sleep\(|\* 2 \*\* /.test(textOf(file));
    });
    expect(wrong).toEqual([]);
  });

  it('has no circle of imports, of types or values', () => {
    const graph = new Map<string, string[]>();
    for (const { from, to } of imports) {
      const target = [`${to}.ts`, `${to}.tsx`, `${to}/index.ts`].find((name) => files.includes(name));
      if (target) graph.set(from, [...(graph.get(from) ?? []), target]);
    }
    const circles: string[] = [];
    const done = new Set<string>();
    const visit = (file: string, trail: string[]): void => {
      if (trail.includes(file)) circles.push([...trail.slice(trail.indexOf(file)), file].join(' -> '));
      if (trail.includes(file) || done.has(file)) return;
      for (const next of graph.get(file) ?? []) visit(next, [...trail, file]);
      done.add(file);
    };
    for (const file of graph.keys()) visit(file, []);
    expect(circles).toEqual([]);
  });

  it('touches the clock in one file', () => {
    const wrong = files.filter(
      (file) =>
        file.startsWith('server/') &&
        file !== 'server/lib/time/clock.ts' &&
        /\bDate\.now\(|\bnew Date\(\)|(?<![.\w])set(Timeout|Interval)(\(| as )|AbortSignal\.(any|timeout)\(/.test(
          textOf(file),
        ),
    );
    expect(wrong).toEqual([]);
  });

  it('reads the environment in one file', () => {
    const wrong = files.filter(
      (file) => file !== 'server/config/index.ts' && /process\.env\b(?!\.NEXT_RUNTIME)/.test(textOf(file)),
    );
    expect(wrong).toEqual([]);
  });

  it('reaches into a library past its entry in one file', () => {
    const wrong = files.filter(
      (file) =>
        file !== 'server/kube/client-node.ts' && textOf(file).includes('@kubernetes/client-node/dist'),
    );
    expect(wrong).toEqual([]);
  });

  it('says first of a file that it is for the browser: after an import, nothing builds', () => {
    const wrong = files.filter((file) => /\n\(?'use client'/.test(textOf(file)));
    expect(wrong).toEqual([]);
  });

  it('exports names of the field: none of a dialect of its own', () => {
    const found = files
      .filter((name) => !name.startsWith('app/'))
      .flatMap((file) => exportedNames(file).map((name) => ({ file, name })))
      .filter(
        ({ name }) =>
          !OF_OTHERS.test(name) &&
          wordsOf(name).some((word) => word in SAID_INSTEAD || word.replace(/s$/, '') in SAID_INSTEAD),
      )
      .map(({ file, name }) => `${file}: ${name}`);
    expect(found).toEqual([]);
  });

  it('gives a word one meaning in exported names', () => {
    const named = files.filter((file) => !file.startsWith('app/'));
    const found = named.flatMap((file) =>
      exportedNames(file)
        .filter((name) => wordsOf(name).some((word) => word in ONE_MEANING && !ONE_MEANING[word]?.test(file)))
        .map((name) => `${file}: ${name}`),
    );
    expect(found).toEqual([]);
  });

  it('has none of them in local names either', () => {
    const found = files.flatMap((file) =>
      textOf(file)
        .split('\n')
        .filter(
          (line) => !/^\s*(\*|\/\/|\/\*)/.test(line) && (LOCAL_NAMES.test(line) || FREE_CAPACITY.test(line)),
        )
        .map((line) => `${file}: ${line.trim()}`),
    );
    expect(found).toEqual([]);
  });

  it('has no comment that says no more than the name below it', () => {
    expect(commentsThatRestate('/** The plans of a pod. */\nexport function podPlans() {')).toHaveLength(1);
    expect(commentsThatRestate('/** The plans of a pod, by VPA. */\nexport function podPlans() {')).toEqual(
      [],
    );
    expect(commentsThatRestate('/** Whether it has lasted. */\nexport function hasLasted() {')).toHaveLength(
      1,
    );
    const found = files.flatMap((file) => commentsThatRestate(textOf(file)).map((one) => `${file}: ${one}`));
    expect(found).toEqual([]);
  });

  it('names no file utils, helpers or misc', () => {
    expect(files.filter((file) => /(utils?|helpers?|misc)\.tsx?$/.test(file))).toEqual([]);
  });
});
