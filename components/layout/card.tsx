import { Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import classes from './card.module.css';
import { SectionLink } from './section-link';

interface CardProps {
  title: ReactNode;
  /** Shown at the end of the heading's line. */
  aside?: ReactNode;
  order?: 2 | 3;
  /** Its name in the address, for a link to it. */
  at?: string;
  /** Without a frame, and its heading low: a part of something that has one. */
  isPart?: boolean;
  children: ReactNode;
}

/** A bordered section with a heading. */
export function Card({ title, aside, order = 2, at, isPart = false, children }: CardProps) {
  const id = useId();
  return (
    <section className={isPart ? classes.part : classes.card} aria-labelledby={id} id={at}>
      <header className={classes.heading}>
        <Title order={order} size={isPart ? 'h6' : 'h3'} id={id}>
          {title}
        </Title>
        {at && <SectionLink at={at} title={title} />}
        {aside}
      </header>
      {children}
    </section>
  );
}
