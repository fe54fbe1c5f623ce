/** The few with the highest values, in order; of equal ones those that came first. */
export class Most<T> {
  private readonly ranked: { readonly one: T; readonly value: number }[] = [];

  constructor(private readonly most: number) {}

  get list(): T[] {
    return this.ranked.map(({ one }) => one);
  }

  add(one: T, value: number): void {
    const { ranked, most } = this;
    const last = ranked.at(-1);
    if (ranked.length === most && last && value <= last.value) return;
    let place = ranked.length;
    while (place > 0 && (ranked[place - 1]?.value ?? value) < value) place--;
    ranked.splice(place, 0, { one, value });
    if (ranked.length > most) ranked.pop();
  }

  merge(other: Most<T>): void {
    for (const { one, value } of other.ranked) this.add(one, value);
  }
}
