'use client';

import { Text, Title } from '@mantine/core';
import { useScenarios, useStatus } from '../api/queries';
import { IconPlugConnected } from '../icons';
import { failureScreen } from '../screens/failure-screen';
import { Screen } from '../screens/screen';
import { paceWords } from '../shell/cluster-words';
import { ScenarioCatalogue } from './scenario-catalogue';

/** The scenarios of the embedded cluster. Shown even between two clusters. */
export function ScenariosScreen() {
  const status = useStatus().data;
  const isReal = status?.embedded === false;
  const pace = status && paceWords(status);
  const { data, failure } = useScenarios(!isReal);
  if (isReal) {
    return (
      <Screen icon={IconPlugConnected} title="This is a real cluster">
        Scenarios exist only in the embedded cluster of the demo.
      </Screen>
    );
  }
  if (!data) return failureScreen(failure);
  return (
    <>
      <Title order={1}>Scenarios</Title>
      <Text maw={760} mt={4} mb={18} c="dimmed" fz={14}>
        Each scenario is a cluster inside this process whose workloads show one kind of behaviour. The current
        one was made from seed {data.seed}
        {data.speed > 1 && `, at ${data.speed} times real time`}; the same seed gives the same cluster.
        {pace && ` ${pace}`}
      </Text>
      <ScenarioCatalogue view={data} />
    </>
  );
}
