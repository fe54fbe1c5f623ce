import { Text, Title } from '@mantine/core';
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
    <header className={classes.heading}>
      <div className={classes.line}>
        <Title order={1}>{title}</Title>
        {count !== undefined && <span className={shared.soft}>{count}</span>}
        {children}
        {actions && <div className={classes.actions}>{actions}</div>}
      </div>
      {about && (
        <Text maw="90ch" mt={4} c="dimmed" fz={13}>
          {about}
        </Text>
      )}
    </header>
  );
}
