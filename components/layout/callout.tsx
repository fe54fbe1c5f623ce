import type { ComponentType, ReactNode } from 'react';
import classes from './callout.module.css';
import { Remedy } from './remedy';

interface CalloutProps {
  icon: ComponentType<{ size?: number; stroke?: number }>;
  tone: 'warning' | 'danger' | 'neutral';
  title: string;
  detail?: ReactNode;
  remedy?: string;
  children?: ReactNode;
}

/** Something to know before the numbers: what, the cause, and what to do. */
export function Callout({ icon: Icon, tone, title, detail, remedy, children }: CalloutProps) {
  return (
    <div className={classes.callout} data-tone={tone}>
      <span className={classes.icon} aria-hidden="true">
        <Icon size={18} stroke={1.8} />
      </span>
      <div className={classes.body}>
        <p className={classes.title}>{title}</p>
        {detail && <div>{detail}</div>}
        {remedy && <Remedy text={remedy} />}
      </div>
      {children}
    </div>
  );
}
