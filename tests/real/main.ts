/** `npm run real [-- --version 1.37]`: a real control plane on loopback, with the product's manifests applied. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '@/bin/root.mjs';
import { ControlPlane } from './control-plane';
import { GoError } from './go';
import { type Programs, programs } from './programs';
import { minorOf, NEWEST, VERSIONS } from './versions';

const USAGE = `Usage: npm run real -- [flags]
  --version MINOR    ${Object.keys(VERSIONS).join(', ')} (default ${NEWEST})
  --nodes NUMBER     hollow nodes: real kubelets that run no containers (default 3)
  --manifests PATH   what is applied of the product (default deploy/one-pod)
  --build            only build what is missing`;

/** A flag that cannot be used. */
class FlagError extends Error {}

function readFlags() {
  const text = { type: 'string' } as const;
  try {
    const { values } = parseArgs({
      options: {
        version: { ...text, default: NEWEST },
        nodes: { ...text, default: '3' },
        manifests: { ...text, default: 'deploy/one-pod' },
        build: { type: 'boolean', default: false },
      },
    });
    const nodes = Number(values.nodes);
    if (!Number.isInteger(nodes) || nodes < 0 || nodes > 100)
      throw new FlagError(`--nodes "${values.nodes}" must be a whole number from 0 to 100`);
    return { minor: minorOf(values.version), nodes, manifests: values.manifests, onlyBuilds: values.build };
  } catch (error) {
    if (error instanceof TypeError || error instanceof RangeError)
      throw new FlagError(error.message, { cause: error });
    throw error;
  }
}

function apply({ kube }: Programs, kubeconfig: string, manifests: string): void {
  execFileSync(kube, ['kubectl', '--kubeconfig', kubeconfig, 'apply', '--server-side', '-k', manifests], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
}

async function main(): Promise<void> {
  const { minor, nodes, manifests, onlyBuilds } = readFlags();
  const built = await programs(minor, console.log);
  if (onlyBuilds) return;
  const folder = mkdtempSync(path.join(os.tmpdir(), 'plumbline-real-'));
  const plane = await ControlPlane.start(built, { folder, hollowNodes: nodes });
  const stop = async () => {
    await plane.stop();
    rmSync(folder, { recursive: true, force: true });
    process.exit();
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  apply(built, plane.kubeconfig, manifests);
  console.log(`version: ${VERSIONS[minor]}\nserver: ${plane.url}\nkubeconfig: ${plane.kubeconfig}`);
}

main().catch((error: unknown) => {
  if (error instanceof FlagError) console.error(`${error.message}\n\n${USAGE}`);
  else console.error(error instanceof GoError ? error.message : error);
  process.exit(error instanceof FlagError ? 2 : 1);
});
