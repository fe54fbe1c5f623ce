import type { ContainerDetail } from '@/server/contract/recommendations';
import { BulletChart } from '../charts/bullet-chart';
import classes from './container-now.module.css';
import { LearnedLine } from './learned-line';
import { ResourceHeadline } from './resource-headline';
import { useShownResources } from './use-shown-resources';

interface ContainerNowProps {
  workload: string;
  container: ContainerDetail;
  isOfNewPods: boolean;
  nowMs: number;
}

const RESOURCES = [
  { resource: 'cpu', title: 'CPU' },
  { resource: 'memory', title: 'Memory' },
] as const;

/** What is known of a container; what it requests, uses and would get: CPU beside memory. */
export function ContainerNow({ workload, container, isOfNewPods, nowMs }: ContainerNowProps) {
  const { shows, choice } = useShownResources();
  if (container.off)
    return <p className={classes.off}>This container is not changed: its policy mode is Off.</p>;
  return (
    <>
      <LearnedLine container={container} nowMs={nowMs} />
      {choice}
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
            <BulletChart
              resource={resource}
              view={container[resource]}
              histogram={container.histograms.find((one) => one.resource === resource)}
              subject={`${title} of ${workload}, container ${container.name}`}
            />
          </ResourceHeadline>
        ))}
      </div>
    </>
  );
}
