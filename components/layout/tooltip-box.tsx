'use client';

import { Tooltip, type TooltipProps } from '@mantine/core';
import { useEffect, useEffectEvent, useState } from 'react';

export interface TooltipBoxProps extends Pick<TooltipProps, 'label' | 'multiline' | 'maw' | 'p'> {
  /** Of the words, which describe `target`. */
  id: string;
  target: HTMLElement;
  /** Until it opens, in milliseconds. */
  openDelay?: number;
  onClose: () => void;
}

/** The words of an open tooltip beside `target`; Escape closes it. */
export default function TooltipBox({ id, target, label, openDelay = 0, onClose, ...look }: TooltipBoxProps) {
  const [opened, setOpened] = useState(false);
  const close = useEffectEvent(onClose);
  useEffect(() => {
    const timer = setTimeout(() => setOpened(true), openDelay);
    const pressed = (event: KeyboardEvent) => event.key === 'Escape' && close();
    document.addEventListener('keydown', pressed);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('keydown', pressed);
    };
  }, [openDelay]);
  return <Tooltip {...look} target={target} opened={opened} label={<div id={id}>{label}</div>} />;
}
