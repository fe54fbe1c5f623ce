import { ScrollRegion } from '../layout/scroll-region';
import { lineChanges } from './line-changes';
import classes from './yaml-change.module.css';

const SIGNS = { same: ' ', added: '+', removed: '−' } as const;

/** The lines of an object's YAML that saving changes, among those that stay. */
export function YamlChange({ before, after }: { before: string; after: string }) {
  if (before === after) return null;
  return (
    <ScrollRegion label="Difference of the YAML" className={classes.yaml}>
      <pre>
        {lineChanges(before, after).map(({ kind, text }, line) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines repeat, and are never moved.
          <span key={line} className={classes.code} data-kind={kind}>
            {SIGNS[kind]} {text}
            {'\n'}
          </span>
        ))}
      </pre>
    </ScrollRegion>
  );
}
