'use client';

import { createContext, type ReactNode, useContext } from 'react';
import { formatDuration } from '@/server/words/times';
import { useStatus } from '../api/queries';

const ClockSpeed = createContext(1);

/** Older than this, an age may be from before the clock ran so fast. */
const MOST_TOLD_MS = 3_600_000;
const LEAST_TOLD_MS = 1_000;

/** Tells what is inside how many times faster than real time the cluster's clock runs. */
export function ClockSpeedProvider({ children }: { children: ReactNode }) {
  const { data } = useStatus();
  return <ClockSpeed value={data?.clockSpeed ?? 1}>{children}</ClockSpeed>;
}

/** What the clock on the wall says of an age on the cluster's clock; undefined if the two run alike. */
export function useRealAge(): (ageMs: number) => string | undefined {
  const speed = useContext(ClockSpeed);
  return (ageMs) => realAge(ageMs, speed);
}

/** `1 s real` of six minutes at 360 times real time. */
export function realAge(ageMs: number, speed: number): string | undefined {
  if (speed <= 1 || ageMs < LEAST_TOLD_MS || ageMs > MOST_TOLD_MS) return undefined;
  return `${formatDuration(ageMs / speed)} real`;
}
