import { Counter, Gauge, type Registry } from 'prom-client';
import type { ClusterConnection } from '../../contract/status';
import type { StopScope } from '../../decide/pods/stop';
import type { Problem } from '../../kube/problems';
import { VERSION } from '../../lib/report/version';
import type { StoreState } from '../../store';
import type { PassTimes } from './pass-watch';

const SCOPES = ['all', 'namespace', 'vpa'] as const satisfies readonly StopScope['kind'][];
const MS_PER_SECOND = 1000;

/** What a process says about itself, asked at each scrape. */
export interface ProcessState {
  cluster(): ClusterConnection;
  problems(): readonly Pick<Problem, 'code'>[];
  /** The scopes that are stopped; undefined until the process knows the cluster. */
  stops(): readonly StopScope[] | undefined;
  journal(): { state: StoreState; waiting: number };
  /** The roles that one of several processes acts for, and whether it is this one. */
  leading(): readonly { role: string; isLeading: boolean }[];
  passes(): readonly PassTimes[];
  /** Namespaces whose usage from before the start is not complete; undefined without a recommender. */
  pastNamespacesLeft(): number | undefined;
}

/** Puts the state of a process into its metrics, so that alerts need no page. */
export function stateMetrics(registry: Registry, state: ProcessState): void {
  const registers = [registry];
  new Gauge({
    name: 'plumbline_build_info',
    help: 'Always 1; the labels say which version runs, on which Node.js.',
    labelNames: ['version', 'node'],
    registers,
  }).set({ version: VERSION, node: process.version }, 1);
  new Gauge({
    name: 'plumbline_cluster_connected',
    help: '1 while the API server answers, otherwise 0.',
    registers,
    collect() {
      this.set(state.cluster().kind === 'connected' ? 1 : 0);
    },
  });
  new Gauge({
    name: 'plumbline_problems',
    help: 'Problems by code; a code without any has no series.',
    labelNames: ['code'],
    registers,
    collect() {
      this.reset();
      for (const { code } of state.problems()) this.inc({ code });
    },
  });
  new Gauge({
    name: 'plumbline_stops',
    help: 'Stops in force by scope: all, namespace or vpa.',
    labelNames: ['scope'],
    registers,
    collect() {
      this.reset();
      const stops = state.stops();
      if (!stops) return;
      for (const scope of SCOPES) this.set({ scope }, 0);
      for (const { kind } of stops) this.inc({ scope: kind });
    },
  });
  new Gauge({
    name: 'plumbline_leading',
    help: '1 if this process acts for the role, 0 if another one does.',
    labelNames: ['role'],
    registers,
    collect() {
      this.reset();
      for (const { role, isLeading } of state.leading()) this.set({ role }, isLeading ? 1 : 0);
    },
  });
  new Gauge({
    name: 'plumbline_last_pass_timestamp_seconds',
    help: 'When the last pass of a role began, by the time of the cluster.',
    labelNames: ['role'],
    registers,
    collect() {
      this.reset();
      for (const { name, lastMs } of state.passes())
        if (lastMs !== undefined) this.set({ role: name }, lastMs / MS_PER_SECOND);
    },
  });
  new Gauge({
    name: 'plumbline_past_namespaces_left',
    help: 'Namespaces whose usage from before the start is still being loaded.',
    registers,
    collect() {
      const left = state.pastNamespacesLeft();
      if (left === undefined) this.remove();
      else this.set(left);
    },
  });
  recordMetrics(registers, state);
}

function recordMetrics(registers: Registry[], state: ProcessState): void {
  new Gauge({
    name: 'plumbline_database_up',
    help: '1 while the database takes the record, 0 while it does not; no series before the first try.',
    registers,
    collect() {
      const { kind } = state.journal().state;
      if (kind === 'opening') this.remove();
      else this.set(kind === 'available' ? 1 : 0);
    },
  });
  new Gauge({
    name: 'plumbline_record_waiting',
    help: 'Records of changes, actions and decisions that wait for the database.',
    registers,
    collect() {
      this.set(state.journal().waiting);
    },
  });
  new Counter({
    name: 'plumbline_record_dropped_total',
    help: 'Records lost because too many waited for the database.',
    registers,
    collect() {
      this.reset();
      this.inc(state.journal().state.dropped);
    },
  });
}
