import { type ChildProcess, spawn } from 'node:child_process';

/** Loops that take all the time of a core each, at the priority of everybody else. */
export class Busy {
  private constructor(private readonly loops: readonly ChildProcess[]) {}

  static start(loops: number): Busy {
    return new Busy(
      Array.from({ length: loops }, () => spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' })),
    );
  }

  stop(): void {
    for (const loop of this.loops) loop.kill('SIGKILL');
  }
}
