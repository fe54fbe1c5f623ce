import { Skeleton, VisuallyHidden } from '@mantine/core';
import classes from './loading-screen.module.css';

const ROWS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

/** The outline of a page before the first answer. */
export function LoadingScreen() {
  return (
    <div className={classes.page} aria-busy="true">
      <VisuallyHidden component="h1">Loading</VisuallyHidden>
      <Skeleton height={26} width={180} />
      <div className={classes.cards}>
        <Skeleton height={172} radius="md" />
        <Skeleton height={172} radius="md" />
        <Skeleton height={172} radius="md" />
      </div>
      {ROWS.map((row) => (
        <Skeleton key={row} height={40} radius="sm" />
      ))}
    </div>
  );
}
