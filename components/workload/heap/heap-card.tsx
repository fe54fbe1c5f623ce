import type { ContainerDetail, WorkloadDetail } from '@/server/contract/recommendations';
import { Card } from '../../layout/card';
import classes from '../signals/other-signals.module.css';
import { heapLines } from './heap-lines';

interface HeapCardProps {
  signals: WorkloadDetail['signals'];
  container: ContainerDetail;
}

/** The runtime in a container: its live heap against its limit, and what a change in place does to it. */
export function HeapCard({ signals, container }: HeapCardProps) {
  const lines = signals?.kind === 'followed' ? heapLines(signals.heaps, container) : [];
  if (lines.length === 0) return null;
  return (
    <Card title="Heap" at="heap">
      {lines.map((line) => (
        <p key={line} className={classes.line}>
          {line}
        </p>
      ))}
    </Card>
  );
}
