import classes from './policy-difference-list.module.css';
import type { PolicyDifference } from './policy-differences';

/** What a newer version of the policy changes, and what of it stays mine. */
export function PolicyDifferenceList({ differences }: { differences: readonly PolicyDifference[] }) {
  if (differences.length === 0) return null;
  return (
    <ul className={classes.changes}>
      {differences.map(({ field, from, to, mine }) => (
        <li key={field}>
          <code>{field}</code>: {from} → <strong>{to}</strong>
          {mine !== undefined && `; yours is ${mine}, and stays`}
        </li>
      ))}
    </ul>
  );
}
