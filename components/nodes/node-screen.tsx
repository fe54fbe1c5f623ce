'use client';

import { Box, Text } from '@mantine/core';
import type { IdleStep, NodeDetail } from '@/server/contract/nodes';
import { RESOURCES, type Resource } from '@/server/contract/resources';
import { exactAmount, formatAmount } from '@/server/words/amounts';
import { confidenceWords, countOf } from '@/server/words/counts';
import { NODE_STATES } from '@/server/words/nodes';
import { useClusterTime, useNode } from '../api/queries';
import { IconInfoCircle } from '../icons';
import { Callout } from '../layout/callout';
import { Card } from '../layout/card';
import columns from '../layout/columns.module.css';
import { ObjectHeading } from '../layout/object-heading';
import { TimeAgo } from '../live/time-ago';
import { failureScreen } from '../screens/failure-screen';
import { NoSuch } from '../screens/not-found-screens';
import { IdleCell } from './idle-cell';
import { NodeBarLegend } from './node-bar';
import { NodeFitCard } from './node-needs';
import { NodePodTable } from './node-pod-table';
import classes from './node-screen.module.css';
import { idleStepWords, NODE_STATE_LABELS, sourceWords } from './node-words';

/** Who it is, what its numbers are based on, and what it publishes. */
function NodeHeading({ node, nowMs }: { node: NodeDetail; nowMs: number }) {
  const { name, pods, isCordoned, measuredMs, sinceMs, confidence, published } = node;
  const source = sourceWords(pods);
  return (
    <ObjectHeading crumbs={[{ href: '/savings/nodes', label: 'Nodes' }]} title={name}>
      <span>
        {countOf(pods.online, 'online pod')}
        {source && `: ${source}`}
      </span>
      {pods.batch > 0 && <span>{countOf(pods.batch, 'batch pod')}</span>}
      {isCordoned && <span>closed to new pods</span>}
      {measuredMs !== undefined && (
        <span>
          measured <TimeAgo atMs={measuredMs} nowMs={nowMs} />
        </span>
      )}
      {sinceMs !== undefined && (
        <span>
          learned since <TimeAgo atMs={sinceMs} nowMs={nowMs} />, {confidenceWords(confidence)}
        </span>
      )}
      <span>
        {published
          ? `publishes ${formatAmount('cpu', published.cpuMillicores)} and ${formatAmount('memory', published.memoryBytes)} as idle`
          : 'publishes nothing'}
      </span>
    </ObjectHeading>
  );
}

interface NodeStepsProps {
  resource: Resource;
  steps: readonly IdleStep[];
  online: number;
}

const RESULTS: readonly IdleStep['step'][] = ['idle-now', 'idle-next-hour'];

/** How what is idle comes about, number by number. */
function NodeSteps({ resource, steps, online }: NodeStepsProps) {
  if (steps.length === 0) return null;
  return (
    <dl className={classes.steps}>
      {steps.map((step) => (
        <div key={step.step} className={classes.step} data-result={RESULTS.includes(step.step) || undefined}>
          <dt>{idleStepWords(resource, step, online)}</dt>
          <dd title={exactAmount(resource, step.value)}>{formatAmount(resource, step.value)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** One node: what is idle, how that comes about, and the pods that weigh most. */
export function NodeScreen({ name }: { name: string }) {
  const { data: node, failure } = useNode(name);
  const nowMs = useClusterTime();
  if (failure?.kind === 'refused' && failure.code === 'not-found')
    return (
      <NoSuch title={`No node named ${name}`} href="/savings/nodes" list="nodes">
        It does not exist, or left the cluster. It appears here within a pass once it joins.
      </NoSuch>
    );
  if (!node) return failureScreen(failure);
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
      <Box className={columns.two} mt={16} mb={8}>
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
      </Box>
      <Text mb={20} c="dimmed" fz={12}>
        <NodeBarLegend />
      </Text>
      <Box mb={16}>
        <NodeFitCard now={node.now} applied={node.applied} />
      </Box>
      <Card title="Pods that weigh most">
        <NodePodTable node={node} />
      </Card>
    </>
  );
}
