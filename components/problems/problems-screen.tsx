'use client';

import { Title } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useClusterTime } from '../api/queries';
import { List } from '../lists/list';
import { ListFooter } from '../lists/list-footer';
import { useList } from '../lists/use-list';
import { failureScreen } from '../screens/failure-screen';
import { LoadingScreen } from '../screens/loading-screen';
import { Screen } from '../screens/screen';
import { groupProblems } from './group-problems';
import { ProblemGroupCard } from './problem-group-card';
import { PROBLEM_LIST } from './problem-list';
import classes from './problems-screen.module.css';

/** What is wrong now, alike problems together, each with its remedy. Shown even without a cluster. */
export function ProblemsScreen() {
  const list = useList(PROBLEM_LIST);
  const { view, state, failure, isRefused } = list;
  const nowMs = useClusterTime();
  if (!view && !isRefused) return failureScreen(failure) ?? <LoadingScreen />;
  if (view?.all === 0) {
    return (
      <Screen icon={IconCircleCheck} title="Nothing is wrong">
        What keeps Plumbline from working appears here, with what to do about it.
      </Screen>
    );
  }
  return (
    <>
      <Title order={1} mb="md">
        Problems
      </Title>
      <List definition={PROBLEM_LIST} list={list} isEmpty={({ matching }) => matching === 0}>
        {({ rows, tallies, matching, all, page, pages }) => (
          <>
            <div className={classes.groups}>
              {groupProblems(rows).map((group) => (
                <ProblemGroupCard
                  key={group.code}
                  group={group}
                  objects={
                    state.filter.problem ? matching : (tallies.problem[group.code] ?? group.problems.length)
                  }
                  nowMs={nowMs}
                />
              ))}
            </div>
            <ListFooter
              shown={matching}
              all={all}
              one="problem"
              pages={pages}
              page={page}
              onPage={state.setPage}
            />
          </>
        )}
      </List>
    </>
  );
}
