import type { Socket } from 'node:net';
import type { Clock } from '../../lib/time/clock';

/** A handshake takes a millisecond of this process, and reviews wait meanwhile. */
const AT_ONCE = 4;
const EVERY_MS = 10;

/**
 * Begins the TLS handshakes of new connections a few at a time, so that a crowd of them holds up no review on a
 * connection that is open already. Who comes from where the API server comes from goes first, then the newest: who has
 * waited long is part of the crowd.
 */
export class Handshakes {
  private readonly known: Socket[] = [];
  private readonly others: Socket[] = [];
  private begunInTurn = 0;
  private cancelTurn: (() => void) | undefined;

  constructor(
    private readonly wallClock: Clock,
    private readonly begin: (socket: Socket) => void,
    private readonly isKnown: (socket: Socket) => boolean = () => false,
  ) {}

  add(socket: Socket): void {
    (this.isKnown(socket) ? this.known : this.others).push(socket);
    this.go();
  }

  close(): void {
    this.cancelTurn?.();
    for (const socket of [...this.known.splice(0), ...this.others.splice(0)]) socket.destroy();
  }

  private go(): void {
    while (this.begunInTurn < AT_ONCE) {
      const socket = this.known.pop() ?? this.others.pop();
      if (!socket) break;
      if (socket.destroyed) continue;
      this.begunInTurn++;
      this.begin(socket);
    }
    if (this.begunInTurn === 0) return;
    this.cancelTurn ??= this.wallClock.after(EVERY_MS, () => {
      this.cancelTurn = undefined;
      this.begunInTurn = 0;
      this.go();
    });
  }
}
