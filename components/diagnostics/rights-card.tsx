import type { DiagnosticsView, PartRights } from '@/server/contract/diagnostics';
import { countOf } from '@/server/words/counts';
import { Card } from '../layout/card';
import { Command } from '../layout/command';
import dotClasses from '../layout/tone-dot.module.css';
import classes from './diagnostics-screen.module.css';
import { wrongFirst } from './wrong-first';

/** What the account of this process may do, and what does not work without the missing rights. */
export function RightsCard({ rights }: { rights: DiagnosticsView['rights'] }) {
  if (rights.kind === 'unknown')
    return (
      <Card title="Rights of this process in the cluster">
        <p className={classes.soft}>{rights.message}</p>
      </Card>
    );
  return (
    <Card title="Rights of this process in the cluster">
      <ul className={classes.parts}>
        {wrongFirst(rights.parts, ({ lacking }) => lacking.length === 0).map((part) => (
          <li key={part.part}>
            <Part part={part} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Part({ part: { part, without, file, isOptional, granted, lacking } }: { part: PartRights }) {
  if (lacking.length === 0)
    return (
      <span className={dotClasses.dot} data-tone="good">
        {part}: has {granted === 1 ? 'its right' : `all ${countOf(granted, 'right')}`}
      </span>
    );
  return (
    <>
      <span className={dotClasses.dot} data-tone={isOptional ? 'quiet' : 'bad'}>
        {part}: {isOptional ? 'optional, lacks' : 'lacks'} {countOf(lacking.length, 'right')}. {without}
      </span>
      <ul className={classes.lacking}>
        {lacking.map((right) => (
          <li key={right}>{right}</li>
        ))}
      </ul>
      <Command text={`kubectl apply -f ${file}`} />
    </>
  );
}
