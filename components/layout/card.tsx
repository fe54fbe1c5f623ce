import { Title } from '@mantine/core';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import classes from './card.module.css';

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

/** Beside a heading, the link to it; whoever comes by it is brought to the section once it is there. */
function SectionLink({ at, title }: { at: string; title: ReactNode }) {
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (window.location.hash === `#${at}`) link.current?.closest('section')?.scrollIntoView();
  }, [at]);
  return (
    <a
      ref={link}
      href={`#${at}`}
      className={`${classes.link} no-print`}
      aria-label={typeof title === 'string' ? `Link to ${title}` : 'Link to this section'}
    >
      #
    </a>
  );
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
