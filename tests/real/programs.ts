import { copyFileSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { go } from './go';
import { type Minor, SOURCES, VERSIONS } from './versions';

/** Where Kubernetes keeps the version that it tells, `k8s.io/component-base/version/base.go`. */
const VERSION_OF = 'k8s.io/component-base/version';
const VERSION_OF_CLIENT = 'k8s.io/client-go/pkg/version';

/** The programs of a control plane. */
export interface Programs {
  /** Every component of Kubernetes, by its first argument. */
  readonly kube: string;
  readonly etcd: string;
}

/** Where what is built is kept: `PLUMBLINE_REAL_CACHE`, or a folder of the user's cache. */
export function cacheFolder(): string {
  return process.env.PLUMBLINE_REAL_CACHE ?? path.join(os.homedir(), '.cache', 'plumbline', 'real');
}

/**
 * Builds what is not in the cache yet: some minutes on two cores the first time.
 * @throws GoError when Go is missing or a build fails
 */
export async function programs(minor: Minor, say: (line: string) => void): Promise<Programs> {
  const folder = path.join(cacheFolder(), VERSIONS[minor]);
  const kube = path.join(folder, 'kube');
  const etcd = path.join(cacheFolder(), 'etcd');
  if (!existsSync(etcd)) await build('etcd', 'etcd', etcd, '-s -w');
  if (!existsSync(kube)) {
    say(`Building Kubernetes ${VERSIONS[minor]} from its modules: some minutes, once`);
    await build('', minor, kube, flagsFor(VERSIONS[minor]));
  }
  return { kube, etcd };
}

function flagsFor(version: string): string {
  const [major, minor] = version.split('.');
  const says = {
    [`${VERSION_OF}.gitVersion`]: `v${version}`,
    [`${VERSION_OF}.gitMajor`]: major,
    [`${VERSION_OF}.gitMinor`]: minor,
    [`${VERSION_OF_CLIENT}.gitVersion`]: `v${version}`,
  };
  return ['-s -w', ...Object.entries(says).map(([name, value]) => `-X ${name}=${value}`)].join(' ');
}

/** Builds the program in `source` with the modules pinned in `pinned`, both below `control-plane/`; it appears whole. */
async function build(source: string, pinned: string, target: string, flags: string): Promise<void> {
  const work = mkdtempSync(path.join(os.tmpdir(), 'plumbline-real-'));
  try {
    copyFileSync(path.join(SOURCES, source, 'main.go'), path.join(work, 'main.go'));
    for (const name of ['go.mod', 'go.sum'])
      copyFileSync(path.join(SOURCES, pinned, name), path.join(work, name));
    mkdirSync(path.dirname(target), { recursive: true });
    const unfinished = `${target}.${process.pid}`;
    await go(work, 'build', '-mod=readonly', '-buildvcs=false', `-ldflags=${flags}`, '-o', unfinished, '.');
    renameSync(unfinished, target);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}
