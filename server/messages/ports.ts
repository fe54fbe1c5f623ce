import type { InboxItem } from '../contract/inbox';
import type { StopScope } from '../decide/pods/stop';
import type { Journal } from '../store';

/** The latest word about a scope: stopped or resumed. */
export interface SaidStop {
  readonly scope: StopScope;
  readonly holds: boolean;
  readonly who: string;
  readonly atMs: number;
  readonly reason?: string;
}

/** Every stop and resume, of whichever process. */
export interface SaidStops {
  /** The latest of every scope. */
  said(): readonly SaidStop[];
  /** Calls `listener` at every change; the returned function ends that. */
  onChange(listener: () => void): () => void;
}

/** A VPA whose evictions ended because evicted pods came back as they were. */
export interface HeldWorkload {
  readonly namespace: string;
  readonly name: string;
  readonly code: 'loop-broken';
  readonly detail: string;
  readonly atMs: number;
}

/** The VPAs that the updater of this process holds back; none while another process acts. */
export interface HeldWorkloads {
  readonly held: Iterable<HeldWorkload>;
}

export interface MessagesPorts {
  stops: SaidStops;
  store: Pick<Journal, 'audit' | 'revision'>;
  /** What is broken or waits for a person, and nobody dismissed, in the order of the inbox. */
  inbox(): Promise<readonly InboxItem[]>;
  /** Undefined if the updater does not run in this process, or not yet. */
  heldWorkloads(): HeldWorkloads | undefined;
}
