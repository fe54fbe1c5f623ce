import { Button } from '@mantine/core';
import classes from './workload-table.module.css';

/** Nothing under this filter is not the same as nothing at all. */
export function NoMatches({ onClear }: { onClear: () => void }) {
  return (
    <div className={classes.nothing} role="status">
      <p>No workload matches this filter.</p>
      <Button variant="default" onClick={onClear}>
        Show all workloads
      </Button>
    </div>
  );
}
