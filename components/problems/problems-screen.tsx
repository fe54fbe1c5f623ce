'use client';

import { Title } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useStatus } from '../api/queries';
import { NoMatches } from '../lists/no-matches';
import { useListState } from '../lists/use-list-state';
import { failureScreen } from '../screens/failure-screen';
import { LoadingScreen } from '../screens/loading-screen';
import { Screen } from '../screens/screen';
import { groupProblems } from './group-problems';
import { ProblemFilterBar } from './problem-filter-bar';
import { ProblemGroupCard } from './problem-group-card';
import { filterProblems, PROBLEM_LIST, sortProblems } from './problem-list';
import classes from './problems-screen.module.css';

/** What is wrong now, alike problems together, each with its remedy. Shown even without a cluster. */
export function ProblemsScreen() {
  const { data, failure } = useStatus();
  const list = useListState(PROBLEM_LIST);
  if (!data) return failureScreen(failure) ?? <LoadingScreen />;
  if (data.problems.length === 0) {
    return (
      <Screen icon={IconCircleCheck} title="Nothing is wrong">
        Whatever keeps Plumbline from doing its work would be listed here, with what to do about it.
      </Screen>
    );
  }
  const shown = sortProblems(filterProblems(data.problems, list.filter), list.sort);
  return (
    <>
      <Title order={1} mb="md">
        Problems
      </Title>
      <ProblemFilterBar problems={data.problems} list={list} />
      {shown.length === 0 && (
        <NoMatches all="Show all problems" onClear={list.clearFilter}>
          No problem matches this filter.
        </NoMatches>
      )}
      <div className={classes.groups}>
        {groupProblems(shown).map((group) => (
          <ProblemGroupCard key={group.code} group={group} nowMs={data.nowMs} />
        ))}
      </div>
    </>
  );
}
