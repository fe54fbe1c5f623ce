import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';

export interface Ended {
  code: number | null;
  out: string;
  err: string;
}

/** Runs a program in `home` to its end, with these settings and nothing else of this process's environment. */
export async function ended(
  file: string,
  args: readonly string[],
  home: string,
  env: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  const child = spawn(file, args, {
    cwd: home,
    env: { PATH: process.env.PATH, NODE_ENV: 'production', HOME: home, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exit = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await exit, out, err };
}
