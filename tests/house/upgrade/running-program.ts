import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { until } from '@/tests/support/until';

/** A program of a checkout, run as its README says. */
export class RunningProgram {
  private text = '';

  private constructor(private readonly child: ChildProcess) {
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => {
        this.text += chunk;
      });
  }

  /**
   * Runs `npm run SCRIPT -- FLAG...` in `folder`, and waits for the line that begins with `announcing`.
   * @throws Error with what it said if it ends before that
   */
  static async start(
    folder: string,
    [script, ...flags]: readonly [string, ...string[]],
    announcing: string,
    settings: Record<string, string> = {},
  ): Promise<{ program: RunningProgram; announced: string }> {
    const { PATH, HOME } = process.env;
    const child = spawn('npm', ['run', '--silent', script, '--', ...flags], {
      cwd: folder,
      env: { PATH, HOME, NODE_ENV: 'production', ...settings },
      stdio: ['ignore', 'pipe', 'pipe'],
      // Its children end with it.
      detached: true,
    });
    const program = new RunningProgram(child);
    const announced = await until(`${script} of ${folder} says "${announcing}"`, () => {
      if (child.exitCode !== null) throw new Error(`${script} of ${folder} ended:\n${program.text}`);
      return program.text.split('\n').find((line) => line.startsWith(announcing));
    });
    return { program, announced: announced.slice(announcing.length).trim() };
  }

  /** The warnings and errors that its log has so far. */
  warnings(): string[] {
    return this.text.split('\n').filter((line) => /^\{"level":[456]0/.test(line));
  }

  /** Ends it in order. */
  async stop(): Promise<void> {
    const { pid } = this.child;
    if (pid === undefined || this.child.exitCode !== null || this.child.signalCode !== null) return;
    const ended = once(this.child, 'exit');
    process.kill(-pid, 'SIGTERM');
    await ended;
  }
}
