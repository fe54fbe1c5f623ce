import { Anchor } from '@mantine/core';
import type { NeedyWorkload } from '@/server/contract/problems';
import { NEEDS } from '@/server/words/needs';
import { Remedy } from '../layout/remedy';
import Link from '../navigation/link';
import { workloadHref } from '../navigation/pages';
import { withLocalTimes } from '../times/times';
import { TryAgainButton } from '../workload/try-again-button';
import { Began } from './began';
import { groupNeeds } from './group-needs';
import classes from './needy-card.module.css';

interface NeedyCardProps {
  workloads: readonly NeedyWorkload[];
  nowMs: number;
}

/** Workloads that need attention: what is wrong, since when, and what to do. */
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
            {groupNeeds(needs).map((group) => (
              <li key={group.code} className={classes.need}>
                <p className={classes.sentence}>
                  <strong>{NEEDS[group.code]}</strong>
                  <span className={classes.when}>
                    <Began group={group} nowMs={nowMs} />
                  </span>
                </p>
                {group.code === 'undone' && <TryAgainButton namespace={namespace} name={name} />}
                {group.needs.map(({ detail, remedy }) => (
                  <div key={`${detail} ${remedy}`} className={classes.one}>
                    {detail && <p className={classes.detail}>{withLocalTimes(detail)}</p>}
                    <Remedy text={remedy} />
                  </div>
                ))}
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}
