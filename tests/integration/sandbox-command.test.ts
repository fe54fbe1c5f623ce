import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundle } from '@/bin/build.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

const BY_NPM = ['npm', 'run', 'sandbox', '--'];

let directly: string[];

/** Starts the command; `until` resolves with the first match of its output. */
function start(args: string[], dataDir: string, [program = '', ...before] = directly) {
  const child: ChildProcess = spawn(program, [...before, ...args], {
    cwd: ROOT,
    env: { ...process.env, PLUMBLINE_DATA_DIR: dataDir, PLUMBLINE_LOG_LEVEL: 'silent' },
  });
  let stdout = '';
  let stderr = '';
  const waiting: (() => void)[] = [];
  child.stdout?.on('data', (chunk: Buffer) => {
    stdout += chunk.toString();
    for (const check of waiting) check();
  });
  child.stderr?.on('data', (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  const ended: Promise<Ended> = once(child, 'close').then(([code]) => ({
    code: code as number | null,
    stdout,
    stderr,
  }));
  const until = (pattern: RegExp) =>
    new Promise<string>((resolve, reject) => {
      const check = () => {
        const match = pattern.exec(stdout);
        if (match) resolve(match[1] ?? match[0]);
      };
      waiting.push(check);
      check();
      void ended.then((end) => reject(new Error(`ended early: ${JSON.stringify(end)}`)));
    });
  return { child, ended, until };
}

describe('the sandbox command', () => {
  let dataDir: string;
  beforeAll(async () => {
    directly = [process.execPath, await bundle('server/cli/sandbox-main.ts')];
    dataDir = mkdtempSync(path.join(os.tmpdir(), 'sandbox-command-'));
  });
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

  it.each(['SIGINT', 'SIGTERM'] as const)(
    'prints its kubeconfig when ready and stops cleanly on %s',
    async (signal) => {
      const { child, ended, until } = start(['--scenario', 'empty', '--speed', '60'], dataDir);
      const kubeconfig = await until(/^kubeconfig: (.+)$/m);
      expect(existsSync(kubeconfig)).toBe(true);
      child.kill(signal);
      expect((await ended).code).toBe(0);
    },
  );

  it('ends when the npm that started it ends', async () => {
    const { child, ended, until } = start(['--scenario', 'empty', '--speed', '60'], dataDir, BY_NPM);
    await until(/^kubeconfig: (.+)$/m);
    child.kill('SIGTERM');
    // Its output stays open while anything of it runs.
    await ended;
  });

  it('lists the scenarios', async () => {
    const { code, stdout } = await start(['--list'], dataDir).ended;
    expect(code).toBe(0);
    expect(stdout).toMatch(/^small-shop +A web shop/m);
    expect(stdout).toMatch(/^oom-storm +/m);
  });

  it('reports a busy port', async () => {
    const blocker = createServer();
    blocker.listen(0, '127.0.0.1');
    await once(blocker, 'listening');
    const address = blocker.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const { code, stderr } = await start(['--port', String(port), '--scenario', 'empty'], dataDir).ended;
    blocker.close();
    expect(code).toBe(1);
    expect(stderr).toBe(
      `Port ${port} on 127.0.0.1 is in use; choose another one, or 0 for any that is free\n`,
    );
  });

  const refused: [string[], number, RegExp][] = [
    [['--scenario', 'atlantis'], 1, /no scenario "atlantis"; choose one of: small-shop, oom-storm/],
    [['--port', '99999'], 2, /--port "99999" must be a whole number from 0 to 65535/],
    [['--speed', 'fast'], 2, /--speed "fast" must be a number from 1 to 3600/],
    [['--seed', '1.5'], 2, /--seed "1\.5" must be a whole number/],
    [['--history', '8'], 2, /--history "8" must be a time with a unit, such as 8d or 12h/],
    [['--colour'], 2, /Unknown option '--colour'[\s\S]*Usage: npm run sandbox/],
    [['--traces', '/nowhere'], 1, /Trace folder \/nowhere cannot be read/],
  ];
  it.each(refused)('refuses %j with a remedy', async (args, expected, message) => {
    const { code, stderr } = await start(args, dataDir).ended;
    expect(stderr).toMatch(message);
    expect(code).toBe(expected);
  });

  it('has a past if asked to', async () => {
    const { child, ended, until } = start(['--history', '1d', '--scenario', 'empty'], dataDir);
    const address = await until(/^prometheus: (.+)$/m);
    expect(address).toMatch(/^https:.*\/prometheus$/);
    child.kill('SIGTERM');
    expect((await ended).code).toBe(0);
  });

  it('uses a folder of traces', async () => {
    const folder = mkdtempSync(path.join(dataDir, 'traces-'));
    writeFileSync(path.join(folder, 'wave.csv'), 'ts,value\n0,1\n60,3\n120,2\n');
    const { child, ended, until } = start(['--traces', folder, '--scenario', 'small-shop'], dataDir);
    await until(/^kubeconfig: (.+)$/m);
    child.kill('SIGTERM');
    expect((await ended).code).toBe(0);
  });
});
