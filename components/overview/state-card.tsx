import type { Standing } from '@/server/contract/verdict';
import { Card } from '../layout/card';
import Link from '../navigation/link';
import { StateMark } from '../workloads/state-mark';
import { STANDING_WORDS } from '../workloads/workload-words';
import classes from './state-card.module.css';

const STANDINGS = Object.keys(STANDING_WORDS) as Standing[];

interface StateCardProps {
  counts: Record<Standing, number>;
  /** The namespace that is told of; undefined for all. */
  namespace?: string | undefined;
}

/** The workloads by state; each line leads to them. */
export function StateCard({ counts, namespace }: StateCardProps) {
  return (
    <Card title="How the requests stand">
      <ul className={classes.list}>
        {STANDINGS.filter((key) => counts[key] > 0).map((key) => (
          <li key={key}>
            <Link
              className={classes.line}
              href={`/workloads?${new URLSearchParams({ ...(namespace !== undefined && { namespace }), state: key })}`}
            >
              <StateMark state={key} />
              <span className={classes.words}>{STANDING_WORDS[key]}</span>
              <span className={classes.count}>{counts[key].toLocaleString('en-US')}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}
