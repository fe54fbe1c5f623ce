/** A body of which the length is known, as it arrives. However small its parts are, it takes no more than its length. */
export class ArrivingBody {
  private whole: Buffer | undefined;
  private received = 0;

  constructor(private readonly length: number) {}

  get missing(): number {
    return this.length - this.received;
  }

  /** Takes what belongs to the body. @returns what came after it, if anything did */
  add(part: Buffer): Buffer | undefined {
    const own = part.length > this.missing ? part.subarray(0, this.missing) : part;
    if (own.length === this.length) this.whole = own;
    else {
      this.whole ??= Buffer.allocUnsafeSlow(this.length);
      own.copy(this.whole, this.received);
    }
    this.received += own.length;
    return own.length < part.length ? part.subarray(own.length) : undefined;
  }

  /** All of it, once nothing is missing. */
  get bytes(): Buffer {
    return this.whole ?? Buffer.alloc(0);
  }
}
