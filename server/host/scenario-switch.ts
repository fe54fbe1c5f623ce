import type { Config } from '../config';
import type { ScenarioChoice, ScenarioEntry, ScenariosView, SwitchState } from '../contract/scenarios';
import { AppError, errorText } from '../lib/report/errors';
import { audited } from '../operations/audited';
import type { Noted } from '../store';
import { compose } from './compose';
import { type Runtime, shareRuntime, withdrawRuntime } from './runtime';
import type { ScenariosHandle } from './scenarios';

/** Failed switches kept until there is a record again. */
const MOST_UNRECORDED = 100;

/**
 * Holds the runtime of a process with the embedded cluster and replaces it, with its cluster, when another
 * scenario is requested. The cluster clock continues through every switch, so that the record stays in order.
 */
export class ScenarioSwitch implements ScenariosHandle {
  private state: SwitchState = { kind: 'running' };
  private switching: Promise<void> = Promise.resolve();
  private readonly ending = new AbortController();
  private readonly unrecorded: Noted[] = [];

  /** `latest` is the running runtime, or the stopped one that ran last. */
  constructor(
    private latest: Runtime,
    private readonly catalogue: readonly ScenarioEntry[],
  ) {}

  get config() {
    return this.latest.config;
  }

  get problems() {
    return this.latest.problems;
  }

  get log() {
    return this.latest.log;
  }

  endLeaders(): Promise<void> {
    return this.latest.endLeaders();
  }

  view(): ScenariosView {
    const { config, clock } = this.latest;
    return {
      current: config.sandboxScenario,
      seed: config.sandboxSeed,
      speed: clock.speed,
      state: this.state,
      scenarios: [...this.catalogue],
    };
  }

  async run(choice: ScenarioChoice, who: string): Promise<ScenariosView> {
    this.refuseUnknown(choice.name);
    if (this.ending.signal.aborted) throw new AppError('not-ready', 'this process is ending');
    if (this.state.kind === 'switching')
      throw new AppError('conflict', `the cluster is being switched to ${this.state.to}`);
    const work = this.replace(choice, who);
    this.switching = work.catch(() => {});
    await work;
    return this.view();
  }

  /** Stops the running runtime, or the one a current switch is about to start; safe to call twice. */
  async stop(): Promise<void> {
    this.ending.abort();
    await this.switching;
    await this.latest.stop();
  }

  private refuseUnknown(name: string): void {
    if (this.catalogue.some((entry) => entry.name === name)) return;
    const message = `must be one of ${this.catalogue.map((entry) => entry.name).join(', ')}`;
    throw new AppError('invalid', `name "${name}" ${message}`, [{ field: 'name', message }]);
  }

  private replace({ name, seed }: ScenarioChoice, who: string): Promise<void> {
    const { config, clock } = this.latest;
    const wanted = { ...config, sandboxScenario: name, sandboxSeed: seed ?? config.sandboxSeed };
    const change = {
      who,
      change: 'scenario',
      namespace: '',
      name: '',
      before: { scenario: config.sandboxScenario, seed: config.sandboxSeed },
      after: { scenario: name, seed: wanted.sandboxSeed },
    };
    return audited(
      {
        store: {
          begin:
            () =>
            (...records) =>
              this.record(records),
        },
        clock,
      },
      change,
      () => this.switchTo(wanted, who),
      () => ({ detail: `from ${config.sandboxScenario} to ${name}` }),
    );
  }

  /** No store is open between two clusters, so a failed switch is recorded with the next that succeeds. */
  private record(records: readonly Noted[]): void {
    this.unrecorded.push(...records);
    this.unrecorded.splice(0, this.unrecorded.length - MOST_UNRECORDED);
    if (this.state.kind === 'running') this.latest.store.record(...this.unrecorded.splice(0));
  }

  private async switchTo(wanted: Config, who: string): Promise<void> {
    const former = this.latest;
    const { config, clock, log } = former;
    const name = wanted.sandboxScenario;
    log.info({ from: config.sandboxScenario, to: name, who }, 'Switching the scenario');
    this.state = { kind: 'switching', to: name, step: 'stopping' };
    withdrawRuntime();
    try {
      await former.stop();
    } catch (error) {
      log.error({ err: error }, 'The previous cluster did not stop cleanly');
    }
    this.state = { kind: 'switching', to: name, step: 'starting' };
    try {
      this.latest = await compose(wanted, {
        clock,
        log,
        run: former.store.embeddedRun,
        signal: this.ending.signal,
      });
    } catch (error) {
      throw this.failed(name, error);
    }
    this.state = { kind: 'running' };
    if (!this.ending.signal.aborted) shareRuntime(this.latest);
  }

  private failed(name: string, error: unknown): AppError {
    const message = errorText(error);
    this.state = { kind: 'failed', to: name, message };
    if (this.ending.signal.aborted) return new AppError('not-ready', 'this process is ending');
    this.log.error({ err: error, scenario: name }, 'The scenario did not start');
    return new AppError('cluster-error', `${name} did not start: ${message}`, [], { cause: error });
  }
}
