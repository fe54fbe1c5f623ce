import type { Registry } from 'prom-client';
import type { Access } from '../access';
import type { RecommendationAnswer } from '../admission/recommendation-query';
import type { Trials } from '../admission/trials';
import type { Config } from '../config';
import type { HpaDetail } from '../contract/hpas';
import type { PartsView } from '../contract/overview';
import type { WorkloadDetail } from '../contract/recommendations';
import type { StatusView } from '../contract/status';
import type { Hub } from '../hub';
import type { ClusterCaches } from '../kube/caches';
import type { KubeClient } from '../kube/client';
import type { ProblemBoard } from '../kube/problems';
import type { ClusterContext } from '../kube/role-context';
import { AppError, errorText } from '../lib/report/errors';
import type { Logger } from '../lib/report/log';
import type { Clock } from '../lib/time/clock';
import type { Operations } from '../operations';
import type { Pages } from '../pages';
import type { Replays } from '../replay/replays';
import type { Journal, Series } from '../store';
import type { LoginProblem } from '../words/login-problems';
import type { Readiness } from './health/readiness';
import type { Publisher } from './peers/publisher';
import type { Handles } from './roles';
import type { ScenariosHandle } from './scenarios';

/** One process made of roles, as pages and JSON handlers see it. Everything except `stop` answers at once. */
export interface Runtime {
  readonly config: Config;
  /** The cluster's time. */
  readonly clock: Clock;
  readonly log: Logger;
  /** When the embedded cluster began: what the record has from before is of another one. */
  readonly beganMs: number | undefined;
  readonly problems: ProblemBoard;
  readonly metrics: Registry;
  /** The cluster and its caches; undefined until the first connection. */
  readonly cluster: ClusterContext | undefined;
  /** The roles by name; one is absent if this process does not run it, or is not connected yet. */
  readonly handles: Handles;
  /** How admission is in the process beside this one, if there is one and it answers. */
  readonly admissionBeside: PartsView['admission'];
  /** Tells the process beside this one, if this one only admits. */
  readonly publisher: Publisher | undefined;
  /** What people do, in every process; undefined until the first connection. */
  readonly operations: Operations | undefined;
  /** What people try on the past; undefined until the first connection. */
  readonly replays: Replays | undefined;
  /** The record; it takes writes, and reports when its database is unavailable. */
  readonly store: Journal;
  /** Recommendations, requests and usage of containers over time. */
  readonly series: Pick<Series, 'past' | 'happenings' | 'revisionOf'>;
  /** Not `ok` once this process needs a restart, see `endLeaders`; it serves until then. */
  health(): { ok: boolean; nowMs: number };
  /**
   * Ends the roles that change the cluster, and gives their leases to other processes; this one goes on admitting and
   * showing, and asks to be restarted.
   */
  endLeaders(): Promise<void>;
  readiness(): Readiness;
  status(): StatusView;
  /** Other clusters; undefined where none are named. */
  readonly hub: Hub | undefined;
  /** The lists that the pages show. */
  readonly pages: Pages;
  /** @throws AppError `not-found`, or `not-ready` before the first connection */
  workload(namespace: string, name: string, group?: string): WorkloadDetail;
  /** @throws AppError `not-found`, `not-ready` before the first connection, or `role-not-running` */
  hpa(namespace: string, name: string): HpaDetail;
  /** What admission would do, whoever admits. @throws AppError `not-ready` before the first connection */
  trials(): Promise<Trials>;
  /**
   * The current recommendation for the pod or VPA in `body`.
   * @throws AppError `invalid`, `not-found` or `not-ready`
   */
  recommend(body: unknown): Promise<RecommendationAnswer>;
  /** Writes what is due and stops every part, in order; safe to call twice. */
  stop(): Promise<void>;
}

/** Answers a request for a route below `/api`. */
type AskApi = (request: Request) => Promise<Response>;

/** Pages and the runtime are bundled apart; they meet under this key. */
const KEY = Symbol.for('plumbline.runtime');
const SCENARIOS_KEY = Symbol.for('plumbline.scenarios');
const ACCESS_KEY = Symbol.for('plumbline.access');
const API_KEY = Symbol.for('plumbline.api');
const shared = globalThis as {
  [KEY]?: Runtime;
  [SCENARIOS_KEY]?: ScenariosHandle;
  [ACCESS_KEY]?: Access;
  [API_KEY]?: AskApi;
};

/** The runtime of this process. @throws AppError `not-ready` while there is none */
export function runtime(): Runtime {
  const running = shared[KEY];
  if (!running) throw new AppError('not-ready');
  return running;
}

/** Makes `running` the runtime of this process, for every bundle in it. */
export function shareRuntime(running: Runtime): void {
  shared[KEY] = running;
}

/** Removes the runtime of this process until the next one is shared: `runtime()` is not ready meanwhile. */
export function withdrawRuntime(): void {
  shared[KEY] = undefined;
}

/** Who may do what in this process. @throws AppError `not-ready` while nobody knows, so that nothing is shown */
export function access(): Access {
  const guard = shared[ACCESS_KEY];
  if (!guard) throw new AppError('not-ready');
  return guard;
}

/** Puts `guard` before everything this process shows, for every bundle in it. */
export function shareAccess(guard: Access): void {
  shared[ACCESS_KEY] = guard;
}

/** Closes everything this process shows, until the next guard is shared. */
export function withdrawAccess(): void {
  shared[ACCESS_KEY] = undefined;
}

/** The API of this process, as a request from outside would ask it. @throws AppError `not-ready` while there is none */
export async function askApi(request: Request): Promise<Response> {
  const ask = shared[API_KEY];
  if (!ask) throw new AppError('not-ready');
  return ask(request);
}

/** Makes `ask` the API of this process, for every bundle in it. */
export function shareApi(ask: AskApi): void {
  shared[API_KEY] = ask;
}

/** Whether this process has no cluster of its own. */
export function isHubAlone(): boolean {
  return shared[KEY]?.config.hubAlone ?? false;
}

/** The hub of this process, if it is one. */
export function hubOfProcess(): Hub | undefined {
  return shared[KEY]?.hub;
}

export function hasCluster(name: string): boolean {
  return hubOfProcess()?.has(name) ?? false;
}

/** Somebody changed something in this process: what is asked for next has it. */
export function noteChange(): void {
  shared[KEY]?.pages.changed();
}

export function presentClient(): KubeClient | undefined {
  return shared[KEY]?.cluster?.client;
}

/** Kinds whose objects are shown. */
const SHOWN = ['vpas', 'horizontalPodAutoscalers', 'podGroups', 'pods'] as const;

/** The namespaces that have something to show, of what this process follows. */
async function namespacesIn(caches: ClusterCaches): Promise<ReadonlySet<string>> {
  caches.start(['vpas']);
  await caches.settled(['vpas']);
  const found = new Set<string>();
  for (const kind of SHOWN) for (const namespace of caches[kind].namespaces()) found.add(namespace);
  for (const { metadata } of caches.namespaces.list()) found.add(metadata.name);
  return found;
}

/** The namespaces of the present cluster that have something to show. @throws AppError `not-ready` */
export async function presentNamespaces(): Promise<ReadonlySet<string>> {
  const caches = shared[KEY]?.cluster?.caches;
  if (!caches) throw new AppError('not-ready');
  return namespacesIn(caches);
}

/**
 * The scenarios of this process, available even between two clusters.
 * @throws AppError `not-found` if this process does not run the embedded cluster, `not-ready` before the
 * start
 */
export function scenarios(): ScenariosHandle {
  const offered = shared[SCENARIOS_KEY];
  if (offered) return offered;
  runtime();
  throw new AppError('not-found', 'only a process that runs the embedded cluster has scenarios');
}

/** Makes `offered` the scenarios of this process, for every bundle in it; undefined removes them. */
export function shareScenarios(offered: ScenariosHandle | undefined): void {
  shared[SCENARIOS_KEY] = offered;
}

/** Logs why a login ended without a session. */
export function logRefusedLogin(problem: LoginProblem, thrown: unknown): void {
  shared[KEY]?.log.warn({ problem }, `A login was refused: ${errorText(thrown)}`);
}

/** Logs why a request got no answer of its own: a fault of ours, or of what serves pages. */
export function logBrokenAnswer(error: unknown): void {
  shared[KEY]?.log.error({ err: error }, 'A request failed');
}

/** Logs a request's error: our faults as errors with their cause, refusals at a low level. */
export function logFailure(error: AppError, request: Request): void {
  const log = shared[KEY]?.log;
  const facts = { code: error.code, method: request.method, path: new URL(request.url).pathname };
  if (error.code === 'internal') log?.error({ ...facts, err: error.cause ?? error }, error.message);
  else log?.debug(facts, error.message);
}
