import { Box } from '@mantine/core';
import { PARTS, type WorkloadCostView } from '@/server/contract/costs';
import type { WorkloadDetail } from '@/server/contract/recommendations';
import { startupNeedWords } from '@/server/words/startup-need';
import { Card } from '../layout/card';
import Link from '../navigation/link';
import { CostFigure, CostNotes } from './cost-figure';
import { leftOutWords } from './cost-words';
import classes from './costs.module.css';

interface WorkloadCostProps {
  view: WorkloadCostView;
  namespace: string;
  startupNeeds?: WorkloadDetail['startupNeeds'];
}

/** What the live pods of a workload cost now; nothing while it has none. */
export function WorkloadCostCard({
  view: { cost, currency },
  namespace,
  startupNeeds = [],
}: WorkloadCostProps) {
  if (cost.pods.counted === 0) return null;
  return (
    <Box my={16}>
      <Card
        title="Cost of its pods"
        at="cost"
        aside={
          <Link href={`/savings?${new URLSearchParams({ namespace })}`} className={classes.soft}>
            Costs of {namespace}
          </Link>
        }
      >
        <dl className={classes.figures}>
          {PARTS.map((part) => (
            <CostFigure key={part} cost={cost} currency={currency} part={part} small />
          ))}
        </dl>
        <CostNotes notes={[...startupNeeds.map(startupNeedWords), ...leftOutWords(cost)]} />
      </Card>
    </Box>
  );
}
