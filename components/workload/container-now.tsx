import { parseAsStringLiteral, useQueryState } from 'nuqs';
import type { ReactNode } from 'react';
import type { ContainerDetail } from '@/server/contract/recommendations';
import { RESOURCES, type Resource } from '@/server/contract/resources';
import { resourceTitle } from '@/server/words/amounts';
import { Segments } from '../choices/segments';
import { useIsPhone } from '../layout/use-is-phone';
import classes from './container-now.module.css';
import { LearnedLine } from './learned-line';
import { ResourceHeadline } from './resource-headline';
import { UsageHistogram } from './usage-histogram';

const CHOICES = RESOURCES.map((value) => ({ value, label: resourceTitle(value) }));

/** CPU and memory; on a phone one of them, with the choice between the two. The address keeps it. */
function useShownResources() {
  const [chosen, setChosen] = useQueryState('of', parseAsStringLiteral(RESOURCES).withDefault('cpu'));
  const isPhone = useIsPhone();
  return {
    shows: (resource: Resource) => !isPhone || resource === chosen,
    choice: isPhone && (
      <Segments
        label="Resource shown"
        size="xs"
        options={CHOICES}
        value={chosen}
        onChange={(resource) => void setChosen(resource)}
      />
    ),
  };
}

interface ContainerNowProps {
  workload: string;
  container: ContainerDetail;
  isOfNewPods: boolean;
  nowMs: number;
  /** Above the pictures. */
  head?: ReactNode;
  /** The picture beside the histogram of a resource; absent if nothing of the past is kept. */
  beside?: (resource: Resource) => ReactNode;
  /** Beside the resources: what is the same for both. */
  children?: ReactNode;
}

/** What is known of a container; what it requests, uses and would get, as numbers and on one axis. */
export function ContainerNow({
  workload,
  container,
  isOfNewPods,
  nowMs,
  head,
  beside,
  children,
}: ContainerNowProps) {
  const { shows, choice } = useShownResources();
  if (container.off)
    return <p className={classes.off}>This container is not changed: its policy mode is Off.</p>;
  return (
    <>
      <LearnedLine container={container} nowMs={nowMs} />
      {choice}
      {head}
      <div className={classes.now} data-beside={beside !== undefined}>
        <div className={classes.resources}>
          {RESOURCES.filter(shows).map((resource) => (
            <ResourceHeadline
              key={resource}
              resource={resource}
              view={container[resource]}
              confidence={container.confidence}
              isOfNewPods={isOfNewPods}
            >
              <div className={classes.pictures}>
                <UsageHistogram resource={resource} workload={workload} container={container} />
                {beside?.(resource)}
              </div>
            </ResourceHeadline>
          ))}
        </div>
        {children}
      </div>
    </>
  );
}
