/**
 * `npm run release` makes all that a release hands out, in the folder release/VERSION, and publishes it. It refuses
 * what should not go out: sources that are not committed, a version that exists, tests that fail.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { licencesOf } from './licences.mjs';
import { root } from './root.mjs';
import { billOf, shippedPackages } from './shipped-packages.mjs';

const USAGE = `usage: npm run release -- [--dry-run] [--check COMMAND] [--image NAME:TAG@sha256:DIGEST]
  --dry-run  make the folder, publish nothing
  --check    what has to pass first; .ci/run if left out
  --image    the image that is installed, as \`npm run image\` pushed it; a release must have it, and a dry run
             without it names plumbline:VERSION`;
const BY_DIGEST = /^([^@\s]+):([\w.-]+)@(sha256:[0-9a-f]{64})$/;
/** What the manifests and the chart call the image in a checkout. */
const OF_CHECKOUT = 'plumbline';
/** What can be installed with one `kubectl apply -f`. */
const SHAPES = ['one-pod', 'highly-available', 'per-role', 'try'];

const { dryRun, check, image } = options();
const at = (...parts) => path.join(root, ...parts);
const { version } = JSON.parse(readFileSync(at('package.json'), 'utf8'));
const tag = `v${version}`;

refuseWhatIsNotCommitted();
refuseAnExistingVersion();
const notes = notesOf(version);
if (!image && !dryRun) refuse('--image is missing: push one with `npm run image`, which prints its digest.');
step(`Checking with ${check}`);
if (spawnSync('bash', ['-c', check], { cwd: root, stdio: 'inherit' }).status !== 0)
  refuse(`${check} failed: nothing was made.`);
refuseWhatIsNotCommitted();

const folder = at('release', version);
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const scratch = mkdtempSync(path.join(os.tmpdir(), 'plumbline-release-'));
try {
  makeCommandLine();
  makeChart();
  makeManifests();
  makeBillOfMaterials();
  writeFileSync(path.join(folder, 'NOTES.md'), `${notes}\n`);
  writeChecksums();
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
step(`Made release/${version}: ${readdirSync(folder).join(', ')}`);
if (!dryRun) publish();

function options() {
  try {
    const { values } = parseArgs({
      options: {
        'dry-run': { type: 'boolean', default: false },
        check: { type: 'string', default: '.ci/run' },
        image: { type: 'string' },
      },
    });
    const named = values.image && BY_DIGEST.exec(values.image);
    if (values.image && !named) throw new Error(`--image "${values.image}" is not NAME:TAG@sha256:DIGEST.`);
    const of = named && { name: named[1], tag: named[2], digest: named[3] };
    return { dryRun: values['dry-run'], check: values.check, image: of };
  } catch (error) {
    return refuse(`${error.message}\n${USAGE}`);
  }
}

function refuseWhatIsNotCommitted() {
  const changed = run('git', 'status', '--porcelain').trim();
  if (changed) refuse(`These are not committed: commit or remove them.\n${changed}`);
}

function refuseAnExistingVersion() {
  const there = run('git', 'remote').trim() ? run('git', 'ls-remote', '--tags', 'origin', tag) : '';
  if (run('git', 'tag', '--list', tag).trim() || there.trim())
    refuse(
      `${tag} exists: raise the version in package.json, deploy/npm/package.json and deploy/chart/Chart.yaml.`,
    );
}

/** What CHANGELOG.md says of a version. */
function notesOf(wanted) {
  const sections = readFileSync(at('CHANGELOG.md'), 'utf8').split(/^(?=## )/m);
  const section = sections.find((one) => one.startsWith(`## ${wanted} `) || one.startsWith(`## ${wanted}\n`));
  if (!section) refuse(`CHANGELOG.md has no section "## ${wanted}": say what users will notice.`);
  return section.trim();
}

function makeCommandLine() {
  step('Packing the command line');
  run('npm', 'pack', at('deploy/npm'), '--pack-destination', folder);
}

/** The chart that installs this image, as Helm packs it: one folder of the chart's name. */
function makeChart() {
  step('Packing the chart');
  const chart = path.join(scratch, 'plumbline');
  cpSync(at('deploy/chart'), chart, { recursive: true });
  if (image) {
    const values = path.join(chart, 'values.yaml');
    const text = replaceOnce(
      readFileSync(values, 'utf8'),
      /^ {2}repository: plumbline$/m,
      `  repository: ${image.name}`,
    );
    writeFileSync(values, replaceOnce(text, /^ {2}tag: ""$/m, `  tag: ${image.tag}@${image.digest}`));
  }
  packed(`plumbline-chart-${version}.tgz`, 'plumbline');
}

/** What is applied at once, a file for each shape; and the folders, to build a kustomization of one's own on. */
function makeManifests() {
  step('Making the manifests');
  const deploy = path.join(scratch, 'manifests');
  for (const part of ['crds', 'rbac', 'account', 'admission', 'optional', 'observability', ...SHAPES])
    cpSync(at('deploy', part), path.join(deploy, part), { recursive: true });
  if (image)
    for (const file of readdirSync(deploy, { recursive: true, encoding: 'utf8' }).filter((one) =>
      one.endsWith('.yaml'),
    )) {
      const text = readFileSync(path.join(deploy, file), 'utf8');
      const of = `image: ${image.name}:${image.tag}@${image.digest}`;
      writeFileSync(path.join(deploy, file), text.replaceAll(`image: ${OF_CHECKOUT}:${version}`, of));
    }
  for (const shape of SHAPES)
    writeFileSync(
      path.join(folder, `plumbline-${shape}.yaml`),
      run('kubectl', 'kustomize', path.join(deploy, shape)),
    );
  packed(`plumbline-manifests-${version}.tgz`, 'manifests');
}

function makeBillOfMaterials() {
  step('Listing packages and licences');
  writeFileSync(path.join(folder, `plumbline-${version}.sbom.json`), billOf(root));
  writeFileSync(path.join(folder, 'LICENSES.txt'), licencesOf(shippedPackages(root), root));
}

/** A folder of the scratch folder as an archive that depends on nothing but what is in it. */
function packed(name, part) {
  const same = ['--sort=name', '--owner=0', '--group=0', '--numeric-owner', `--mtime=@${committedAt()}`];
  run('tar', ...same, '-C', scratch, '-czf', path.join(folder, name), part);
}

function writeChecksums() {
  const lines = readdirSync(folder)
    .sort()
    .map(
      (name) =>
        `${createHash('sha256')
          .update(readFileSync(path.join(folder, name)))
          .digest('hex')}  ${name}`,
    );
  writeFileSync(path.join(folder, 'SHA256SUMS'), `${lines.join('\n')}\n`);
}

/** What is published already is left alone, and the tag comes last: the same command goes on where a release broke off. */
function publish() {
  const files = readdirSync(folder).filter((name) => name !== 'NOTES.md');
  step(`Publishing ${tag}`);
  if (!succeeds('npm', 'view', `plumbline@${version}`, 'version'))
    run('npm', 'publish', path.join(folder, `plumbline-${version}.tgz`));
  const assets = files.map((name) => path.join(folder, name));
  const at = ['--target', run('git', 'rev-parse', 'HEAD').trim()];
  const told = ['--title', version, '--notes-file', path.join(folder, 'NOTES.md')];
  run('gh', 'release', 'create', tag, ...at, ...told, ...assets);
  step(`${tag} is out.`);
}

function committedAt() {
  return run('git', 'log', '-1', '--format=%ct').trim();
}

function replaceOnce(text, pattern, by) {
  if (!pattern.test(text)) refuse(`deploy/chart/values.yaml has no line like ${pattern}.`);
  return text.replace(pattern, by);
}

function succeeds(command, ...args) {
  return spawnSync(command, args, { cwd: root, stdio: 'ignore' }).status === 0;
}

function step(what) {
  console.error(what);
}

/** What a command prints on its standard output; ends this process if it fails. */
function run(command, ...args) {
  const { status, error, stdout } = spawnSync(command, args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1e9,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (error?.code === 'ENOENT') refuse(`${command} is missing on this machine: install it.`);
  if (error || status !== 0) refuse(`${command} ${args[0]} failed${error ? `: ${error.message}` : ''}.`);
  return stdout;
}

/** @returns {never} */
function refuse(why) {
  console.error(why);
  process.exit(1);
}
