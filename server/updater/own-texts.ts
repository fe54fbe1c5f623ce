/** A watch is never so many writes of ours behind. */
const MOST = 8;

/**
 * What the cluster may show of an annotation while this process knows better: what it had, and what it was sent since.
 * Anything else somebody else wrote.
 */
export class OwnTexts {
  private readonly texts: (string | undefined)[];

  /** @param shown undefined where there is none, here and below */
  constructor(shown: string | undefined) {
    this.texts = [shown];
  }

  /** Notes what is about to be written; what the cluster shows stays ours however often that fails. */
  sending(text: string | undefined): void {
    this.texts.push(text);
    if (this.texts.length > MOST) this.texts.splice(1, 1);
  }

  /** Whether it is ours; what came before it does not come again, unless someone else writes it. */
  show(text: string | undefined): boolean {
    const at = this.texts.indexOf(text);
    if (at > 0) this.texts.splice(0, at);
    return at >= 0;
  }
}
