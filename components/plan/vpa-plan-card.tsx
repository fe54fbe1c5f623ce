import { Anchor, Flex, Text } from '@mantine/core';
import type { VpaPlanRow } from '@/server/contract/plan';
import { countOf } from '@/server/words/counts';
import shared from '../layout/shared.module.css';
import Link from '../navigation/link';
import { workloadHref } from '../navigation/pages';
import { useRowCluster } from '../navigation/row-cluster';
import { ModeBadge } from '../workloads/mode-badge';
import { ApplyNow } from './apply-now';
import { PodGroupList } from './pod-group-list';
import classes from './vpa-plan-card.module.css';

interface VpaPlanCardProps {
  vpa: VpaPlanRow;
  nowMs: number;
}

/** One VPA's part of the plan: its pods, grouped if alike. */
export function VpaPlanCard({ vpa, nowMs }: VpaPlanCardProps) {
  const heading = `${vpa.namespace}/${vpa.name}`;
  const cluster = useRowCluster();
  return (
    <section
      className={classes.card}
      aria-label={cluster === undefined ? heading : `${heading} in ${cluster}`}
    >
      <Flex component="header" wrap="wrap" align="baseline" gap="4px 10px" mb={8}>
        <Text component="h2" fz={14} fw={650}>
          <Anchor
            component={Link}
            href={workloadHref(vpa.namespace, vpa.name)}
            fz="inherit"
            fw="inherit"
            c="inherit"
          >
            {vpa.name}
          </Anchor>
        </Text>
        <span className={shared.small}>
          {cluster !== undefined && `${cluster} · `}
          {vpa.namespace} · {vpa.target.kind} · {countOf(vpa.pods, 'pod')}
        </span>
        <ModeBadge updateMode={vpa.updateMode} heldMode={vpa.heldMode} />
        {cluster === undefined && (
          <Text span inherit ml="auto">
            <ApplyNow namespace={vpa.namespace} name={vpa.name} groups={vpa.groups} />
          </Text>
        )}
      </Flex>
      <PodGroupList vpa={heading} groups={vpa.groups} nowMs={nowMs} workload={vpa} />
    </section>
  );
}
