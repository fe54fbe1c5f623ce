'use client';

import { Box } from '@mantine/core';
import { useEvidence } from '../api/recommenders';
import { Card } from '../layout/card';
import shared from '../layout/shared.module.css';
import { ExpertsTable } from './experts-table';

interface EvidencePanelProps {
  namespace: string;
  workload: string;
  container: string;
  group?: string | undefined;
}

/**
 * What the chosen recommender saw and weighed; nothing for one whose histograms are all of it. The experts speak for
 * CPU alone: memory follows its peak, as its waterfall says.
 */
export function EvidencePanel({ namespace, workload, container, group }: EvidencePanelProps) {
  const { data } = useEvidence(namespace, workload, container, group);
  if (!data?.evidence) return null;
  const { evidence, recommender } = data;
  return (
    <Box component="section" mb={16} aria-label={`Evidence of the recommender ${recommender}`}>
      <Card
        title="CPU: experts and what each would have cost"
        aside={<span className={shared.small}>recommender {recommender}</span>}
      >
        <ExpertsTable view={evidence} subject={`CPU of ${workload}, container ${container}`} />
      </Card>
    </Box>
  );
}
