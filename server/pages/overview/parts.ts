import type { PartsView } from '../../contract/overview';
import type { Handles } from '../../host/roles';
import type { Runtime } from '../../host/runtime';
import { leadingOf } from '../answers';
import { passTimes } from './pass-times';

type Known = Pick<Runtime, 'admissionBeside' | 'config' | 'handles' | 'cluster' | 'store' | 'problems'>;

/** How admission is in this process; undefined if it does not run here. */
export function admissionPart({ admission }: Handles): PartsView['admission'] {
  if (!admission) return undefined;
  const { certificateExpiresMs } = admission;
  return { health: admission.health(), ...(certificateExpiresMs !== undefined && { certificateExpiresMs }) };
}

/** The state of every part of this process and of admission beside it, as it is now. */
export function partsOf({ admissionBeside, config, handles, cluster, store, problems }: Known): PartsView {
  const leading = new Map(
    config.leaderElect ? leadingOf(handles).map(({ role, isLeading }) => [role, isLeading]) : [],
  );
  const passes = new Map(passTimes(config, handles, cluster?.caches).map((pass) => [pass.name, pass]));
  const overdue = new Set(
    problems.list().flatMap(({ code, about }) => (code === 'pass-overdue' ? [about] : [])),
  );
  const admission = admissionPart(handles) ?? admissionBeside;
  const { kind, dropped } = store.state;
  return {
    roles: config.roles.map((role) => {
      const lastMs = passes.get(role)?.lastMs;
      const isLeading = leading.get(role);
      return {
        role,
        isRunning: handles[role as keyof Handles] !== undefined,
        isOverdue: overdue.has(role),
        ...(lastMs !== undefined && { lastMs }),
        ...(isLeading !== undefined && { isLeading }),
      };
    }),
    ...(admission && { admission }),
    database: { kind, dropped, waiting: store.waiting },
  };
}
