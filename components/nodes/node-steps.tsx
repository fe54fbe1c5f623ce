import type { IdleStep } from '@/server/contract/nodes';
import type { Resource } from '@/server/contract/resources';
import { exactAmount, formatAmount } from '@/server/words/amounts';
import classes from './node-steps.module.css';
import { idleStepWords } from './node-words';

interface NodeStepsProps {
  resource: Resource;
  steps: readonly IdleStep[];
  online: number;
}

const RESULTS: readonly IdleStep['step'][] = ['idle-now', 'idle-next-hour'];

/** How what is idle comes about, number by number. */
export function NodeSteps({ resource, steps, online }: NodeStepsProps) {
  if (steps.length === 0) return null;
  return (
    <dl className={classes.steps}>
      {steps.map((step) => (
        <div key={step.step} className={classes.step} data-result={RESULTS.includes(step.step) || undefined}>
          <dt>{idleStepWords(resource, step, online)}</dt>
          <dd title={exactAmount(resource, step.value)}>{formatAmount(resource, step.value)}</dd>
        </div>
      ))}
    </dl>
  );
}
