'use client';

import { Text, Title } from '@mantine/core';
import { IconPlugConnected } from '@tabler/icons-react';
import { useScenarios } from '../api/queries';
import { failureScreen } from '../screens/failure-screen';
import { LoadingScreen } from '../screens/loading-screen';
import { Screen } from '../screens/screen';
import { ScenarioCard } from './scenario-card';
import classes from './scenarios-screen.module.css';

/** What the embedded cluster can run, and how to start each. */
export function ScenariosScreen() {
  const { data, failure } = useScenarios();
  if (!data) return failureScreen(failure) ?? <LoadingScreen />;
  if (data.kind === 'real-cluster') {
    return (
      <Screen icon={IconPlugConnected} title="This is a real cluster">
        Scenarios belong to the embedded cluster of the demo.
      </Screen>
    );
  }
  return (
    <>
      <Title order={1}>Scenarios</Title>
      <Text className={classes.lead}>
        The embedded cluster starts with one of these. To see another, stop the demo and start it with the
        command below; the same seed gives the same world. This one runs with seed {data.seed}.
      </Text>
      <ul className={classes.list}>
        {data.scenarios.map((scenario) => (
          <ScenarioCard key={scenario.name} scenario={scenario} running={scenario.name === data.running} />
        ))}
      </ul>
    </>
  );
}
