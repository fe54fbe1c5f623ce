/** A cluster has a few API servers; what nobody proved for longest is forgotten. */
const MOST = 64;

/** The addresses that reviews of the API server came from, which strangers cannot join. */
export class KnownAddresses {
  private readonly addresses = new Set<string>();

  has(address: string | undefined): boolean {
    return address !== undefined && this.addresses.has(address);
  }

  add(address: string | undefined): void {
    if (address === undefined) return;
    this.addresses.delete(address);
    this.addresses.add(address);
    const [oldest] = this.addresses;
    if (this.addresses.size > MOST && oldest !== undefined) this.addresses.delete(oldest);
  }
}
