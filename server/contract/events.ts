/** GET /api/workloads/[namespace]/[name]/events: what Kubernetes reports of a workload. */
export type EventsAnswer =
  | {
      kind: 'known';
      /** The newest first. */
      events: EventRow[];
      /** Whether the namespace has more events than were read, so that some may be missing. */
      isCut: boolean;
    }
  /** The account of this process may not list events. */
  | { kind: 'forbidden' }
  | { kind: 'unreachable'; message: string };

export interface EventRow {
  id: string;
  atMs: number;
  /** Of the object that it is about. */
  about: { kind: string; name: string };
  isWarning: boolean;
  /** One word in CamelCase. */
  reason: string;
  message: string;
  count: number;
  /** The component that reported it. */
  from: string;
}
