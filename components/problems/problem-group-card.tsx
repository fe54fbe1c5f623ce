import { Anchor } from '@mantine/core';
import type { Problem } from '@/server/contract/problems';
import { countOf } from '@/server/words/counts';
import { Card } from '../layout/card';
import { Remedy } from '../layout/remedy';
import { TimeAgo } from '../live/time-ago';
import Link from '../navigation/link';
import { workloadHref } from '../navigation/pages';
import { withLocalTimes } from '../times/times';
import { causeOf, type ProblemGroup, workloadNamed } from './group-problems';
import classes from './problem-group-card.module.css';

interface ProblemGroupCardProps {
  group: ProblemGroup;
  /** How many objects have this problem, on all pages. */
  objects: number;
  nowMs: number;
}

export function ProblemGroupCard({ group, objects, nowMs }: ProblemGroupCardProps) {
  return (
    <Card
      order={3}
      title={group.sentence}
      aside={objects > 1 && <span className={classes.soft}>{countOf(objects, 'object')}</span>}
    >
      <div className={classes.remedy}>
        <Remedy text={group.remedy} />
      </div>
      <ul className={classes.list}>
        {group.problems.map((problem) => (
          <li key={problem.about} className={classes.problem}>
            <span className={classes.about}>
              <About problem={problem} />
              <span className={classes.cause}>{withLocalTimes(causeOf(problem) ?? '')}</span>
            </span>
            <span className={classes.when}>
              since <TimeAgo atMs={problem.firstSeenMs} nowMs={nowMs} />, last seen{' '}
              <TimeAgo atMs={problem.lastSeenMs} nowMs={nowMs} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function About({ problem }: { problem: Problem }) {
  const workload = workloadNamed(problem);
  if (!workload) return problem.about;
  return (
    <Anchor component={Link} href={workloadHref(workload.namespace, workload.name)} fz="inherit">
      {workload.namespace}/{workload.name}
    </Anchor>
  );
}
