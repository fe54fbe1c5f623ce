/** What was made from the newest revision, shared by all requests. A failure is not kept. */
export class Newest<T> {
  private kept: { readonly revision: string; readonly made: Promise<T> } | undefined;

  of(revision: string, make: () => Promise<T>): Promise<T> {
    if (this.kept?.revision === revision) return this.kept.made;
    const kept = { revision, made: make() };
    this.kept = kept;
    kept.made.catch(() => {
      if (this.kept === kept) this.kept = undefined;
    });
    return kept.made;
  }
}
