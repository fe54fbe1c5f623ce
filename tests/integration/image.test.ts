import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { root } from '@/bin/root.mjs';
import { OF_IMAGE } from '@/bin/setup.mjs';

const DIGEST = `sha256:${'0'.repeat(64)}`;
const PUSHED = `sha256:${'f'.repeat(64)}`;
const BASE = `node:22-slim@${DIGEST}`;

describe('npm run image', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'plumbline-image-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  /** A docker that notes what it is asked for, and knows the image by these digests. */
  function docker(digests: readonly string[], exit = 0): void {
    const file = path.join(folder, 'docker');
    const said = digests.map((one) => `echo '${one}'`).join('\n');
    writeFileSync(
      file,
      `#!/bin/sh\necho "$*" >> "$(dirname "$0")/calls"\n[ "$1" = inspect ] && {\n${said || ':'}\n}\nexit ${exit}\n`,
    );
    chmodSync(file, 0o755);
  }

  function image(...args: string[]) {
    const env = { ...process.env, PATH: `${folder}:${process.env.PATH}` };
    const { status, stdout, stderr } = spawnSync(process.execPath, ['bin/image.mjs', ...args], {
      cwd: root,
      env,
      encoding: 'utf8',
    });
    const calls = path.join(folder, 'calls');
    const asked = existsSync(calls) ? readFileSync(calls, 'utf8').trim().split('\n') : [];
    return { status, stdout, stderr, asked };
  }

  it.each([
    ['no base', [], /does not name a base by its digest/],
    ['a base by its tag', ['node:22-slim', 'r.example/plumbline:1'], /does not name a base by its digest/],
    ['half a digest', [`node@${DIGEST.slice(0, 20)}`, 'r.example/plumbline:1'], /by its digest/],
    ['an image without a tag', [BASE, 'plumbline'], /with its tag/],
  ])('builds nothing with %s', (_, args, why) => {
    docker([]);
    const { status, stderr, asked } = image(...args);
    expect([status, asked]).toEqual([2, []]);
    expect(stderr).toMatch(why);
  });

  it('builds on the base by its digest, and says by which digest to install what was pushed', () => {
    docker([`other.example/plumbline@${DIGEST}`, `r.example:5000/plumbline@${PUSHED}`]);
    const { status, stdout, asked } = image(BASE, 'r.example:5000/plumbline:0.1.0');
    expect(status).toBe(0);
    expect(asked.slice(0, 2)).toEqual([
      `build --pull --build-arg NODE_IMAGE=${BASE} -t r.example:5000/plumbline:0.1.0 ${root}`,
      'push r.example:5000/plumbline:0.1.0',
    ]);
    expect(stdout).toContain(`newName: r.example:5000/plumbline\n      digest: ${PUSHED}`);
    expect(stdout).toContain(`image.tag=0.1.0@${PUSHED}`);
  });

  it.each([
    ['a build fails', 1, [`r.example/plumbline@${PUSHED}`], /docker build failed/],
    ['nobody says by which digest it was pushed', 0, [], /by which digest/],
  ])('says nothing to install when %s', (_, exit, digests, why) => {
    docker(digests, exit);
    const { status, stdout, stderr } = image(BASE, 'r.example/plumbline:0.1.0');
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(why);
  });
});

describe('the Dockerfile', () => {
  const stages = readFileSync(path.join(root, 'Dockerfile'), 'utf8')
    .replace(/\\\n/g, ' ')
    .split(/^(?=FROM )/m)
    .slice(1)
    .map((stage) => stage.trim().split('\n'));
  const last = stages.at(-1) ?? [];

  it('has all of its stages on the base that is given', () => {
    expect(stages).toHaveLength(2);
    for (const [from] of stages) expect(from).toMatch(/^FROM \$\{NODE_IMAGE\}( AS build)?$/);
  });

  it('ends with a stage that takes what was built, runs no npm and has none', () => {
    const runs = last.filter((line) => line.startsWith('RUN '));
    expect(runs).toHaveLength(1);
    expect(runs[0]).toMatch(/^RUN rm -rf /);
    for (const gone of ['/usr/local/lib/node_modules', '/usr/local/bin/npm', '/usr/local/bin/npx'])
      expect(runs[0]).toContain(gone);
    expect(last.filter((line) => /^(COPY|ADD) /.test(line))).toEqual(['COPY --from=build /image .']);
    expect(last).toContain('USER node');
    expect(last.find((line) => line.startsWith('CMD '))).toBe('CMD ["node", "bin/dashboard.mjs", "start"]');
  });

  it('builds of packages by their digests, from the registry that npm is told and no other address', () => {
    const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as {
      packages: Record<string, { resolved?: string; integrity?: string; inBundle?: boolean }>;
    };
    // What another package brings along has that one's digest.
    const locked = Object.entries(packages).filter(([place, { inBundle }]) => place !== '' && !inBundle);
    const wrong = locked.filter(([, { resolved, integrity }]) => resolved !== undefined || !integrity);
    expect(wrong.map(([place]) => place)).toEqual([]);
    expect(locked.length).toBeGreaterThan(100);
  });

  it('installs first, and then builds without a network', () => {
    expect(stages[0]?.filter((line) => line.startsWith('RUN '))).toEqual([
      'RUN npm ci --include=dev --ignore-scripts --no-audit --no-fund',
      'RUN --network=none CI=true node bin/image-files.mjs /image',
    ]);
  });

  it('makes in its build all that pods run', () => {
    expect(stages[0]?.join('\n')).toContain('node bin/image-files.mjs /image');
    const commands = readdirSync(path.join(root, 'deploy'), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.yaml') && !file.startsWith('chart'))
      .flatMap((file) => parseAllDocuments(readFileSync(path.join(root, 'deploy', file), 'utf8')))
      .map((document) => document.toJS())
      .flatMap((object) => object?.spec?.template?.spec?.containers ?? [])
      .flatMap(({ command = [] }: { command?: string[] }) => command.filter((part) => part.endsWith('.ts')));
    expect(commands.length).toBeGreaterThan(0);
    for (const entry of commands) expect(OF_IMAGE).toContain(entry);
  });
});
