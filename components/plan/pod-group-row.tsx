'use client';

import { UnstyledButton } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { parseAsArrayOf, parseAsString, useQueryState } from 'nuqs';
import type { PodPlan } from '@/server/updater/plan/plan-types';
import { countOf } from '@/server/words/counts';
import { evidenceOf } from '@/server/words/reasons';
import { ChangeList } from './change-list';
import { DecisionBadge } from './decision-badge';
import type { PodGroup } from './groups';
import classes from './pod-group-row.module.css';
import { ReasonList } from './reason-list';
import { WaitWords } from './wait-words';

interface PodGroupRowProps {
  /** The VPA, by namespace and name. */
  vpa: string;
  group: PodGroup;
  nowMs: number;
}

/** The groups that are opened, as they stand in the address bar. */
const OPENED = parseAsArrayOf(parseAsString).withDefault([]);

/** What sets a pod apart from others of its group: the numbers behind its reasons. */
function ownWords(pod: PodPlan, nowMs: number): string {
  return pod.reasons
    .map((reason) => evidenceOf(reason, nowMs))
    .filter(Boolean)
    .join('; ');
}

/** Pods that fare alike: the decision, why, what would change, until when; opened, each pod by name. */
export function PodGroupRow({ vpa, group, nowMs }: PodGroupRowProps) {
  const [allOpened, setAllOpened] = useQueryState('open', OPENED);
  const word = `${vpa} ${group.key}`;
  const opened = allOpened.includes(word);
  const toggle = () =>
    setAllOpened((words) => (opened ? words.filter((one) => one !== word) : [...words, word]));
  const [first] = group.pods;
  const single = group.pods.length === 1;
  return (
    <li className={classes.group}>
      <div className={classes.line}>
        <div className={classes.who}>
          <DecisionBadge decision={group.decision} />
          {single ? (
            <span className={classes.pod}>{first?.name}</span>
          ) : (
            <UnstyledButton className={classes.open} aria-expanded={opened} onClick={toggle}>
              <IconChevronRight size={14} stroke={2} className={classes.chevron} aria-hidden="true" />
              {countOf(group.pods.length, 'pod')}
            </UnstyledButton>
          )}
        </div>
        <ReasonList reasons={group.reasons} nowMs={nowMs} />
        <div className={classes.what}>
          {first && group.decision !== 'leave' && <ChangeList changes={first.changes} />}
          {first && group.decision === 'wait' && (
            <WaitWords notBeforeMs={group.notBeforeMs} awaits={first.awaits} nowMs={nowMs} />
          )}
        </div>
      </div>
      {opened && !single && (
        <ul className={classes.pods}>
          {group.pods.map((pod) => (
            <li key={pod.uid}>
              {pod.name}
              <span className={classes.own}>{ownWords(pod, nowMs)}</span>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}
