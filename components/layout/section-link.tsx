import { type ReactNode, useEffect, useRef } from 'react';
import classes from './card.module.css';

/** Beside a heading, the link to it; whoever comes by it is brought to the section once it is there. */
export function SectionLink({ at, title }: { at: string; title: ReactNode }) {
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
