'use client';

import { Anchor } from '@mantine/core';
import Link from 'next/link';
import { usePlanOf } from '../api/queries';
import { Card } from '../layout/card';
import { auditHref } from '../navigation/pages';
import { groupPods } from '../plan/groups';
import { passWords } from '../plan/pass-words';
import { PodGroupRow } from '../plan/pod-group-row';
import classes from './next-card.module.css';

interface NextCardProps {
  namespace: string;
  name: string;
}

/** What the next pass does to the pods of this VPA, and why; nothing where this process does not update. */
export function NextCard({ namespace, name }: NextCardProps) {
  const { data: plan } = usePlanOf(namespace, name);
  if (!plan) return null;
  const groups = groupPods(plan.vpas.flatMap(({ pods }) => pods));
  return (
    <div className={classes.card}>
      <Card
        title="What happens next"
        aside={
          <span className={classes.aside}>
            <span>{passWords(plan.updater, plan.atMs)}</span>
            <Anchor component={Link} href={auditHref(namespace, name)} fz="inherit">
              What was done before
            </Anchor>
          </span>
        }
      >
        {groups.length === 0 ? (
          <p className={classes.nothing}>This VPA controls no pod now.</p>
        ) : (
          <ul className={classes.groups}>
            {groups.map((group) => (
              <PodGroupRow key={group.key} group={group} nowMs={plan.atMs} />
            ))}
          </ul>
        )}
      </Card>
    </div>
  );
}
