import { type ChildProcess, spawn } from 'node:child_process';
import { bundle } from '@/bin/build.mjs';

let bundled: Promise<string> | undefined;

/** Roles as an operating system process of their own, as `npm run headless` starts them. */
export class HeadlessProcess {
  private constructor(private readonly child: ChildProcess) {}

  static async start(environment: Record<string, string>): Promise<HeadlessProcess> {
    bundled ??= bundle('server/host/headless.ts');
    const file = await bundled;
    const { PATH } = process.env;
    const child = spawn(process.execPath, [file], {
      stdio: 'ignore',
      env: {
        PATH,
        NODE_ENV: 'production',
        PLUMBLINE_PORT: '0',
        PLUMBLINE_LOG_LEVEL: 'silent',
        // Its clock is behind that of a quick cluster, where every pod then seems to be a successor.
        PLUMBLINE_CHANGES_A_DAY: '0',
        ...environment,
      },
    });
    return new HeadlessProcess(child);
  }

  /** Stops it where it stands, as a debugger or an overloaded machine does, until `resume`. */
  freeze(): void {
    this.child.kill('SIGSTOP');
  }

  resume(): void {
    this.child.kill('SIGCONT');
  }

  /** Ends it as the kernel does; nothing when it has ended. */
  async kill(): Promise<void> {
    const { child } = this;
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await ended;
  }
}
