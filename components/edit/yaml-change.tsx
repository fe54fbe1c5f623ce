import { ScrollRegion } from '../layout/scroll-region';
import { lineChanges, shownLines } from './line-changes';
import classes from './yaml-change.module.css';

const SIGNS = { same: ' ', added: '+', removed: '−', left: '⋯' } as const;

interface YamlChangeProps {
  before: string;
  after: string;
  /** How many lines that stay are shown around each that changes; all, if absent. */
  around?: number;
}

/** The lines of an object's YAML that a change makes, among those that stay. */
export function YamlChange({ before, after, around }: YamlChangeProps) {
  if (before === after) return null;
  return (
    <ScrollRegion label="Difference of the YAML" className={classes.yaml}>
      <pre>
        {shownLines(lineChanges(before, after), around).map(({ kind, text }, line) => (
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
