import type { CSSProperties, ReactNode } from 'react';
import classes from './line-key.module.css';

interface LineKeyProps {
  colour: string;
  /** How the line is drawn, or that it is the edge of an area. */
  look?: 'dashed' | 'dotted' | 'area';
  children: ReactNode;
}

/** What a line of a chart stands for. */
export function LineKey({ colour, look, children }: LineKeyProps) {
  return (
    <span className={classes.key} data-look={look} style={{ '--key': colour } as CSSProperties}>
      {children}
    </span>
  );
}
