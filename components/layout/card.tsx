import { Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import classes from './card.module.css';

interface CardProps {
  title: ReactNode;
  /** Shown at the end of the heading's line. */
  aside?: ReactNode;
  order?: 2 | 3;
  children: ReactNode;
}

/** A bordered section with a heading. */
export function Card({ title, aside, order = 2, children }: CardProps) {
  const id = useId();
  return (
    <section className={classes.card} aria-labelledby={id}>
      <header className={classes.heading}>
        <Title order={order} size="h3" id={id}>
          {title}
        </Title>
        {aside}
      </header>
      {children}
    </section>
  );
}
