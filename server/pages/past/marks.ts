import type { PastMark } from '../../contract/past';
import type { AuditRecord, Happening, Recommended } from '../../store';

const MOST_PODS = 3;

const KIND_OF_CHANGE: Readonly<Record<string, PastMark['kind']>> = {
  'update-mode': 'policy',
  'resource-policy': 'policy',
  recommender: 'policy',
  'edited-in-cluster': 'policy',
  'vpa-made': 'policy',
  'mode-by-stop': 'stop',
  stop: 'stop',
  resume: 'stop',
};

type Told = Pick<PastMark, 'kind' | 'atMs' | 'detail' | 'record'> & { pod: string };

/** A mark for what the record says was done; refusals leave none. */
function fromRecord(record: AuditRecord): Told[] {
  if ((record.kind !== 'change' && record.kind !== 'action') || record.outcome !== 'done') return [];
  const told = { atMs: record.atMs, detail: '', record: 'its-time' } as const;
  if (record.kind === 'action')
    return [{ ...told, kind: record.action === 'evict' ? 'evict' : 'resize', pod: record.pod }];
  const kind = KIND_OF_CHANGE[record.change];
  return kind ? [{ ...told, kind, pod: '' }] : [];
}

interface MarkSources {
  records: readonly AuditRecord[];
  happenings: readonly Happening[];
  recommenders: readonly Recommended[];
}

/** What happened, oldest first, one mark per kind and step of the chart. */
export function markSteps({ records, happenings, recommenders }: MarkSources, stepMs: number): PastMark[] {
  const recorded = new Set(records.flatMap((one) => (one.kind === 'action' ? [one.pod] : [])));
  const told: Told[] = [
    ...records.flatMap(fromRecord),
    ...happenings.map(({ kind, atMs, pod, detail }) => {
      const record = recorded.has(pod) ? ('its-pod' as const) : ('none' as const);
      return { kind, atMs, pod, detail, record };
    }),
    ...recommenders.slice(1).map(({ name, fromMs }) => ({
      kind: 'recommender' as const,
      atMs: fromMs,
      pod: '',
      detail: name,
      record: 'none' as const,
    })),
  ];
  const marks = new Map<string, PastMark>();
  for (const { pod, ...one } of told.sort((a, b) => a.atMs - b.atMs)) {
    const key = `${one.kind} ${Math.floor(one.atMs / stepMs)}`;
    const known = marks.get(key);
    const pods = new Set([...(known?.pods ?? []), ...(pod === '' ? [] : [pod])]);
    marks.set(key, {
      ...one,
      atMs: known?.atMs ?? one.atMs,
      lastMs: one.atMs,
      times: (known?.times ?? 0) + 1,
      pods: [...pods].slice(0, MOST_PODS),
    });
  }
  return [...marks.values()];
}
