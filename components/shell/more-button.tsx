import { IconDots } from '@tabler/icons-react';
import type { ComponentPropsWithRef } from 'react';
import { PageCount } from './page-count';
import classes from './page-links.module.css';

export interface MoreButtonWords {
  /** The page of the menu that is shown now. */
  current: string | undefined;
  /** How many things need somebody on the pages of the menu. */
  count: number;
}

/** Opens the menu of further pages. */
export function MoreButton({ current, count, ...button }: MoreButtonWords & ComponentPropsWithRef<'button'>) {
  return (
    <button
      aria-haspopup="menu"
      {...button}
      type="button"
      className={`${classes.page} ${classes.more}`}
      aria-current={current ? 'true' : undefined}
      aria-label={current ? `More pages, now ${current}` : 'More pages'}
    >
      <IconDots size={20} stroke={1.6} aria-hidden="true" />
      <span>{current ?? 'More'}</span>
      <PageCount count={count} />
    </button>
  );
}
