'use client';

import { type ReactNode, useEffect, useRef } from 'react';
import classes from './live-value.module.css';

interface LiveValueProps {
  /** The shown text; a change flashes. */
  text: string;
  children?: ReactNode;
}

/**
 * A value that updates by itself: when its text changes it is highlighted briefly, unless the user prefers
 * reduced motion.
 */
export function LiveValue({ text, children }: LiveValueProps) {
  const element = useRef<HTMLSpanElement>(null);
  const shown = useRef(text);
  useEffect(() => {
    if (shown.current === text) return;
    shown.current = text;
    if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    element.current?.animate([{ backgroundColor: 'var(--flash)' }, { backgroundColor: 'transparent' }], {
      duration: 1400,
      easing: 'ease-out',
    });
  }, [text]);
  return (
    <span ref={element} className={classes.value}>
      {children ?? text}
    </span>
  );
}
