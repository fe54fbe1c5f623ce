import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it, onTestFinished } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { version } from '@/package.json';
import { copyCheckout } from '../support/copied-checkout';
import { describeWithProgram } from '../support/installed-program';

const DIGEST = `sha256:${'a'.repeat(64)}`;
const IMAGE = `r.example:5000/team/plumbline:${version}@${DIGEST}`;
const PARTS = [
  'CHANGELOG.md',
  'LICENSE',
  'package.json',
  'package-lock.json',
  'prisma.config.ts',
  'tsconfig.json',
];
const FOLDERS = ['bin', 'deploy', 'prisma', 'server'];

describeWithProgram('kubectl', 'kubernetes-client', 'npm run release', (kubectl) => {
  let checkout: string;
  let programs: string;

  const git = (...args: string[]) => {
    const { status, stderr } = spawnSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], {
      cwd: checkout,
      encoding: 'utf8',
    });
    expect({ status, stderr }).toMatchObject({ status: 0 });
  };

  beforeAll(() => {
    const folder = mkdtempSync(path.join(tmpdir(), 'plumbline-release-test-'));
    checkout = path.join(folder, 'checkout');
    programs = path.join(folder, 'programs');
    mkdirSync(programs);
    symlinkSync(kubectl, path.join(programs, 'kubectl'));
    copyCheckout([...PARTS, ...FOLDERS], checkout);
    const ignored = ['/node_modules', '/release/', '/deploy/npm/dist/', '/deploy/npm/LICENSE'];
    writeFileSync(
      path.join(checkout, '.gitignore'),
      [...ignored, '.build/', '/server/store/generated/'].join('\n'),
    );
    git('init', '--quiet', '--initial-branch', 'main');
    git('add', '.');
    git('commit', '--quiet', '-m', 'All');
    git('branch', 'begun');
  });
  afterEach(() => {
    git('reset', '--quiet', '--hard', 'begun');
    git('clean', '--quiet', '-fd');
    rmSync(path.join(checkout, 'release'), { recursive: true, force: true });
  });
  afterAll(() => rmSync(path.dirname(checkout), { recursive: true, force: true }));

  function release(...args: string[]) {
    const env = { ...process.env, PATH: `${programs}:${process.env.PATH}` };
    const { status, stderr } = spawnSync(process.execPath, ['bin/release.mjs', ...args], {
      cwd: checkout,
      env,
      encoding: 'utf8',
    });
    return { status, stderr, isMade: existsSync(path.join(checkout, 'release')) };
  }

  const made = (name: string) => path.join(checkout, 'release', version, name);
  const unpacked = (name: string) => {
    const folder = mkdtempSync(path.join(programs, 'unpacked-'));
    expect(spawnSync('tar', ['-xzf', made(name), '-C', folder]).status).toBe(0);
    return folder;
  };

  it('makes all that is handed out, with the image by its digest', () => {
    expect(release('--dry-run', '--check', 'true', '--image', IMAGE)).toMatchObject({ status: 0 });
    const files = readdirSync(path.join(checkout, 'release', version)).sort();
    expect(files).toEqual([
      'LICENSES.txt',
      'NOTES.md',
      'SHA256SUMS',
      `plumbline-${version}.sbom.json`,
      `plumbline-${version}.tgz`,
      `plumbline-chart-${version}.tgz`,
      'plumbline-highly-available.yaml',
      `plumbline-manifests-${version}.tgz`,
      'plumbline-one-pod.yaml',
      'plumbline-per-role.yaml',
      'plumbline-try.yaml',
    ]);
    const sums = Object.fromEntries(
      readFileSync(made('SHA256SUMS'), 'utf8')
        .trim()
        .split('\n')
        .map((line) => line.split('  ').reverse()),
    );
    expect(Object.keys(sums)).toEqual(files.filter((file) => file !== 'SHA256SUMS'));
    for (const [file, sum] of Object.entries(sums))
      expect(
        createHash('sha256')
          .update(readFileSync(made(file)))
          .digest('hex'),
      ).toBe(sum);

    for (const shape of ['one-pod', 'highly-available', 'try']) {
      const images = parseAllDocuments(readFileSync(made(`plumbline-${shape}.yaml`), 'utf8'))
        .map((document) => document.toJS())
        .flatMap((object) => object.spec?.template?.spec?.containers ?? [])
        .map(({ image }: { image: string }) => image);
      expect(images.length).toBeGreaterThan(0);
      expect(new Set(images)).toEqual(new Set([IMAGE]));
    }
    const manifests = unpacked(`plumbline-manifests-${version}.tgz`);
    const rendered = spawnSync(kubectl, ['kustomize', path.join(manifests, 'manifests/one-pod')], {
      encoding: 'utf8',
    });
    expect(rendered.stdout).toBe(readFileSync(made('plumbline-one-pod.yaml'), 'utf8'));
    const chart = path.join(unpacked(`plumbline-chart-${version}.tgz`), 'plumbline');
    expect(parse(readFileSync(path.join(chart, 'values.yaml'), 'utf8')).image).toMatchObject({
      repository: 'r.example:5000/team/plumbline',
      tag: `${version}@${DIGEST}`,
    });
    const bill = JSON.parse(readFileSync(made(`plumbline-${version}.sbom.json`), 'utf8'));
    expect(bill.components.map(({ name }: { name: string }) => name)).toContain('@kubernetes/client-node');
    const packed = path.join(unpacked(`plumbline-${version}.tgz`), 'package/dist/LICENSES.txt');
    for (const licences of [packed, made('LICENSES.txt')])
      expect(readFileSync(licences, 'utf8')).toMatch(/^commander@.*MIT/m);
    expect(readFileSync(made('NOTES.md'), 'utf8')).toMatch(`## ${version}`);
  });

  it.each<[string, () => void, string[], RegExp]>([
    [
      'what is not committed',
      () => appendFileSync(path.join(checkout, 'LICENSE'), '\n'),
      ['--dry-run', '--check', 'true'],
      /not committed.*\n.*LICENSE/,
    ],
    [
      'a version that exists',
      () => {
        onTestFinished(() => git('tag', '--delete', `v${version}`));
        git('tag', `v${version}`);
      },
      ['--dry-run', '--check', 'true'],
      /v.* exists: raise/,
    ],
    ['a failing check', () => {}, ['--dry-run', '--check', 'exit 3'], /exit 3 failed: nothing was made/],
    [
      'a check that leaves something behind',
      () => {},
      ['--dry-run', '--check', 'touch left-behind'],
      /not committed.*\n.*left-behind/,
    ],
    [
      'a version without a word to users',
      () => {
        writeFileSync(path.join(checkout, 'CHANGELOG.md'), '# Changes\n');
        git('commit', '--quiet', '-am', 'Say nothing');
      },
      ['--dry-run', '--check', 'true'],
      /CHANGELOG.md has no section/,
    ],
    ['to publish without an image', () => {}, ['--check', 'true'], /--image is missing/],
    [
      'an image by its tag',
      () => {},
      ['--dry-run', '--image', 'r.example/plumbline:1'],
      /is not NAME:TAG@sha256/,
    ],
    ['what it does not know', () => {}, ['--dryrun'], /--dryrun.*\nusage:/s],
  ])('refuses %s', (_, prepare, args, why) => {
    prepare();
    const { status, stderr, isMade } = release(...args);
    expect({ status, isMade }).toEqual({ status: 1, isMade: false });
    expect(stderr).toMatch(why);
  });

  it('publishes the package and then the files with their tag, and the same again where it broke off', () => {
    const calls = path.join(programs, 'calls');
    const real = spawnSync('which', ['npm'], { encoding: 'utf8' }).stdout.trim();
    const program = (name: string, ...lines: string[]) => {
      writeFileSync(path.join(programs, name), ['#!/bin/sh', ...lines].join('\n'));
      chmodSync(path.join(programs, name), 0o755);
    };
    const note = `echo "$(basename $0) $*" | head -1 >> ${calls}`;
    const isOut = `grep -q "npm publish" ${calls}`;
    program('npm', `[ "$1" = view ] && { ${isOut}; exit; }`, `[ "$1" = publish ] || exec ${real} "$@"`, note);
    program('gh', note, 'exit 1');
    expect(release('--check', 'true', '--image', IMAGE)).toMatchObject({ status: 1 });
    const sums = () =>
      readFileSync(made('SHA256SUMS'), 'utf8')
        .split('\n')
        .filter((line) => !line.includes('sbom'));
    const first = sums();
    program('gh', note);
    expect(release('--check', 'true', '--image', IMAGE)).toMatchObject({ status: 0 });
    expect(sums()).toEqual(first);
    const said = readFileSync(calls, 'utf8').trim().split('\n');
    expect(said.map((line) => line.split(' ').slice(0, 4).join(' '))).toEqual([
      `npm publish ${made(`plumbline-${version}.tgz`)}`,
      `gh release create v${version}`,
      `gh release create v${version}`,
    ]);
    expect(said[2]).toContain('SHA256SUMS');
  });
});
