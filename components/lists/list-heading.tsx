import { Title } from '@mantine/core';
import type { ReactNode } from 'react';
import shared from '../layout/shared.module.css';
import classes from './list-heading.module.css';

interface ListHeadingProps {
  title: string;
  /** How many there are; absent while unknown. */
  count: string | undefined;
  about?: ReactNode;
  /** Beside the count. */
  children?: ReactNode;
  actions?: ReactNode;
}

export function ListHeading({ title, count, about, children, actions }: ListHeadingProps) {
  return (
    <header className={classes.header}>
      <div className={classes.heading}>
        <Title order={1}>{title}</Title>
        {count !== undefined && <span className={shared.soft}>{count}</span>}
        {children}
        {actions && <div className={classes.actions}>{actions}</div>}
      </div>
      {about && <p className={classes.about}>{about}</p>}
    </header>
  );
}
