import { type Config, sliceOf } from '../config';
import type { ProblemBoard } from '../kube/problems';
import type { ClusterContext, RoleHandle } from '../kube/role-context';
import { errorText } from '../lib/report/errors';
import type { AnyRole, Handles, Offers, Ports } from './roles';

/**
 * The roles of a process while it is connected. One that cannot start is reported and left out; the others
 * continue.
 */
export class RunningRoles {
  private readonly running = new Map<string, RoleHandle>();
  private readonly offered: Partial<Offers> = {};
  private readonly ended = new Set<string>();
  private isLeadingOver = false;

  constructor(
    private readonly roles: readonly AnyRole[],
    private readonly config: Config,
    private readonly board: ProblemBoard,
  ) {}

  /** The running ones, by name. */
  get handles(): Handles {
    return Object.fromEntries(this.running);
  }

  get offers(): Readonly<Partial<Offers>> {
    return this.offered;
  }

  /** Those that have not started, or could not. */
  get missing(): string[] {
    return this.roles.flatMap(({ name }) => (this.running.has(name) ? [] : [name]));
  }

  get waitFor(): string[] {
    return [...this.running.values()].flatMap((handle) => handle.waitsFor?.() ?? []);
  }

  /** Resolves once each has started or failed to. */
  async start(context: ClusterContext, ports: Ports): Promise<void> {
    for (const { watches } of this.roles)
      context.caches.start(typeof watches === 'function' ? watches(this.config) : watches);
    await Promise.all(this.roles.map((role) => this.startOne(role, context, ports)));
  }

  /** Whether roles that lead ended before their process, which needs a restart then. */
  get haveLeadersEnded(): boolean {
    return this.isLeadingOver && this.leaders.length > 0;
  }

  /** Stops them one after the other in reverse order, even after a failure. @throws AggregateError */
  async stop(options: { clusterEndsToo: boolean }): Promise<void> {
    await this.end(this.roles, options);
  }

  /**
   * Stops those that change the cluster, for good, and gives their leases back; the others go on, and what the ended ones
   * knew stays on the pages. @throws AggregateError
   */
  async endLeaders(): Promise<void> {
    this.isLeadingOver = true;
    await this.end(this.leaders, { clusterEndsToo: false });
  }

  private get leaders(): AnyRole[] {
    return this.roles.filter(({ leads }) => leads);
  }

  private async end(roles: readonly AnyRole[], options: { clusterEndsToo: boolean }): Promise<void> {
    const failures: unknown[] = [];
    for (const { name } of [...roles].reverse()) {
      const handle = this.running.get(name);
      if (!handle || this.ended.has(name)) continue;
      this.ended.add(name);
      try {
        await handle.stop(options);
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw new AggregateError(failures, 'A role did not stop cleanly');
  }

  private async startOne(role: AnyRole, context: ClusterContext, ports: Ports): Promise<void> {
    const { name, settings } = role;
    const own = { ...context, problems: this.board.by(name), config: sliceOf(this.config, settings) };
    try {
      const handle = await role.start(own, ports);
      this.running.set(name, handle);
      if (this.isLeadingOver && role.leads) await this.end([role], { clusterEndsToo: false });
      Object.assign(this.offered, role.offers?.(handle));
    } catch (error) {
      context.log.error({ err: error, role: name }, 'A role could not start');
      const detail = errorText(error);
      context.problems.report('role-not-started', name, detail);
    }
  }
}
