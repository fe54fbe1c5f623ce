import * as words from '@/server/words/times';
import { viewerZone } from './viewer-zone';

/** `21 Nov 2026, 10:31:07 CET`, by the viewer's clock. */
export function localAbsoluteTime(ms: number): string {
  return words.absoluteTime(ms, viewerZone());
}

/** `21 Nov 10:31`, by the viewer's clock. */
export function localShortTime(ms: number): string {
  return words.shortTime(ms, viewerZone());
}

/** `10:31`, by the viewer's clock. */
export function localTimeOfDay(ms: number): string {
  return words.timeOfDay(ms, viewerZone());
}

/** `CET`: what the viewer's clock is called then. */
export function localZoneName(ms: number): string {
  return words.zoneName(ms, viewerZone());
}

/** A message with its RFC 3339 times rewritten by the viewer's clock. */
export function withLocalTimes(message: string): string {
  return words.withTimesInWords(message, viewerZone());
}

/** A time by the viewer's clock, and in UTC if that differs. */
export function bothTimes(ms: number): readonly string[] {
  return [...new Set([localAbsoluteTime(ms), words.absoluteTime(ms)])];
}
