import type { ContainerDetail } from '@/server/contract/recommendations';
import { RESOURCES } from '@/server/contract/resources';
import { formatAmount, formatAmountRange, isUnbounded } from '@/server/words/amounts';
import { containerName } from '@/server/words/container-name';
import { useWorkload } from '../api/queries';
import { Card } from '../layout/card';
import { LearnedLine } from '../workload/learned-line';
import { UsageHistogram } from '../workload/usage-histogram';
import classes from './approval-screen.module.css';

interface ApprovalGroundsProps {
  namespace: string;
  name: string;
  nowMs: number;
}

/** What a decision rests on, container by container: use, confidence and bounds beside request and limit. */
export function ApprovalGrounds({ namespace, name, nowMs }: ApprovalGroundsProps) {
  const { data: workload } = useWorkload(namespace, name, undefined);
  return workload?.containers
    .filter(({ off }) => !off)
    .map((container) => (
      <Card key={container.name} title={`Why: container ${containerName(container)}`}>
        <LearnedLine container={container} nowMs={nowMs} />
        <div className={classes.grounds}>
          {RESOURCES.map((resource) => (
            <div key={resource}>
              <UsageHistogram resource={resource} workload={name} container={container} />
              <Amounts resource={resource} container={container} />
            </div>
          ))}
        </div>
      </Card>
    ));
}

function Amounts({
  resource,
  container: { [resource]: view },
}: {
  resource: 'cpu' | 'memory';
  container: ContainerDetail;
}) {
  const amount = (value: number | undefined) =>
    value === undefined ? 'unknown' : isUnbounded(value) ? 'none yet' : formatAmount(resource, value);
  const facts = [
    ['Uses now', amount(view.usage?.mean)],
    ['Request', view.request ? formatAmountRange(resource, view.request) : 'not set'],
    ['Limit', view.limit ? formatAmountRange(resource, view.limit) : 'none'],
    ['Target', amount(view.target)],
    ...(view.ownLimit ? [['Limit target', amount(view.ownLimit.target)]] : []),
    ['Bounds', `${amount(view.lowerBound)} to ${amount(view.upperBound)}`],
  ] as const;
  return (
    <dl className={classes.facts}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
