import { Button } from '@mantine/core';
import classes from './audit-screen.module.css';

interface PageTurnerProps {
  after: string;
  next: string | undefined;
  descending: boolean;
  onTurn: (after: string) => void;
}

export function PageTurner({ after, next, descending, onTurn }: PageTurnerProps) {
  if (!after && !next) return null;
  return (
    <nav className={classes.pager} aria-label="Pages of the log">
      {after && (
        <Button variant="default" size="xs" onClick={() => onTurn('')}>
          {descending ? 'Newest' : 'Oldest'}
        </Button>
      )}
      {next && (
        <Button variant="default" size="xs" onClick={() => onTurn(next)}>
          {descending ? 'Older' : 'Newer'}
        </Button>
      )}
    </nav>
  );
}
