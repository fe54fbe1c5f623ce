import Link from 'next/link';
import type { Part, WorkloadCostView } from '@/server/process/pages/costs/views';
import { Card } from '../layout/card';
import { LiveValue } from '../live/live-value';
import { costText, leftOutWords, PART_NAMES } from './cost-words';
import classes from './costs.module.css';

const SHOWN: readonly Part[] = ['requests', 'use', 'target', 'saving', 'growth'];

interface WorkloadCostProps {
  view: WorkloadCostView;
  namespace: string;
}

/** What the live pods of a workload cost now; nothing while it has none. */
export function WorkloadCost({ view: { cost, currency }, namespace }: WorkloadCostProps) {
  if (cost.pods.counted === 0) return null;
  const notes = leftOutWords(cost);
  return (
    <div className={classes.box}>
      <Card
        title="Cost of its pods"
        aside={
          <Link href={`/costs?${new URLSearchParams({ namespace })}`} className={classes.soft}>
            Costs of {namespace}
          </Link>
        }
      >
        <dl className={classes.figures}>
          {SHOWN.map((part) => {
            const { main, unit, more } = costText(cost, part, currency);
            return (
              <div key={part} className={classes.figure} data-part={part}>
                <dt className={classes.label}>{PART_NAMES[part]}</dt>
                <dd className={classes.value}>
                  <strong className={classes.small}>
                    <LiveValue text={main} />
                  </strong>{' '}
                  <span className={classes.soft}>{unit}</span>
                  <span className={classes.more}>{more}</span>
                </dd>
              </div>
            );
          })}
        </dl>
        {notes.length > 0 && (
          <ul className={classes.notes}>
            {notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        )}
      </Card>
    </div>
  );
}
