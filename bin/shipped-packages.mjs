/**
 * Which packages a release ships, in whatever form: loaded from `node_modules`, or built into pages and bundles.
 * `npm run licences` lists them with their licences.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from './root.mjs';

/** Next needs these to build or to resize pictures, which no image does; bundles are made before. */
const OF_BUILDS = /^(@next\/swc-|@img\/|sharp$|esbuild$|@esbuild\/|typescript$)/;

const packagesIn = (folder) =>
  JSON.parse(readFileSync(path.join(folder, 'package-lock.json'), 'utf8')).packages;

/** The place in `node_modules` where a package at `from` finds one of this name; undefined if it is not there. */
function placeOf(packages, from, name) {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('node_modules/') - 1))) {
    const place = at === '' ? `node_modules/${name}` : `${at}/node_modules/${name}`;
    if (packages[place]) return place;
    if (at === '') return undefined;
  }
}

/**
 * The folders of the packages that ours depend on and that this machine has, in order. npm's own `--omit=dev` keeps
 * what another package could use, as the code generator of the database client, and all that hangs on it.
 */
export function shippedPackages(checkout) {
  const packages = packagesIn(checkout);
  const found = new Set();
  const waiting = [['', packages[''].dependencies]];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [from, names] = next;
    for (const name of Object.keys(names)) {
      const place = placeOf(packages, from, name);
      if (!place || found.has(place) || OF_BUILDS.test(name)) continue;
      const {
        dependencies,
        optionalDependencies,
        peerDependencies,
        peerDependenciesMeta = {},
      } = packages[place];
      if (!existsSync(path.join(checkout, place))) continue;
      found.add(place);
      const peers = Object.keys(peerDependencies ?? {}).filter((one) => !peerDependenciesMeta[one]?.optional);
      const needed = Object.fromEntries(peers.map((one) => [one, '']));
      waiting.push([place, { ...dependencies, ...optionalDependencies, ...needed }]);
    }
  }
  return [...found].sort();
}

/** A bill of materials of these packages, CycloneDX 1.5 as JSON, as `npm sbom` makes it. */
export function billOf(checkout) {
  const packages = packagesIn(checkout);
  const shipped = new Set(
    shippedPackages(checkout).map((place) => `${nameOf(place)}@${packages[place].version}`),
  );
  // With `--omit dev`, npm 11 leaves out what development needs too, as React.
  const asked = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'];
  const bill = JSON.parse(execFileSync('npm', asked, { cwd: checkout, encoding: 'utf8', maxBuffer: 1e9 }));
  const ours = bill.metadata.component['bom-ref'];
  const isShipped = (ref) => ref === ours || shipped.has(ref);
  return `${JSON.stringify(
    {
      ...bill,
      components: bill.components.filter((one) => isShipped(one['bom-ref'])),
      dependencies: bill.dependencies
        .filter(({ ref }) => isShipped(ref))
        .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter(isShipped) })),
    },
    undefined,
    2,
  )}\n`;
}

const nameOf = (place) => place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);

/** A line for each package, and at last how many there are of each licence. */
function listed() {
  const all = shippedPackages(root).map((place) => {
    const { version, license } = JSON.parse(readFileSync(path.join(root, place, 'package.json'), 'utf8'));
    return { name: `${nameOf(place)}@${version}`, licence: license?.type ?? license ?? 'none stated' };
  });
  const counts = new Map();
  for (const { licence } of all) counts.set(licence, (counts.get(licence) ?? 0) + 1);
  const sums = [...counts].sort(([, a], [, b]) => b - a).map(([licence, count]) => `${count} ${licence}`);
  const width = Math.max(...all.map(({ name }) => name.length));
  const lines = all.map(({ name, licence }) => `${name.padEnd(width)}   ${licence}`);
  return [...new Set(lines), '', `${all.length} packages: ${sums.join(', ')}`].join('\n');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(listed());
