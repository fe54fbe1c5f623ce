import { type Config, sliceOf } from '../config';
import { errorText } from '../errors';
import type { ClusterContext, RoleHandle } from '../kube/role-context';
import type { ProblemBoard } from '../problems';
import type { AnyRole, Handles, Offers, Ports } from './roles';

/**
 * The roles of a process while it is connected. One that cannot start is reported and left out; the others
 * continue.
 */
export class RunningRoles {
  private readonly running = new Map<string, RoleHandle>();
  private readonly offered: Partial<Offers> = {};

  constructor(
    private readonly roles: readonly AnyRole[],
    private readonly config: Config,
    private readonly board: ProblemBoard,
  ) {}

  /** The running ones, by name. */
  get handles(): Handles {
    return Object.fromEntries(this.running);
  }

  /** What they offer to each other and to the process. */
  get offers(): Readonly<Partial<Offers>> {
    return this.offered;
  }

  /** Those that have not started, or could not. */
  get missing(): string[] {
    return this.roles.flatMap(({ name }) => (this.running.has(name) ? [] : [name]));
  }

  /** What running ones still wait for. */
  get waitFor(): string[] {
    return [...this.running.values()].flatMap((handle) => handle.waitsFor?.() ?? []);
  }

  /** Resolves once each has started or failed to. */
  async start(context: ClusterContext, ports: Ports): Promise<void> {
    for (const { watches } of this.roles)
      context.caches.start(typeof watches === 'function' ? watches(this.config) : watches);
    await Promise.all(this.roles.map((role) => this.startOne(role, context, ports)));
  }

  /** Stops them one after the other in reverse order, even after a failure. @throws AggregateError */
  async stop(options: { clusterEndsToo: boolean }): Promise<void> {
    const failures: unknown[] = [];
    for (const { name } of [...this.roles].reverse())
      try {
        await this.running.get(name)?.stop(options);
      } catch (error) {
        failures.push(error);
      }
    if (failures.length > 0) throw new AggregateError(failures, 'A role did not stop cleanly');
  }

  private async startOne(role: AnyRole, context: ClusterContext, ports: Ports): Promise<void> {
    const { name, settings } = role;
    const own = { ...context, problems: this.board.by(name), config: sliceOf(this.config, settings) };
    try {
      const handle = await role.start(own, ports);
      this.running.set(name, handle);
      Object.assign(this.offered, role.offers?.(handle));
    } catch (error) {
      context.log.error({ err: error, role: name }, 'A role could not start');
      const detail = errorText(error);
      context.problems.report('role-not-started', name, detail);
    }
  }
}
