import type { ReactNode } from 'react';
import type { ContainerDetail } from '@/server/contract/recommendations';
import type { Resource } from '@/server/contract/resources';
import classes from './container-now.module.css';
import { LearnedLine } from './learned-line';
import { ResourceHeadline } from './resource-headline';
import { UsageHistogram } from './usage-histogram';
import { useShownResources } from './use-shown-resources';

interface ContainerNowProps {
  workload: string;
  container: ContainerDetail;
  isOfNewPods: boolean;
  nowMs: number;
  /** Above the pictures. */
  head?: ReactNode;
  /** The picture beside the histogram of a resource; absent if nothing of the past is kept. */
  beside?: (resource: Resource, title: string) => ReactNode;
  /** Beside the resources: what is the same for both. */
  children?: ReactNode;
}

const RESOURCES = [
  { resource: 'cpu', title: 'CPU' },
  { resource: 'memory', title: 'Memory' },
] as const;

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
          {RESOURCES.filter(({ resource }) => shows(resource)).map(({ resource, title }) => (
            <ResourceHeadline
              key={resource}
              resource={resource}
              title={title}
              view={container[resource]}
              confidence={container.confidence}
              isOfNewPods={isOfNewPods}
            >
              <div className={classes.pictures}>
                <UsageHistogram resource={resource} title={title} workload={workload} container={container} />
                {beside?.(resource, title)}
              </div>
            </ResourceHeadline>
          ))}
        </div>
        {children}
      </div>
    </>
  );
}
