import type { AuditEntry } from '../../contract/audit';
import type { AnsweredOrder, HubChange, HubRecordRow, HubRecordView } from '../../contract/hub-record';
import { readEntries } from '../../contract/requests/audit';
import { AppError } from '../../lib/report/errors';
import { isJsonObject } from '../../objects/json-object';
import type { Journal } from '../../store/audit/journal';
import { HUB_CHANGES } from '../../words/records';

const WORDS = ['q', 'what', 'outcome', 'since', 'until', 'last', 'order', 'after', 'limit'];

type Change = Extract<AuditEntry, { kind: 'change' }>;

/**
 * What people had this hub do at clusters. @param who the person who asks: of others they read no names of what is in a
 * cluster. @throws AppError `bad-request` naming the invalid parameters
 */
export async function hubRecordView(
  store: Journal,
  params: URLSearchParams,
  { who, nowMs }: { who: string | undefined; nowMs: number },
): Promise<HubRecordView> {
  const odd = [...params.keys()].find((name) => !WORDS.includes(name));
  if (odd !== undefined)
    throw new AppError('bad-request', `${odd} is not known here`, [
      { field: odd, message: 'is not known here' },
    ]);
  const asked = new URLSearchParams([...params, ['kind', 'change']]);
  const { entries, ...view } = await readEntries(store, { params: asked, changes: HUB_CHANGES }, nowMs);
  return {
    ...view,
    rows: entries.flatMap((entry) => (entry.kind === 'change' ? [rowOf(entry, who)] : [])),
  };
}

function rowOf(
  { id, atMs, who, change, outcome, detail, name, after }: Change,
  asker?: string,
): HubRecordRow {
  const isOwn = asker !== undefined && who === asker;
  const { scope, reason, route, clusters } = isJsonObject(after) ? after : {};
  return {
    id,
    atMs,
    who,
    isOwn,
    change: change as HubChange,
    outcome,
    detail,
    ...(isJsonObject(scope) && { scope: (isOwn ? scope : { kind: scope.kind }) as HubRecordRow['scope'] }),
    ...(isOwn && typeof reason === 'string' && { reason }),
    ...(typeof route === 'string' && { route }),
    clusters: Array.isArray(clusters)
      ? (clusters as AnsweredOrder[])
      : name === ''
        ? []
        : [{ name, state: outcome === 'done' ? 'taken' : outcome === 'refused' ? 'refused' : 'away' }],
  };
}
