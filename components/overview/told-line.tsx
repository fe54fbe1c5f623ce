import type { ReactNode } from 'react';
import shared from '../layout/shared.module.css';
import Link from '../navigation/link';
import classes from './told-list.module.css';

interface ToldLineProps {
  name: string;
  href: string;
  /** In small letters behind the name. */
  about: ReactNode;
  /** At the end of the line. */
  children: ReactNode;
}

/** One line of a card that lists workloads. */
export function ToldLine({ name, href, about, children }: ToldLineProps) {
  return (
    <li className={classes.line}>
      <span className={classes.who}>
        <Link href={href} className={shared.link}>
          {name}
        </Link>{' '}
        <span className={shared.small}>{about}</span>
      </span>
      {children}
    </li>
  );
}
