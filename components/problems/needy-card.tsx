import { Anchor } from '@mantine/core';
import Link from 'next/link';
import type { NeedyWorkload } from '@/server/process/pages/views';
import { NEEDS } from '@/server/words/needs';
import { Prose } from '../layout/prose';
import { TimeAgo } from '../live/time-ago';
import { workloadHref } from '../navigation/pages';
import classes from './needy-card.module.css';

interface NeedyCardProps {
  workloads: readonly NeedyWorkload[];
  nowMs: number;
}

/** Workloads that need attention, one line each: what is wrong, since when, and what to do. */
export function NeedyCard({ workloads, nowMs }: NeedyCardProps) {
  return (
    <ul className={classes.list}>
      {workloads.map(({ namespace, name, needs }) => (
        <li key={`${namespace}/${name}`} className={classes.workload}>
          <Anchor component={Link} href={workloadHref(namespace, name)} className={classes.name}>
            {namespace}/<wbr />
            {name}
          </Anchor>
          <ul className={classes.needs}>
            {needs.map(({ code, detail, remedy, sinceMs }) => (
              <li key={`${code} ${remedy}`} className={classes.need}>
                <p className={classes.sentence}>
                  <strong>{NEEDS[code]}</strong>
                  {sinceMs !== undefined && (
                    <span className={classes.when}>
                      since <TimeAgo atMs={sinceMs} nowMs={nowMs} />
                    </span>
                  )}
                </p>
                {detail && <p className={classes.detail}>{detail}</p>}
                <p>
                  <span className={classes.soft}>What to do: </span>
                  <Prose text={remedy} />
                </p>
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}
