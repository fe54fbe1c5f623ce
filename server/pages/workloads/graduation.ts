import type { GraduationAnswer, GraduationStep } from '../../contract/graduation';
import { readGraduation } from '../../decide/features/graduation/rules';
import type { Runtime } from '../../host/runtime';
import { AppError } from '../../lib/report/errors';
import { isJsonObject } from '../../objects/json-object';
import { statedView } from '../../rules/graduation/views';
import { readAudit } from '../../store/audit/reading';
import { GRADUATION_STEPS, type GraduationWhy, stepText } from '../../words/graduation';
import { aboutVpa } from '../../words/object-fault';

/** Steps that are shown: the newest. */
const MOST_STEPS = 10;

type Asked = Pick<Runtime, 'cluster' | 'handles' | 'store' | 'clock'>;

/** Null if the VPA does not ask for it. @throws AppError `not-ready`, `not-found` */
export async function graduationOf(
  { cluster, handles, store, clock }: Asked,
  namespace: string,
  name: string,
): Promise<GraduationAnswer | null> {
  if (!cluster) throw new AppError('not-ready');
  const vpa = cluster.caches.vpas.get(namespace, name);
  if (!vpa) throw new AppError('not-found', aboutVpa({ namespace, name }));
  if (readGraduation(vpa).kind === 'none') return null;
  const view = (await handles.rules?.graduation.view(namespace, name)) ?? statedView(vpa);
  if (!view) return null;
  const params = new URLSearchParams({
    kind: 'change',
    what: 'graduation',
    namespace,
    vpa: name,
    limit: String(MOST_STEPS),
  });
  const { entries, store: state } = await readAudit(store, { params }, clock.now());
  const steps = entries.flatMap((entry): GraduationStep[] =>
    entry.kind === 'change' ? stepFrom(entry) : [],
  );
  return { ...view, steps, isAway: state.kind === 'away' };
}

function stepFrom(entry: {
  atMs: number;
  outcome: string;
  detail: string;
  before: unknown;
  after: unknown;
}): GraduationStep[] {
  const { atMs, outcome, detail, before, after } = entry;
  if (!isJsonObject(after) || typeof after.updateMode !== 'string') return [];
  const kind = after.kind === 'up' || after.kind === 'down' ? after.kind : 'begin';
  const from = isJsonObject(before) && typeof before.updateMode === 'string' ? before.updateMode : undefined;
  const why = whyFrom(after.why);
  return [{ atMs, kind, to: after.updateMode, outcome, detail, ...(from && { from }), ...(why && { why }) }];
}

/** The evidence of an older version may have another shape; its sentence is in the detail. */
function whyFrom(value: unknown): GraduationWhy | undefined {
  if (!isJsonObject(value) || !Object.hasOwn(GRADUATION_STEPS, String(value.code))) return undefined;
  try {
    stepText(value as unknown as GraduationWhy, 0);
    return value as unknown as GraduationWhy;
  } catch {
    return undefined;
  }
}
