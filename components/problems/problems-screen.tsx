'use client';

import { Title } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useStatus } from '../api/queries';
import { failureScreen } from '../screens/failure-screen';
import { LoadingScreen } from '../screens/loading-screen';
import { Screen } from '../screens/screen';
import { groupProblems } from './group-problems';
import { ProblemGroupCard } from './problem-group-card';
import classes from './problems-screen.module.css';

/** What is wrong now, alike problems together, each with its remedy. Shown even without a cluster. */
export function ProblemsScreen() {
  const { data, failure } = useStatus();
  if (!data) return failureScreen(failure) ?? <LoadingScreen />;
  if (data.problems.length === 0) {
    return (
      <Screen icon={IconCircleCheck} title="Nothing is wrong">
        Whatever keeps Plumbline from doing its work would be listed here, with what to do about it.
      </Screen>
    );
  }
  return (
    <>
      <Title order={1} mb="md">
        Problems
      </Title>
      <div className={classes.groups}>
        {groupProblems(data.problems).map((group) => (
          <ProblemGroupCard key={group.code} group={group} nowMs={data.nowMs} />
        ))}
      </div>
    </>
  );
}
