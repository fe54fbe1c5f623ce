import { parseAsArrayOf, parseAsStringLiteral, useQueryState } from 'nuqs';
import { useCallback, useMemo } from 'react';
import type { PastMark } from '@/server/contract/past';
import type { ContainerDetail } from '@/server/contract/recommendations';
import { resourceTitle } from '@/server/words/amounts';
import { usePast } from '../api/queries';
import { BOUNDS_KIND_NAMES, type BoundsKind } from '../charts/bounds-kinds';
import { markStyle } from '../charts/mark-colours';
import { markDetail, markHref, markWords } from '../charts/mark-words';
import { LazyBoundsChart } from '../charts/time-chart';
import { Card } from '../layout/card';
import Link from '../navigation/link';
import { localShortTime } from '../times/times';
import { ConfidencePast } from '../workload/confidence/confidence-past';
import { ContainerNow } from '../workload/container-now';
import { cutToData } from './cut-to-data';
import { PastBar, PastNote } from './past-bar';
import classes from './past-panel.module.css';
import { usePastRange } from './use-past-range';

interface PastPanelProps {
  namespace: string;
  workload: string;
  container: ContainerDetail;
  isOfNewPods: boolean;
  nowMs: number;
}

const HIDDEN = parseAsArrayOf(parseAsStringLiteral(BOUNDS_KIND_NAMES)).withDefault([]);

/** What the charts of the past leave out, in the address bar. */
function useHiddenSeries() {
  const [hidden, setHidden] = useQueryState('hide', HIDDEN);
  const toggle = useCallback(
    (kind: BoundsKind) =>
      void setHidden((former) =>
        former.includes(kind) ? former.filter((one) => one !== kind) : [...former, kind],
      ),
    [setHidden],
  );
  return { hidden, toggle };
}

interface MarkListProps {
  namespace: string;
  vpa: string;
  marks: readonly PastMark[];
}

/** The newest marks listed in words; the charts draw them all. */
const MOST_SHOWN = 5;

/** What happened to the workload in the time shown, newest first, with its lines in the audit log if it has any. */
function MarkList({ namespace, vpa, marks }: MarkListProps) {
  if (marks.length === 0) return null;
  const newest = marks.slice(-MOST_SHOWN).reverse();
  return (
    <ul className={classes.list} aria-label="What happened in this time">
      {newest.map((mark) => {
        const { kind, atMs } = mark;
        const href = markHref(mark, { namespace, vpa });
        return (
          <li key={`${kind} ${atMs}`} style={markStyle(kind)}>
            {href ? <Link href={href}>{markWords(mark)}</Link> : markWords(mark)} {markDetail(mark)}{' '}
            {localShortTime(atMs)}
          </li>
        );
      })}
      {marks.length > newest.length && <li>and {marks.length - newest.length} before</li>}
    </ul>
  );
}

/** A container now, and beside it recommendations, requests, usage and confidence over any time range of the past. */
export function PastPanel({ namespace, workload, container, ...now }: PastPanelProps) {
  const range = usePastRange();
  const { data: answered, failure } = usePast(namespace, workload, {
    ...range.asked,
    container: container.name,
  });
  const isWhole = range.span !== undefined;
  const past = useMemo(() => answered && (isWhole ? answered : cutToData(answered)), [answered, isWhole]);
  const { hidden, toggle } = useHiddenSeries();
  return (
    <section aria-label="Now and in the past">
      <ContainerNow
        {...now}
        workload={workload}
        container={container}
        head={<PastBar range={range} shown={past} />}
        beside={(resource) => (
          <Card
            isPart
            title={`${resourceTitle(resource)} use and bounds over time`}
            at={`${resource}-over-time`}
          >
            {past ? (
              <LazyBoundsChart
                resource={resource}
                past={past}
                subject={`${resourceTitle(resource)} use of ${workload}, container ${container.name}`}
                onZoom={range.zoom}
                hidden={hidden}
                onToggle={toggle}
              />
            ) : (
              <p className={classes.waiting}>
                {failure ? 'The past cannot be read now. Plumbline tries again.' : 'Reading the past …'}
              </p>
            )}
          </Card>
        )}
      >
        <ConfidencePast namespace={namespace} workload={workload} container={container.name} />
      </ContainerNow>
      {past && <PastNote shown={past} isCut={past !== answered} />}
      <MarkList namespace={namespace} vpa={workload} marks={past?.marks ?? []} />
    </section>
  );
}
