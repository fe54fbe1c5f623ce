'use client';

import { cloneElement, type FocusEvent, type PointerEvent, type ReactElement, useId, useState } from 'react';
import { onDemand } from '../on-demand/on-demand';
import type { TooltipBoxProps } from './tooltip-box';

const TooltipBox = onDemand<TooltipBoxProps>(() => import('./tooltip-box'));

/** What the element under a tooltip may listen to itself. */
interface Pointed {
  'aria-describedby'?: string | undefined;
  onPointerEnter?: (event: PointerEvent<HTMLElement>) => void;
  onPointerLeave?: (event: PointerEvent<HTMLElement>) => void;
  onFocus?: (event: FocusEvent<HTMLElement>) => void;
  onBlur?: (event: FocusEvent<HTMLElement>) => void;
}

interface TooltipProps extends Omit<TooltipBoxProps, 'id' | 'target' | 'onClose'> {
  /** One element. */
  children: ReactElement<Pointed>;
  disabled?: boolean;
  /** Whether it also opens for the keyboard and for fingers, not only for a mouse. */
  forAll?: boolean;
}

/** Says more about an element while the mouse is over it; its script is loaded when the first one opens. */
export function Tooltip({ children, disabled = false, forAll = false, ...box }: TooltipProps) {
  const id = useId();
  const [target, setTarget] = useState<HTMLElement>();
  const own = children.props;
  const isOpen = target !== undefined && !disabled;
  const close = () => setTarget(undefined);
  return (
    <>
      {cloneElement(children, {
        ...(isOpen && { 'aria-describedby': [own['aria-describedby'], id].filter(Boolean).join(' ') }),
        onPointerEnter: (event) => {
          own.onPointerEnter?.(event);
          if (forAll || event.pointerType !== 'touch') setTarget(event.currentTarget);
        },
        onPointerLeave: (event) => {
          own.onPointerLeave?.(event);
          close();
        },
        onFocus: (event) => {
          own.onFocus?.(event);
          if (forAll && event.currentTarget.matches(':focus-visible')) setTarget(event.currentTarget);
        },
        onBlur: (event) => {
          own.onBlur?.(event);
          close();
        },
      })}
      {isOpen && <TooltipBox {...box} id={id} target={target} onClose={close} />}
    </>
  );
}
