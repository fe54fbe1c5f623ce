import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { packagesOf } from '@/bin/licences.mjs';
import { root } from '@/bin/root.mjs';
import { dependencies, devDependencies } from '@/package.json';
import { copyCheckout } from '../support/copied-checkout';
import { PATIENCE } from '../support/patience';

const MIB = 2 ** 20;
const SELDOM = { ...PATIENCE, interval: 1000 };
const WITHOUT_NETWORK = {
  NODE_OPTIONS: `--require ${path.join(root, 'tests/support/without-network.cjs')}`,
};
const ADDRESS = /dashboard: (http\S+)/;

/** Every file below a folder, relative to it. */
function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));
}

describe('what an image runs', () => {
  const parent = mkdtempSync(path.join(tmpdir(), 'plumbline-image-'));
  const folder = path.join(parent, 'image');
  const json = (name: string) => JSON.parse(readFileSync(path.join(folder, name), 'utf8'));
  const asked = path.join(parent, 'asked');
  let said = '';

  beforeAll(() => {
    const { status, stdout, stderr } = spawnSync(process.execPath, ['bin/image-files.mjs', folder], {
      cwd: root,
      env: { ...process.env, ...WITHOUT_NETWORK, ASKED_ADDRESSES: asked },
      encoding: 'utf8',
    });
    said = stdout;
    expect({ status, stderr: status === 0 ? '' : stderr }).toEqual({ status: 0, stderr: '' });
    // Where nothing is built yet, it is built first.
  });
  afterAll(() => rmSync(parent, { recursive: true, force: true }));

  /** A program of the image, which has nothing of this checkout. */
  function run(...args: string[]): ChildProcess {
    const home = mkdtempSync(path.join(parent, 'home-'));
    const child = spawn(process.execPath, args, {
      cwd: folder,
      env: {
        NODE_ENV: 'production',
        PATH: process.env.PATH,
        HOME: home,
        PLUMBLINE_DATA_DIR: home,
        PLUMBLINE_LOG_LEVEL: 'warn',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    onTestFinished(
      () =>
        new Promise<void>((resolve) => {
          if (child.exitCode !== null || child.signalCode !== null) return resolve();
          child.once('exit', () => resolve());
          child.kill('SIGTERM');
        }),
    );
    return child;
  }

  /** The first thing a program says that matches. @throws Error with what it said if it ends before */
  function saidBy(child: ChildProcess, pattern: RegExp): Promise<string> {
    return new Promise((resolve, reject) => {
      let text = '';
      for (const stream of [child.stdout, child.stderr])
        stream?.on('data', (chunk: Buffer) => {
          text += chunk;
          const [, found] = pattern.exec(text) ?? [];
          if (found !== undefined) resolve(found);
        });
      child.once('exit', (code) => reject(new Error(`ended with ${code}: ${text}`)));
    });
  }

  it('is at most 250 MiB, and says how much it is', () => {
    const { stdout } = spawnSync('du', ['-sk', folder], { encoding: 'utf8' });
    expect((Number.parseInt(stdout, 10) * 1024) / MIB).toBeLessThan(250);
    expect(said).toMatch(/ \d+ files, \d+ MiB$/m);
  });

  it('is built without a network, the database client included', () => {
    const copy = path.join(parent, 'copy');
    copyCheckout(['bin', 'prisma', 'prisma.config.ts', 'package.json', 'package-lock.json'], copy);
    const script = "import { orSay, setUp } from './bin/setup.mjs'; await orSay(() => setUp());";
    const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
      cwd: copy,
      env: { ...process.env, ...WITHOUT_NETWORK, ASKED_ADDRESSES: asked },
      encoding: 'utf8',
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: expect.stringMatching(/database client: done/) });
    expect(existsSync(asked) ? readFileSync(asked, 'utf8') : '').toBe('');
  });

  it('would be seen to ask another machine', () => {
    const other = path.join(parent, 'other');
    const script = "fetch('https://registry.example.com').catch((error) => console.log(error.cause.message))";
    const { stdout } = spawnSync(process.execPath, ['-e', script], {
      env: { ...process.env, ...WITHOUT_NETWORK, ASKED_ADDRESSES: other },
      encoding: 'utf8',
    });
    expect(stdout).toContain('ECONNREFUSED');
    expect(readFileSync(other, 'utf8')).toBe('registry.example.com:443\n');
  });

  it('has nothing of development: no package, no source, no test', () => {
    const files = filesIn(folder);
    const packages = packagesOf(files.filter((file) => file.startsWith('node_modules/')));
    for (const name of [
      ...Object.keys(devDependencies),
      'esbuild',
      'effect',
      '@prisma/dev',
      '@prisma/studio-core',
    ])
      expect(packages).not.toContain(`node_modules/${name}`);
    expect(existsSync(path.join(folder, 'package-lock.json'))).toBe(false);
    expect(files.filter((file) => /\.test\.|\.tsx?$/.test(file))).toEqual([]);
    for (const of of ['server', 'app', 'components', 'sandbox', 'tests', 'bench', '.next/cache'])
      expect(existsSync(path.join(folder, of))).toBe(false);
  });

  it('comes with a bill of materials and the licence of every package that it has', () => {
    const { components } = json('plumbline.sbom.json');
    const billed = components.map(({ name, version }: Record<string, string>) => `${name}@${version}`);
    const licences = readFileSync(path.join(folder, 'LICENSES.txt'), 'utf8');
    const packages = packagesOf(filesIn(folder).filter((file) => file.startsWith('node_modules/')));
    expect(packages.length).toBeGreaterThan(50);
    for (const one of packages) {
      const { name, version } = json(`${one}/package.json`);
      expect(billed).toContain(`${name}@${version}`);
      expect(licences).toContain(`${name}@${version} (`);
    }
    // What is built into pages ships too, what generates code does not.
    expect(billed.some((one: string) => one.startsWith('@mantine/core@'))).toBe(true);
    expect(billed.filter((one: string) => /^(prisma|typescript|effect|vitest)@/.test(one))).toEqual([]);
    expect(Object.keys(dependencies)).toContain('@mantine/core');
  });

  it('serves every page and its scripts, keeps a database, and replays', async () => {
    const address = await saidBy(run('bin/dashboard.mjs', 'demo', '--port', '0'), ADDRESS);
    const get = async (name: string) => {
      const response = await fetch(`${address}${name}`);
      return { status: response.status, text: await response.text() };
    };
    const first = await get('/');
    for (const page of ['/', '/workloads', '/changes', '/savings', '/rules', '/replay', '/settings'])
      expect({ page, ...(await get(page)) }).toMatchObject({ page, status: 200 });
    const scripts = [...first.text.matchAll(/src="(\/_next\/static\/[^"]+\.js)"/g)].map(([, src]) => src);
    expect(scripts.length).toBeGreaterThan(3);
    for (const script of scripts) expect(await get(script ?? '')).toMatchObject({ status: 200 });

    const nothing = await fetch(`${address}/api/nope`);
    expect([nothing.status, nothing.headers.get('content-type')]).toEqual([404, 'application/json']);
    expect((await nothing.json()).message).toContain('/api/nope');

    expect(await get('/api/audit')).toMatchObject({ status: 200 });
    // The child of a replay is a bundle that the image has; the past is there once it is loaded.
    const begin = async () => {
      const answer = await fetch(`${address}/api/replays`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          scope: { kind: 'vpa', namespace: 'shop', name: 'storefront' },
          days: 1,
          variants: [{ name: 'as now' }],
        }),
      });
      return { status: answer.status, id: ((await answer.json()) as { id?: string }).id };
    };
    let id: string | undefined;
    await expect
      .poll(async () => {
        const begun = await begin();
        id = begun.id;
        return begun.status;
      }, SELDOM)
      .toBe(200);
    const stateOf = async () => JSON.parse((await get(`/api/replays/${id}`)).text).state;
    await expect.poll(stateOf, SELDOM).not.toMatch(/waiting|running/);
    expect(await stateOf()).toBe('done');
  });

  it('runs the roles without pages', async () => {
    const listening = saidBy(run('bin/entry.mjs', 'server/host/headless.ts'), /listening: (http\S+)/);
    expect(await listening).toMatch(/^http/);
  });

  it('has the command line, and says what it has not', () => {
    const entry = (...args: string[]) =>
      spawnSync(process.execPath, ['bin/entry.mjs', ...args], { cwd: folder, encoding: 'utf8' });
    expect(entry('server/cli/main.ts', '--help')).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('Usage: plumbline'),
    });
    expect(entry('tests/real/main.ts')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('tests/real/main.ts is not in an image'),
    });
  });
});
