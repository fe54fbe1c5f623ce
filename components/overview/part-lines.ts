import type { PartsView, RoleState } from '@/server/contract/overview';
import type { LeaseView } from '@/server/contract/plan';
import type { StatusAnswer } from '@/server/contract/status';
import { countOf } from '@/server/words/counts';
import { relativeTime } from '@/server/words/times';
import { connectionWords, paceWords, pastLoadWords, roleWords, speedWords } from '../shell/cluster-words';
import { localAbsoluteTime } from '../times/times';

/** One part: how it is, in a few words. */
export interface PartLine {
  part: string;
  tone: 'good' | 'warning' | 'bad' | 'quiet';
  words: string;
}

interface Known {
  parts: PartsView;
  status: Pick<StatusAnswer, 'cluster' | 'clockSpeed' | 'pace' | 'pastLoad' | 'roles'>;
  /** What the updater knows of admission; absent without an updater. */
  lease: LeaseView | undefined;
  /** The cluster's time. */
  nowMs: number;
  /** Real time: certificates follow it. */
  wallMs: number;
}

const WEEK_MS = 7 * 86_400_000;

/** Every part of Plumbline, in the order in which things depend on each other. */
export function partLines({ parts, status, lease, nowMs, wallMs }: Known): PartLine[] {
  const { admission, database, roles } = parts;
  return [
    {
      part: 'Cluster',
      tone: status.cluster.kind === 'connected' ? 'good' : 'bad',
      words: connectionWords(status.cluster),
    },
    {
      part: 'Clock',
      tone: 'good',
      words: [speedWords(status) ?? 'that of this machine', paceWords(status)].filter(Boolean).join('. '),
    },
    databaseLine(database),
    ...roles.filter(({ role }) => role !== 'admission').map((role) => roleLine(role, nowMs)),
    ...(admission ? admissionLines(admission, wallMs) : elsewhere(lease)),
    ...(roles.some(({ role }) => role === 'recommender')
      ? [
          {
            part: 'History',
            tone: 'good' as const,
            words: status.pastLoad ? pastLoadWords(status.pastLoad) : 'loaded',
          },
        ]
      : []),
  ];
}

function databaseLine({ kind, dropped, waiting }: PartsView['database']): PartLine {
  const lost = dropped > 0 ? `, ${countOf(dropped, 'record')} lost` : '';
  switch (kind) {
    case 'opening':
      return { part: 'Database', tone: 'quiet', words: 'is being opened' };
    case 'available':
      return { part: 'Database', tone: dropped > 0 ? 'warning' : 'good', words: `answers${lost}` };
    case 'away':
      return {
        part: 'Database',
        tone: 'bad',
        words: `does not answer, ${countOf(waiting, 'record')} waiting${lost}`,
      };
  }
}

function roleLine({ role, isRunning, isOverdue, lastMs, isLeading }: RoleState, nowMs: number): PartLine {
  const name = roleWords(role);
  const part = name.charAt(0).toUpperCase() + name.slice(1);
  if (!isRunning) return { part, tone: 'quiet', words: 'waits for the cluster' };
  const leads = isLeading === undefined ? '' : isLeading ? ', leads' : ', stands by';
  const pass = lastMs === undefined ? 'runs' : `last pass ${relativeTime(Math.min(lastMs, nowMs), nowMs)}`;
  return { part, tone: isOverdue ? 'bad' : 'good', words: `${pass}${isOverdue ? ', overdue' : ''}${leads}` };
}

function admissionLines(
  { health, certificateExpiresMs }: NonNullable<PartsView['admission']>,
  wallMs: number,
): PartLine[] {
  return [
    { part: 'Admission', ...healthWords(health) },
    certificateExpiresMs === undefined
      ? { part: 'Certificate', tone: 'warning', words: 'none yet' }
      : {
          part: 'Certificate',
          tone: certificateExpiresMs - wallMs > WEEK_MS ? 'good' : 'warning',
          words: `valid until ${localAbsoluteTime(certificateExpiresMs)}`,
        },
  ];
}

function healthWords(health: NonNullable<PartsView['admission']>['health']): Omit<PartLine, 'part'> {
  switch (health.kind) {
    case 'starting':
      return { tone: 'quiet', words: 'is being tested for the first time' };
    case 'no-vpas':
      return { tone: 'quiet', words: 'has nothing to do: the cluster has no VPA definitions' };
    case 'healthy':
      return { tone: 'good', words: 'answers a test review through TLS' };
    case 'unhealthy':
      return { tone: 'bad', words: health.faults.map(({ detail }) => detail).join('; ') };
  }
}

/** Admission of another process, as its lease says. */
function elsewhere(lease: LeaseView | undefined): PartLine[] {
  if (!lease) return [];
  const isFresh = lease.kind === 'fresh' || lease.kind === 'not-required';
  const words = isFresh ? 'runs in another process' : 'no process says that it works';
  return [{ part: 'Admission', tone: isFresh ? 'good' : 'bad', words }];
}
