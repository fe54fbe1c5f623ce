/**
 * `npm run real:pin -- 1.37.2` writes `control-plane/1.37/go.mod` and `go.sum`: Kubernetes itself cannot be required
 * as a module, since it replaces its own parts (`staging/` in its go.mod) by folders beside it; here each is
 * replaced by its module of the same release.
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { go } from './go';
import { SOURCES } from './versions';

const version = process.argv[2] ?? '';
if (!/^1\.\d+\.\d+$/.test(version)) {
  console.error('usage: npm run real:pin -- VERSION, for example 1.37.2');
  process.exit(2);
}

const downloaded = execFileSync('go', ['mod', 'download', '-json', `k8s.io/kubernetes@v${version}`], {
  encoding: 'utf8',
  cwd: os.tmpdir(),
});
const { GoMod } = JSON.parse(downloaded) as { GoMod: string };
const theirs = readFileSync(GoMod, 'utf8');
const parts = [...theirs.matchAll(/^\s*(?:replace )?(\S+)(?: v\S+)? => \.\/staging\//gm)].map(
  ([, name]) => name,
);
const ofParts = `v0.${version.slice(2)}`;
const work = mkdtempSync(path.join(os.tmpdir(), 'plumbline-pin-'));
writeFileSync(
  path.join(work, 'go.mod'),
  `module plumbline.dev/control-plane

go ${/^go (\S+)/m.exec(theirs)?.[1]}

${/^godebug default=\S+/m.exec(theirs)?.[0] ?? ''}

require k8s.io/kubernetes v${version}

replace (
${parts.map((name) => `\t${name} => ${name} ${ofParts}`).join('\n')}
)
`,
);
copyFileSync(path.join(SOURCES, 'main.go'), path.join(work, 'main.go'));
await go(work, 'mod', 'tidy');
const pinned = path.join(SOURCES, version.split('.').slice(0, 2).join('.'));
mkdirSync(pinned, { recursive: true });
for (const name of ['go.mod', 'go.sum']) copyFileSync(path.join(work, name), path.join(pinned, name));
rmSync(work, { recursive: true });
console.log(`pinned in ${path.relative(process.cwd(), pinned)}; add the version to versions.ts`);
