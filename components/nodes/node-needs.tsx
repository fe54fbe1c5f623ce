import { Box, Text } from '@mantine/core';
import type { NodePageView, NodesView } from '@/server/contract/nodes';
import { Card } from '../layout/card';
import columns from '../layout/columns.module.css';
import shared from '../layout/shared.module.css';
import { fitOfNode, fitWords, packingWords } from './needs-words';
import classes from './node-needs.module.css';

/** What nodes still have room for, and how many the pods need: now, and once every recommendation is applied. */
export function NodeNeedsCards({ needs: { now, applied } }: Pick<NodesView, 'needs'>) {
  return (
    <Box className={columns.two} mb={20}>
      <Card title="Largest pod that still fits">
        <dl className={shared.lines}>
          <Line label="Now" words={fitWords(now)} />
          {applied && <Line label="Once all is applied" words={fitWords(applied)} />}
        </dl>
      </Card>
      <Card title="Nodes needed" aside={<span className={shared.small}>an estimate</span>}>
        <dl className={shared.lines}>
          <Line label="Now" words={[upperFirst(packingWords(now))]} />
          {applied && <Line label="Once all is applied" words={[upperFirst(packingWords(applied))]} />}
        </dl>
        <Text mt={10} c="dimmed" fz={12}>
          Pods are packed by their requests, the largest first, each into the first node with room. Taints,
          affinity and volumes count for nothing here, so more nodes may be needed. Pods of DaemonSets stay.
        </Text>
      </Card>
    </Box>
  );
}

/** The largest pod that one node still takes: now, and once every recommendation is applied. */
export function NodeFitCard({ now, applied }: Pick<NodePageView, 'now' | 'applied'>) {
  return (
    <Card title="Largest pod that still fits">
      <dl className={shared.lines}>
        <Line label="Now" words={[fitOfNode(now.fits)]} />
        {applied && <Line label="Once all is applied" words={[fitOfNode(applied.fits)]} />}
      </dl>
    </Card>
  );
}

function Line({ label, words }: { label: string; words: readonly string[] }) {
  return (
    <div className={classes.line}>
      <dt>{label}</dt>
      <dd>
        {words.map((sentence) => (
          <span key={sentence}>{sentence}</span>
        ))}
      </dd>
    </div>
  );
}

const upperFirst = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
