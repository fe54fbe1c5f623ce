/**
 * `node bin/image-files.mjs FOLDER` lays out in a new folder what an image runs, and nothing else: what was built, the
 * files of packages that it loads, their licences and a bill of materials. Refuses what belongs to development.
 */
import {
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { importsOf } from './build.mjs';
import { licencesOf, packagesOf } from './licences.mjs';
import { root } from './root.mjs';
import { afterSetUp, bundlesOfImage, MARK_OF_IMAGE, SetupError } from './setup.mjs';
import { billOf, shippedPackages } from './shipped-packages.mjs';

/** All of it, unpacked. */
const MOST_BYTES = 250 * 2 ** 20;
const BLOCK_BYTES = 4096;
const AS_THEY_ARE = ['LICENSE', 'README.md', 'next.config.js', 'package.json', 'public', 'prisma/migrations'];
const SCRIPTS = [
  'dashboard',
  'end-with-npm',
  'entry',
  'lean-client',
  'memory-flags',
  'narrow-sources',
  'plumbline',
  'root',
  'run',
  'setup',
  'with-mark',
].map((name) => `bin/${name}.mjs`);
/** What is loaded by a name that is put together, which no tracer finds. */
const BY_NAME = ['postgresql', 'sqlite'].flatMap((dialect) =>
  ['js', 'mjs'].map(
    (form) => `node_modules/@prisma/client/runtime/query_compiler_small_bg.${dialect}.wasm-base64.${form}`,
  ),
);
const NEXT = 'node_modules/next/dist';
/** Next resolves these when it reads its settings, and loads none. */
const RESOLVED = [`${NEXT}/compiled/webpack`, `${NEXT}/compiled/@babel/runtime/package.json`];
const OF_BUILDS = new RegExp(
  [
    // What Next loads only to build, to serve what is being edited, or to resize pictures.
    `^${NEXT}/cli/(?!next-(start|test)\\.)`,
    `^${NEXT}/compiled/(babel|babel-packages|terser|cssnano|postcss|sass|@babel/(?!runtime/package\\.json)|@vercel/nft|@next/font)`,
    `^${NEXT}/compiled/next-server/.*\\.dev\\.js$`,
    `^${NEXT}/(build/(swc|webpack|babel|turbopack)|lib/upgrade|next-devtools)/`,
    '^node_modules/(@next/swc-|@img/|sharp/|semver/|esbuild/|@esbuild/)',
    '^node_modules/(@[^/]+/)?[^/]+/(tests?|benchmarks?|docs|examples)/',
    '\\.development\\.js$',
    '\\.[cm]?tsx?$',
    '^node_modules/.*\\.map$',
  ].join('|'),
);
const OF_PAGES = /^\.next\/(?!(cache|diagnostics|dev|trace|types|turbopack|lock)\b)(?!.*\.nft\.json$)/;
const OF_DEPLOY = /^deploy\/(?!npm|chart)/;
/** Has no place in an image. */
const OF_DEVELOPMENT = /\.test\.[cm]?[jt]sx?$|\.tsx?$|^(app|bench|components|sandbox|server|tests)\//;

await afterSetUp({ image: true, development: true }, async () => {
  const [name = ''] = process.argv.slice(2);
  if (name === '') throw new SetupError('usage: node bin/image-files.mjs FOLDER');
  const folder = path.resolve(name);
  if (existsSync(folder)) throw new SetupError(`${folder} exists: name a new folder.`);
  const files = await filesOfImage();
  refuseDevelopment(files);
  for (const file of files) copy(file, path.join(folder, file));
  const written = {
    'LICENSES.txt': licencesOf(shippedPackages(root), root),
    'plumbline.sbom.json': billOf(root),
    [MARK_OF_IMAGE]: `${process.version}\n`,
  };
  for (const [file, text] of Object.entries(written)) writeFileSync(path.join(folder, file), text);
  const bytes = bytesOf([
    ...files.map((file) => path.join(root, file)),
    ...Object.keys(written).map((file) => path.join(folder, file)),
  ]);
  const mebibytes = Math.ceil(bytes / 2 ** 20);
  if (bytes > MOST_BYTES)
    throw new SetupError(
      `What an image runs is ${mebibytes} MiB, more than ${MOST_BYTES / 2 ** 20}: see what came along with \`du\` in ${folder}.`,
    );
  console.log(`${folder}: ${files.length} files, ${mebibytes} MiB`);
});

/** Everything that a pod may load, relative to the checkout, in order. */
async function filesOfImage() {
  const bundles = bundlesOfImage();
  const built = [
    ...AS_THEY_ARE.flatMap(filesIn),
    ...filesIn('.next').filter((file) => OF_PAGES.test(file)),
    ...filesIn('deploy').filter((file) => OF_DEPLOY.test(file)),
    ...bundles.flatMap(filesIn),
  ].filter((file) => !path.basename(file).startsWith('.plumbline-'));
  const loaded = [
    ...BY_NAME,
    ...RESOLVED.flatMap(filesIn),
    ...tracedOfPages(),
    ...(await traced(bundles)),
  ].filter((file) => file.startsWith('node_modules/') && !OF_BUILDS.test(file));
  const named = packagesOf(loaded).map((one) => `${one}/package.json`);
  return [...new Set([...SCRIPTS, ...built, ...loaded, ...named])].sort();
}

/** The files of packages that pages load, as Next found them when it built. */
function tracedOfPages() {
  return filesIn('.next')
    .filter((file) => file.endsWith('.nft.json'))
    .flatMap((file) => {
      const { files } = JSON.parse(readFileSync(path.join(root, file), 'utf8'));
      return files.map((one) => path.join(path.dirname(file), one));
    });
}

/**
 * The files of packages that these bundles load, Next among them. The tracer is the one that Next brings; of a bundle it is
 * given the imports alone, since it takes what was bundled from a package for something that is loaded from there.
 */
async function traced(bundles) {
  const { nodeFileTrace } = createRequire(import.meta.url)('next/dist/compiled/@vercel/nft');
  const imports = new Map(bundles.map((folder) => [path.join(root, folder, 'main.mjs'), importsOf(folder)]));
  const { fileList } = await nodeFileTrace([...imports.keys()], {
    base: root,
    processCwd: root,
    mixedModules: true,
    ignore: (file) => OF_BUILDS.test(file),
    readFile: async (file) => imports.get(file) ?? textIfThere(file),
  });
  return fileList;
}

/** As the tracer asks for it. */
async function textIfThere(file) {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (['ENOENT', 'EISDIR'].includes(error.code)) return null;
    throw error;
  }
}

/** @throws SetupError that names what has no place in an image */
function refuseDevelopment(files) {
  const shipped = new Set(shippedPackages(root));
  const packages = packagesOf(files).filter((one) => one.startsWith('node_modules/') && !shipped.has(one));
  const sources = files.filter((file) => !file.startsWith('node_modules/') && OF_DEVELOPMENT.test(file));
  const found = [...packages, ...sources];
  if (found.length > 0)
    throw new SetupError(`These belong to development, and an image would have them: ${found.join(', ')}`);
}

/** Every file and link of a folder, or the file itself, relative to the checkout. */
function filesIn(name) {
  if (!lstatSync(path.join(root, name)).isDirectory()) return [name];
  return readdirSync(path.join(root, name), { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => path.relative(root, path.join(entry.parentPath ?? entry.path, entry.name)));
}

function copy(file, to) {
  const from = path.join(root, file);
  mkdirSync(path.dirname(to), { recursive: true });
  if (lstatSync(from).isSymbolicLink()) symlinkSync(readlinkSync(from), to);
  else copyFileSync(from, to);
}

function bytesOf(files) {
  return files.reduce((sum, file) => sum + Math.ceil(lstatSync(file).size / BLOCK_BYTES) * BLOCK_BYTES, 0);
}
