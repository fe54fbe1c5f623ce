import type { WorkloadDetail } from '@/server/contract/recommendations';
import { Card } from '../../layout/card';
import classes from '../signals/other-signals.module.css';
import { wholePodLines } from './whole-pod-lines';

export function WholePodCard({ wholePod }: Pick<WorkloadDetail, 'wholePod'>) {
  if (!wholePod) return null;
  return (
    <Card title="The pod as a whole" at="whole-pod">
      {wholePodLines(wholePod).map((line) => (
        <p key={line} className={classes.line}>
          {line}
        </p>
      ))}
    </Card>
  );
}
