import { UnstyledButton } from '@mantine/core';
import type { ReasonCount } from '@/server/contract/plan';
import { countOf } from '@/server/words/counts';
import { DECISIONS, type Decision } from '@/server/words/decisions';
import { REASONS, type ReasonCode } from '@/server/words/reasons';
import { Card } from '../layout/card';
import classes from './reason-bars.module.css';

interface ReasonBarsProps {
  counts: readonly ReasonCount[];
  chosen: string;
  onChoose: (reason: ReasonCode | '') => void;
}

const MOST = 5;
const NAMES = Object.keys(DECISIONS) as Decision[];

/**
 * The most frequent reasons, as long as their number of pods, in the colours of the decisions; each filters
 * the plan.
 */
export function ReasonBars({ counts, chosen, onChoose }: ReasonBarsProps) {
  const shown = counts.filter(({ code }, index) => index < MOST || code === chosen);
  const most = Math.max(1, ...counts.map(({ pods }) => pods));
  return (
    <Card title="Why" aside={<span className={classes.soft}>pods, by reason</span>}>
      {counts.length === 0 && <p className={classes.soft}>no pods</p>}
      <ul className={classes.list}>
        {shown.map(({ code, pods, by }) => (
          <li key={code}>
            <UnstyledButton
              className={classes.one}
              aria-pressed={chosen === code}
              onClick={() => onChoose(chosen === code ? '' : code)}
            >
              <span className={classes.line}>
                <span>{REASONS[code].sentence}</span>
                <span className={classes.count}>{countOf(pods, 'pod')}</span>
              </span>
              <span className={classes.bar} style={{ width: `${(pods / most) * 100}%` }} aria-hidden="true">
                {NAMES.filter((name) => by[name] > 0).map((name) => (
                  <span key={name} data-decision={name} style={{ flexGrow: by[name] }} />
                ))}
              </span>
            </UnstyledButton>
          </li>
        ))}
      </ul>
      {counts.length > shown.length && (
        <p className={classes.soft}>
          {countOf(counts.length - shown.length, 'rarer reason')} in the filter below
        </p>
      )}
    </Card>
  );
}
