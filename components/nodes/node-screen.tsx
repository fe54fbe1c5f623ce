'use client';

import { Button } from '@mantine/core';
import { RESOURCES } from '@/server/contract/resources';
import { NODE_STATES } from '@/server/words/nodes';
import { useClusterTime, useNode } from '../api/queries';
import { IconInfoCircle, IconSearchOff } from '../icons';
import { Callout } from '../layout/callout';
import { Card } from '../layout/card';
import Link from '../navigation/link';
import { failureScreen } from '../screens/failure-screen';
import { LoadingScreen } from '../screens/loading-screen';
import { Screen } from '../screens/screen';
import { IdleCell } from './idle-cell';
import { NodeBarLegend } from './node-bar';
import { NodeHeading } from './node-heading';
import { NodeFitCard } from './node-needs';
import { NodePodTable } from './node-pod-table';
import classes from './node-screen.module.css';
import { NodeSteps } from './node-steps';
import { NODE_STATE_LABELS } from './node-words';

/** One node: what is idle, how that comes about, and the pods that weigh most. */
export function NodeScreen({ name }: { name: string }) {
  const { data: node, failure } = useNode(name);
  const nowMs = useClusterTime();
  if (failure?.kind === 'refused' && failure.code === 'not-found') return <NoSuchNode name={name} />;
  if (!node) return failureScreen(failure) ?? <LoadingScreen />;
  return (
    <>
      <NodeHeading node={node} nowMs={nowMs} />
      {node.state !== 'known' && (
        <Callout
          icon={IconInfoCircle}
          tone={node.state === 'learning' || node.state === 'unmeasured' ? 'neutral' : 'warning'}
          title={NODE_STATE_LABELS[node.state]}
          detail={NODE_STATES[node.state]}
        />
      )}
      <div className={classes.cards}>
        {RESOURCES.map((resource) => (
          <Card key={resource} title={resource === 'cpu' ? 'Idle CPU' : 'Idle memory'}>
            <IdleCell
              large
              resource={resource}
              view={node[resource]}
              target={node.applied?.target[resource]}
            />
            <NodeSteps resource={resource} steps={node.steps[resource]} online={node.pods.online} />
          </Card>
        ))}
      </div>
      <p className={classes.legend}>
        <NodeBarLegend />
      </p>
      <div className={classes.fit}>
        <NodeFitCard now={node.now} applied={node.applied} />
      </div>
      <Card title="Pods that weigh most">
        <NodePodTable node={node} />
      </Card>
    </>
  );
}

function NoSuchNode({ name }: { name: string }) {
  return (
    <Screen
      icon={IconSearchOff}
      title={`No node named ${name}`}
      actions={
        <Button component={Link} href="/savings/nodes" variant="default">
          To the nodes
        </Button>
      }
    >
      It does not exist, or left the cluster. It appears here within a pass once it joins.
    </Screen>
  );
}
