import type { AnsweredOrder, HubRecordRow } from '@/server/contract/hub-record';
import { countOf } from '@/server/words/counts';
import { MEMBER_FAULTS } from '@/server/words/member-faults';
import { scopeWords } from '@/server/words/stops';

type Scope = Parameters<typeof scopeWords>[0];

/** What was done, beside its title: the scope and the reason of an order, or what a route does. */
export function aboutWords(row: HubRecordRow): string {
  const { change, detail, route, reason } = row;
  const said = change === 'clusters-change' ? [detail, route] : [coveredWords(row), reason];
  return said.filter(Boolean).join(' · ');
}

/** What an order covered; of others only its kind is told. */
function coveredWords({ scope }: Pick<HubRecordRow, 'scope'>): string {
  if (!scope) return '';
  if (scope.kind === 'all' || scope.namespace !== undefined) return scopeWords(scope as Scope);
  return scope.kind === 'namespace' ? 'a namespace' : 'one VPA';
}

const STATES: Readonly<Record<AnsweredOrder['state'], string>> = {
  taken: 'took it',
  refused: 'refused it',
  asked: 'had not answered yet',
  away: 'was away',
  'too-old': 'never took it',
  forgotten: 'did not take it before the hub started again',
};

/** `40 took it, 1 was away`: how many clusters answered what. */
export function answersInBrief(clusters: readonly AnsweredOrder[]): string {
  return (Object.keys(STATES) as AnsweredOrder['state'][])
    .map((state) => ({ state, count: clusters.filter((one) => one.state === state).length }))
    .filter(({ count }) => count > 0)
    .map(({ state, count }) => `${countOf(count, 'cluster')} ${STATES[state]}`)
    .join(', ');
}

/** What one cluster answered; why is told to whom it concerned. */
export function answerWords({ name, state, fault }: AnsweredOrder, isOwn: boolean): string {
  return `${name} ${STATES[state]}${fault && isOwn ? `: ${MEMBER_FAULTS[fault].sentence}` : '.'}`;
}
