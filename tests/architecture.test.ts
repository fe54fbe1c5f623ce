import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../bin/root.mjs';
import { files, type Import, imports, roomOf } from './house/imports';
import { GUIDE, guideWithMap } from './house/map';
import { ROOMS } from './house/rooms';

/** What the embedded cluster shares with the rest: API types, quantities, and the pure evaluation of HPAs. */
const SHARED_WITH_SANDBOX = [
  'server/objects/types',
  'server/objects/vpa-types',
  'server/objects/quantity',
  'server/objects/units',
  'server/objects/selector',
];

/** What HPAs are evaluated from, besides types: quantities, and what selects pods. */
const PLAIN_DATA = /^server\/model\/(quantity|selector|label-index)$/;

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
  if (room === target) return true;
  if (room === 'sandbox' && ['kube', 'model'].includes(target)) return SHARED_WITH_SANDBOX.includes(to);
  if (room === 'sandbox' && target === 'ground') return true;
  if (typeOnly && room === 'app') return target !== 'sandbox';
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

  it('decides about reviews without the cluster, the listener or a clock', () => {
    const wrong = imports
      .filter(({ from }) => from.startsWith('server/decide/new/'))
      .filter(({ to }) =>
        /^server\/(admission\/(?!review\/)|clock|log|problems|kube\/(client|caches))/.test(to),
      )
      .map(({ from, to }) => `${from} imports ${to}`);
    expect(wrong).toEqual([]);
  });

  it('evaluates HPAs from plain data: pods and HPAs as types, quantities and selectors', () => {
    const wrong = imports
      .filter(({ from }) => from.startsWith('server/decide/replicas/'))
      .filter(
        ({ to, typeOnly }) => roomOf(to) !== 'horizontal' && !(typeOnly && to === 'server/objects/types'),
      )
      .filter(({ to }) => !PLAIN_DATA.test(to))
      .map(({ from, to }) => `${from} imports ${to}`);
    expect(wrong).toEqual([]);
  });

  it('knows every room', () => {
    const unknown = [...new Set(files.map(roomOf))].filter((room) => !(room in ROOMS));
    expect(unknown).toEqual([]);
  });

  it('is drawn in CONTRIBUTING.md from its imports (npm run map)', () => {
    expect(readFileSync(GUIDE, 'utf8')).toBe(guideWithMap());
  });

  it('composes a process without naming any role', () => {
    const roles = ['recommender', 'nodes', 'updater', 'admission', 'scaler'];
    const composing = ['compose', 'running-roles', 'start', 'link'].map((name) => `server/host/${name}.ts`);
    const wrong = imports.filter(
      ({ from, to, typeOnly }) => composing.includes(from) && !typeOnly && roles.includes(roomOf(to)),
    );
    expect(wrong).toEqual([]);
  });

  it('has one loop and one back-off', () => {
    const own = ['server/lib/time/repeat.ts', 'server/lib/time/backoff.ts', 'server/lib/time/clock.ts'];
    const wrong = files.filter((file) => {
      if (!file.startsWith('server/') || file.startsWith('sandbox/') || own.includes(file)) return false;
      return /(while|for) \([^\n]*aborted[^\n]*\{[^}]*\.sleep\(|\* 2 \*\* /.test(textOf(file));
    });
    expect(wrong).toEqual([]);
  });

  it('has no circle of value imports', () => {
    const graph = new Map<string, string[]>();
    for (const { from, to, typeOnly } of imports) {
      if (typeOnly) continue;
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
        /\bDate\.now\(|\bnew Date\(\)|(?<![.\w])set(Timeout|Interval)\(/.test(textOf(file)),
    );
    expect(wrong).toEqual([]);
  });

  it('reads the environment in one file', () => {
    const wrong = files.filter(
      (file) => file !== 'server/config/index.ts' && /process\.env\b(?!\.NEXT_RUNTIME)/.test(textOf(file)),
    );
    expect(wrong).toEqual([]);
  });

  it('gives a name one meaning: no two files export it', () => {
    const where = new Map<string, string[]>();
    for (const file of files.filter((name) => !name.startsWith('app/')))
      for (const name of new Set(exportedNames(file))) where.set(name, [...(where.get(name) ?? []), file]);
    const several = [...where].filter(([, places]) => places.length > 1);
    expect(Object.fromEntries(several)).toEqual({});
  });

  it('names no file utils, helpers or misc', () => {
    expect(files.filter((file) => /(utils?|helpers?|misc)\.tsx?$/.test(file))).toEqual([]);
  });
});
