/** A connection whose sender has not shown yet that it deserves a place. */
interface Connection {
  /** Where it comes from; with its port it is this connection and no other. */
  readonly remoteAddress?: string | undefined;
  readonly remotePort?: number | undefined;
  destroy(): void;
}

/**
 * Bounds the connections of strangers. One too many never turns away the newcomer, which may be the one that matters:
 * it ends the oldest connection of the address that has the most, so that a crowd drives out itself.
 */
export class ConnectionLimits {
  /** By address, then by port, oldest first. */
  private readonly byAddress = new Map<string, Map<number, Pick<Connection, 'destroy'>>>();
  private open = 0;

  constructor(private readonly most: number) {}

  get count(): number {
    return this.open;
  }

  add(connection: Connection): void {
    const { remoteAddress: address = '', remotePort: port = 0 } = connection;
    const ofAddress = this.byAddress.get(address) ?? new Map<number, Pick<Connection, 'destroy'>>();
    this.byAddress.set(address, ofAddress);
    if (ofAddress.delete(port)) this.open--;
    ofAddress.set(port, connection);
    this.open++;
    while (this.open > this.most) this.endOne();
  }

  /** It ended, or is a stranger no longer. */
  remove({ remoteAddress: address = '', remotePort: port = 0 }: Omit<Connection, 'destroy'>): void {
    const ofAddress = this.byAddress.get(address);
    if (!ofAddress?.delete(port)) return;
    this.open--;
    if (ofAddress.size === 0) this.byAddress.delete(address);
  }

  private endOne(): void {
    let crowd: [address: string, ports: Map<number, Pick<Connection, 'destroy'>>] | undefined;
    for (const entry of this.byAddress) if (!crowd || entry[1].size > crowd[1].size) crowd = entry;
    const [oldest] = crowd?.[1] ?? [];
    if (!crowd || !oldest) return;
    const [remotePort, connection] = oldest;
    this.remove({ remoteAddress: crowd[0], remotePort });
    connection.destroy();
  }
}
