import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { bundle } from '@/bin/build.mjs';
import type { StatusView } from '@/server/contract/status';
import type { Lease } from '@/server/objects/types';
import { UPDATER_LEASE_NAME } from '@/server/updater/updater';
import { AdmissionCluster, LEASES, RECOMMENDED_AMOUNTS } from '../support/admitting';
import { until } from '../support/until';

let cluster: AdmissionCluster;
let child: ChildProcess;

beforeEach(async () => {
  cluster = await AdmissionCluster.start();
});
afterEach(async () => {
  child?.kill('SIGKILL');
  await cluster.close();
});

interface Status extends StatusView {
  admission?: { kind: string };
  health: { ok: boolean };
}

/** The process as a child of its own; answers where it serves its status. */
async function start(roles: string): Promise<string> {
  child = spawn(process.execPath, [await bundle('tests/support/faulty-process.ts')], {
    env: {
      NODE_ENV: 'production',
      PATH: process.env.PATH,
      PLUMBLINE_KUBECONFIG: cluster.sandbox.kubeconfigPath,
      PLUMBLINE_DATA_DIR: cluster.folder,
      PLUMBLINE_LOG_LEVEL: 'silent',
      PLUMBLINE_ADMISSION_PORT: '0',
      PLUMBLINE_ROLES: roles,
      PLUMBLINE_LEADER_ELECT: 'true',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream });
  return new Promise((resolve) =>
    lines.on('line', (line) => {
      if (line.startsWith('listening: ')) resolve(line.slice('listening: '.length));
    }),
  );
}

it('a role that throws, rejects, and throws in a timer leaves the webhook serving, and its problems stay', async () => {
  await cluster.autoscaler('web');
  const url = await start('faulty,admission');
  const status = async () => (await (await fetch(url)).json()) as Status;
  await until('healthy admission', async () => (await status()).admission?.kind === 'healthy');
  const problems = await until('the problems of the role', async () => {
    const found = (await status()).problems.filter(({ code }) =>
      /^(loop-failed|unforeseen-error)$/.test(code),
    );
    return found.length >= 3 && found;
  });
  expect(problems.map(({ code, about }) => `${code} ${about}`)).toEqual(
    expect.arrayContaining(['loop-failed throws', 'loop-failed rejects', 'unforeseen-error this process']),
  );
  await cluster.deployment('web', 1);
  expect(await cluster.requests('web', 1)).toEqual([RECOMMENDED_AMOUNTS]);
  expect(child.exitCode).toBeNull();
});

it('an unforeseen error ends the roles that lead, gives their leases back and fails the health check; admission serves on', async () => {
  await cluster.autoscaler('web');
  const url = await start('admission,updater');
  const status = async () => (await (await fetch(url)).json()) as Status;
  const holder = () =>
    cluster.sandbox.registry.get<Lease>(LEASES, 'plumbline', UPDATER_LEASE_NAME)?.spec?.holderIdentity;
  await until('healthy admission', async () => (await status()).admission?.kind === 'healthy');
  await until('an updater that leads', () => Boolean(holder()));
  expect((await status()).health).toMatchObject({ ok: true });
  child.kill('SIGUSR2');
  await until('a failing health check', async () => !(await status()).health.ok);
  await until('a lease that is free', () => !holder());
  expect((await status()).problems.map(({ code }) => code)).toContain('unforeseen-error');
  await cluster.deployment('web', 1);
  expect(await cluster.requests('web', 1)).toEqual([RECOMMENDED_AMOUNTS]);
  expect(holder()).toBeFalsy();
  expect(child.exitCode).toBeNull();
});
