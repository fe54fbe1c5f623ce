import { Button } from '@mantine/core';
import classes from './audit-screen.module.css';

interface PageTurnerProps {
  before: string;
  next: string | undefined;
  onTurn: (before: string) => void;
}

export function PageTurner({ before, next, onTurn }: PageTurnerProps) {
  if (!before && !next) return null;
  return (
    <nav className={classes.pager} aria-label="Pages of the log">
      {before && (
        <Button variant="default" size="xs" onClick={() => onTurn('')}>
          Newest
        </Button>
      )}
      {next && (
        <Button variant="default" size="xs" onClick={() => onTurn(next)}>
          Older
        </Button>
      )}
    </nav>
  );
}
