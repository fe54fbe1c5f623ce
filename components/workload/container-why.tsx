import { Box } from '@mantine/core';
import type { ContainerDetail } from '@/server/contract/recommendations';
import { RESOURCES } from '@/server/contract/resources';
import { EvidencePanel } from '../evidence/evidence-panel';
import { LeakLives } from '../evidence/leak-lives';
import columns from '../layout/columns.module.css';
import { ConfidenceBars } from './confidence/confidence-bars';
import { WhyCard } from './why-card';

interface ContainerWhyProps {
  namespace: string;
  workload: string;
  container: ContainerDetail;
  /** The group of nodes that it is shown for; absent for all nodes. */
  group?: string | undefined;
  /** Whether its VPA keeps evidence of other recommenders. */
  hasPast?: boolean;
  nowMs: number;
}

/** What the numbers of a container rest on: confidence, then CPU beside memory. */
export function ContainerWhy({
  namespace,
  workload,
  container,
  group,
  hasPast = true,
  nowMs,
}: ContainerWhyProps) {
  if (container.off) return null;
  const isEstimated =
    container.samples > 0 || container.cpu.target !== undefined || container.memory.target !== undefined;
  return (
    <>
      <ConfidenceBars container={container} nowMs={nowMs} />
      <LeakLives container={container} nowMs={nowMs} />
      <Box className={columns.wide} mb={16}>
        {isEstimated &&
          RESOURCES.map((resource) => (
            <WhyCard
              key={resource}
              resource={resource}
              traces={container.traces.filter((trace) => trace.resource === resource)}
            />
          ))}
      </Box>
      {hasPast && (
        <EvidencePanel namespace={namespace} workload={workload} container={container.name} group={group} />
      )}
    </>
  );
}
