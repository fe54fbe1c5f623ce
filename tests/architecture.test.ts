import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

/** What every room but `model` stands on. */
const GROUND = ['clock', 'config', 'log', 'problems', 'errors', 'repeat', 'backoff', 'slices'];
const BELOW_ROLES = ['estimators', 'usage', 'store', 'policy', 'words', 'kube', 'model', 'ground'];
/** Which rooms each room may import; type-only imports of views are allowed to the pages as well. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  ground: ['words', 'model'],
  model: [],
  kube: ['words', 'model', 'ground'],
  words: ['model'],
  policy: ['words', 'kube', 'model', 'ground'],
  store: ['words', 'policy', 'kube', 'model', 'ground'],
  usage: ['words', 'policy', 'kube', 'model', 'ground'],
  estimators: ['policy', 'model', 'ground'],
  recommender: BELOW_ROLES,
  updater: BELOW_ROLES,
  admission: BELOW_ROLES,
  operations: BELOW_ROLES,
  sandbox: ['ground', 'model'],
  process: ['recommender', 'updater', 'admission', 'operations', 'sandbox', ...BELOW_ROLES],
  app: ['components', 'process', 'ground'],
  components: ['words'],
};
/** What the embedded cluster shares with the rest: API types and quantities. */
const SHARED_WITH_SANDBOX = [
  'server/kube/types',
  'server/kube/vpa-types',
  'server/model/quantity',
  'server/model/units',
  'server/model/selector',
];

interface Import {
  from: string;
  to: string;
  typeOnly: boolean;
}

function sourceFiles(): string[] {
  return ['app', 'components', 'server', 'instrumentation.ts', 'proxy.ts']
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

function roomOf(file: string): string {
  const [top = '', second = ''] = file.replace(/\.tsx?$/, '').split('/');
  if (top === 'instrumentation' || top === 'proxy') return 'app';
  if (top !== 'server') return top;
  if (GROUND.includes(second)) return 'ground';
  return second;
}

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
    return to ? [{ from: file, to, typeOnly: found[2] !== undefined }] : [];
  });
}

const files = sourceFiles();
const imports = files.flatMap(importsOf);

function allowed({ from, to, typeOnly }: Import): boolean {
  const room = roomOf(from);
  const target = roomOf(to);
  if (room === target) return true;
  if (room === 'sandbox' && ['kube', 'model'].includes(target)) return SHARED_WITH_SANDBOX.includes(to);
  if (room === 'sandbox' && target === 'ground') return true;
  if (typeOnly && (room === 'components' || room === 'app')) return target !== 'sandbox';
  if (room === 'components' && /\/(views|verdict|vocabulary|units|clock)$|^server\/policy\/fields\//.test(to))
    return true;
  return (MAY_IMPORT[room] ?? []).includes(target);
}

describe('the house', () => {
  it('has source files to look at', () => {
    expect(files.length).toBeGreaterThan(10);
    expect(imports.length).toBeGreaterThan(10);
  });

  it('imports one way only', () => {
    const wrong = imports.filter((found) => !allowed(found)).map(({ from, to }) => `${from} imports ${to}`);
    expect(wrong).toEqual([]);
  });

  it('decides about reviews without the cluster, the listener or a clock', () => {
    const wrong = imports
      .filter(({ from }) => from.startsWith('server/admission/review/'))
      .filter(({ to }) =>
        /^server\/(admission\/(?!review\/)|clock|log|problems|kube\/(client|caches))/.test(to),
      )
      .map(({ from, to }) => `${from} imports ${to}`);
    expect(wrong).toEqual([]);
  });

  it('knows every room', () => {
    const unknown = [...new Set(files.map(roomOf))].filter((room) => !(room in MAY_IMPORT));
    expect(unknown).toEqual([]);
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
        file !== 'server/clock.ts' &&
        /\bDate\.now\(|\bnew Date\(\)|(?<![.\w])set(Timeout|Interval)\(/.test(
          readFileSync(path.join(root, file), 'utf8'),
        ),
    );
    expect(wrong).toEqual([]);
  });

  it('reads the environment in one file', () => {
    const wrong = files.filter(
      (file) =>
        file !== 'server/config.ts' &&
        /process\.env\b(?!\.NEXT_RUNTIME)/.test(readFileSync(path.join(root, file), 'utf8')),
    );
    expect(wrong).toEqual([]);
  });

  it('names no file utils, helpers or misc', () => {
    expect(files.filter((file) => /(utils?|helpers?|misc)\.tsx?$/.test(file))).toEqual([]);
  });
});
