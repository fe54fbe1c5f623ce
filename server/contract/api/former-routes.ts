/** Routes that had another name, by the first part of their path. `/api/v1` loses no route: the former ones still answer. */
const FORMER: ReadonlyMap<string, string> = new Map([
  ['policies', 'rules'],
  ['policy-drafts', 'rule-drafts'],
  ['policy-objects', 'rule-objects'],
  ['telling', 'messages'],
]);
const PRESENT: ReadonlyMap<string, string> = new Map(
  [...FORMER].map(([former, present]) => [present, former]),
);

const FIRST = /^(\/api(?:\/v\d+)?\/)([a-z-]+)(?=[/?]|$)/;

/** The path of the API by its present name: `/api/v1/policies/small` → `/api/v1/rules/small`. */
export function presentPath(path: string): string {
  return path.replace(FIRST, (whole, begin: string, first: string) => {
    const present = FORMER.get(first);
    return present === undefined ? whole : begin + present;
  });
}

/** The first part of a route by its present name. */
export function presentName(first: string): string {
  return FORMER.get(first) ?? first;
}

/** The name of it that every version answers, as long as any in use has only that. */
export function nameInEveryVersion(first: string): string {
  return PRESENT.get(first) ?? first;
}
