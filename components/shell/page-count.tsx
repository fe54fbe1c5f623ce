import shared from '../layout/shared.module.css';
import classes from './page-count.module.css';

/** How many things on a page need somebody; nothing if none does. */
export function PageCount({ count = 0 }: { count: number | undefined }) {
  if (count === 0) return null;
  return (
    <span className={classes.count}>
      {count}
      <span className={shared.hidden}> now</span>
    </span>
  );
}
