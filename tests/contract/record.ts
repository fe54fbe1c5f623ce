/** `npm run real:record [-- --version 1.37]` writes what a real API server of that version answers to `exchanges.ts`. */
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { ControlPlane } from '../real/control-plane';
import { GoError } from '../real/go';
import { programs } from '../real/programs';
import { minorOf, NEWEST, VERSIONS } from '../real/versions';
import { keep, record } from './recording';

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { version: { type: 'string', default: NEWEST } } });
  const minor = minorOf(values.version);
  const built = await programs(minor, console.log);
  const folder = mkdtempSync(path.join(os.tmpdir(), 'plumbline-record-'));
  // Pods and nodes are told as they are by the exchanges themselves: nobody else may tell of them.
  const plane = await ControlPlane.start(built, {
    folder,
    hollowNodes: 0,
    controllers: ['resourcequota-controller', 'disruption-controller'],
    apiServerFlags: ['--disable-admission-plugins=ServiceAccount'],
  });
  try {
    const exchanges = await record(async ({ method, path: address, body, type }) => {
      const answer = await plane.ask(method, address, body, type);
      return { status: answer.status, body: JSON.parse(answer.text) };
    });
    keep(VERSIONS[minor], exchanges);
    console.log(`${exchanges.length} exchanges of ${VERSIONS[minor]}`);
  } finally {
    await plane.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof GoError || error instanceof RangeError ? error.message : error);
  process.exit(1);
});
