'use client';

import { Skeleton } from '@mantine/core';
import dynamic from 'next/dynamic';
import type { EvidenceView } from '@/server/contract/recommendations';
import type { Resource } from '@/server/contract/resources';
import { useEvidence } from '../api/recommenders';
import { Card } from '../layout/card';
import classes from './evidence.module.css';
import { ExpertsTable } from './experts-table';

const loading = () => <Skeleton height={240} />;
const RunsChart = dynamic(() => import('./runs-chart'), { ssr: false, loading });

interface EvidencePanelProps {
  namespace: string;
  workload: string;
  container: string;
  group?: string | undefined;
}

const RESOURCES = [
  { resource: 'cpu', title: 'CPU' },
  { resource: 'memory', title: 'Memory' },
] as const;

/** What the chosen recommender saw and weighed; nothing for one whose histograms are all of it. */
export function EvidencePanel({ namespace, workload, container, group }: EvidencePanelProps) {
  const { data } = useEvidence(namespace, workload, container, group);
  if (!data?.evidence) return null;
  const { evidence, recommender } = data;
  return (
    <section className={classes.panel} aria-label={`Evidence of the recommender ${recommender}`}>
      {RESOURCES.filter(({ resource }) => isShown(evidence, resource)).map(({ resource, title }) => (
        <Card
          key={resource}
          title={`${title}: ${TITLES[evidence.kind]}`}
          aside={<span className={classes.aside}>recommender {recommender}</span>}
        >
          <Evidence
            evidence={evidence}
            resource={resource}
            subject={`${title} of ${workload}, container ${container}`}
          />
        </Card>
      ))}
    </section>
  );
}

/** The experts speak for CPU alone; memory follows its peak, as its waterfall says. */
function isShown({ kind }: EvidenceView, resource: Resource): boolean {
  return kind !== 'experts' || resource === 'cpu';
}

const TITLES = {
  runs: 'past runs',
  experts: 'experts and what each would have cost',
} as const satisfies Record<EvidenceView['kind'], string>;

interface EvidenceProps {
  evidence: EvidenceView;
  resource: Resource;
  subject: string;
}

function Evidence({ evidence, ...about }: EvidenceProps) {
  switch (evidence.kind) {
    case 'experts':
      return <ExpertsTable view={evidence} subject={about.subject} />;
    case 'runs':
      return <RunsChart view={evidence} {...about} />;
  }
}
