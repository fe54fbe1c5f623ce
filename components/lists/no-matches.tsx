import { Button } from '@mantine/core';
import classes from './no-matches.module.css';

interface NoMatchesProps {
  /** What there is none of, as a sentence. */
  children: string;
  all: string;
  onClear: () => void;
}

/** Nothing under this filter is different from nothing at all. */
export function NoMatches({ children, all, onClear }: NoMatchesProps) {
  return (
    <div className={classes.nothing} role="status">
      <p>{children}</p>
      <Button variant="default" onClick={onClear}>
        {all}
      </Button>
    </div>
  );
}
