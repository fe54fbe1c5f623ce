import { Card } from '../layout/card';
import type { PartLine } from './part-lines';
import classes from './parts-card.module.css';

/** The state of every part of Plumbline. */
export function PartsCard({ lines }: { lines: readonly PartLine[] }) {
  return (
    <Card title="State of every part">
      <dl className={classes.parts}>
        {lines.map(({ part, tone, words }) => (
          <div key={part} className={classes.part}>
            <dt className={classes.name} data-tone={tone}>
              {part}
            </dt>
            <dd className={classes.words}>{words}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
