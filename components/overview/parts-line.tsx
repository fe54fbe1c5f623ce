import { countOf } from '@/server/words/counts';
import { Fold } from '../layout/fold';
import type { PartLine } from './part-lines';
import classes from './parts-line.module.css';

/** The state of every part of Plumbline as one line that opens; what does not work stands by itself. */
export function PartsLine({ lines }: { lines: readonly PartLine[] }) {
  const failing = lines.filter(({ tone }) => tone === 'bad' || tone === 'warning');
  const working = lines.filter((line) => !failing.includes(line));
  return (
    <section className={classes.state} aria-label="State of Plumbline">
      {failing.length > 0 && <PartList lines={failing} />}
      <Fold
        label={
          failing.length === 0
            ? `All ${countOf(lines.length, 'part')} of Plumbline work`
            : `The other ${countOf(working.length, 'part')} of Plumbline`
        }
      >
        <PartList lines={working} />
      </Fold>
    </section>
  );
}

function PartList({ lines }: { lines: readonly PartLine[] }) {
  return (
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
  );
}
