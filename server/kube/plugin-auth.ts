import { type SpawnOptionsWithoutStdio, spawn } from 'node:child_process';
import { ExecAuth } from '@kubernetes/client-node/dist/exec_auth.js';
import { wallClock } from '../clock';

/**
 * Runs the plugin of a kubeconfig without anybody to type something, and kills it, with all it has started, if it
 * takes longer than `timeoutMs`.
 */
export function pluginAuth(timeoutMs: number): ExecAuth {
  const run = (command: string, args: readonly string[] = [], options: SpawnOptionsWithoutStdio = {}) => {
    const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
    const cancel = wallClock.after(timeoutMs, () => {
      child.emit('error', new Error(`it did not answer within ${timeoutMs / 1000} s`));
      killGroup(child.pid);
      // What left the group may still hold them open.
      child.stdout.destroy();
      child.stderr.destroy();
    });
    child.once('close', cancel);
    return child;
  };
  const auth = new ExecAuth();
  // The library lets nobody else say how a plugin is run.
  (auth as unknown as { execFn: typeof run }).execFn = run;
  return auth;
}

function killGroup(leader: number | undefined): void {
  try {
    if (leader !== undefined) process.kill(-leader, 'SIGKILL');
  } catch {
    // It has ended.
  }
}
