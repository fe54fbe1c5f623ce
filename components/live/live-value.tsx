'use client';

import type { ReactNode } from 'react';
import { useEffect, useRef } from 'react';
import classes from './live-value.module.css';

interface LiveValueProps {
  /** What is shown, as text; a change of it flashes. */
  text: string;
  children?: ReactNode;
}

/** A value that moves by itself: when its text changes it lights up briefly, unless motion is unwelcome. */
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
