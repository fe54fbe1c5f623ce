/** What a node's bar shows of one resource, in millicores or bytes. */
export interface Shown {
  allocatable?: number;
  requested: number;
  used?: number;
  /** What is idle: in the next hour if that is known, else now. */
  idle?: number;
  /** What pods would request once all recommendations were applied. */
  target?: number | undefined;
}

/** A segment of the bar, as shares of allocatable. */
interface NodePart {
  kind: 'used' | 'kept' | 'idle';
  start: number;
  size: number;
}

export interface NodePicture {
  parts: NodePart[];
  /** Where the mark of the requests is, 0…1. */
  requested: number;
  /** And that of what they would request. */
  target?: number;
}

/** Used from the left, idle to the right, and between them what is kept free; undefined if anything is unknown. */
export function nodePicture({ allocatable, requested, used, idle, target }: Shown): NodePicture | undefined {
  if (!allocatable || used === undefined || idle === undefined) return undefined;
  const share = (amount: number) => Math.min(1, Math.max(0, amount / allocatable));
  const usedShare = share(used);
  const idleShare = Math.min(share(idle), 1 - usedShare);
  const kept = 1 - usedShare - idleShare;
  const parts: NodePart[] = [
    { kind: 'used', start: 0, size: usedShare },
    { kind: 'kept', start: usedShare, size: kept },
    { kind: 'idle', start: 1 - idleShare, size: idleShare },
  ];
  return {
    parts: parts.filter(({ size }) => size > 0),
    requested: share(requested),
    ...(target !== undefined && { target: share(target) }),
  };
}
