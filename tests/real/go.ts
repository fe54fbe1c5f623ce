import { spawn } from 'node:child_process';

/** Go or what it built cannot be had. */
export class GoError extends Error {}

/**
 * Runs a command of Go in a folder; its words go to the terminal.
 * @throws GoError when Go is missing or the command fails
 */
export function go(folder: string, ...args: string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn('go', args, { cwd: folder, stdio: ['ignore', 'inherit', 'inherit'] });
    child.on('error', () =>
      reject(
        new GoError('Go is missing: a real control plane is built from Go modules (https://go.dev/dl).'),
      ),
    );
    child.on('close', (code) =>
      code === 0 ? resolve() : reject(new GoError(`go ${args[0]} ended with ${code}`)),
    );
  });
}
