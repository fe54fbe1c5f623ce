type Environment = Readonly<Record<string, string | undefined>>;

/** How settings began that have another name by now, and how they begin today. */
const FORMER: readonly (readonly [former: RegExp, present: string])[] = [
  [/^PLUMBLINE_HORIZONTAL_/, 'PLUMBLINE_HPA_'],
  [/^PLUMBLINE_FLEET_/, 'PLUMBLINE_RULES_'],
];

function presentName(name: string): string {
  const found = FORMER.find(([former]) => former.test(name));
  return found ? name.replace(...found) : name;
}

/** The environment by the present names of settings; one that is set by both names counts by its present one. */
export function byPresentNames(environment: Environment): Environment {
  const given: Record<string, string | undefined> = {};
  for (const [name, value] of Object.entries(environment)) {
    const present = presentName(name);
    if (present === name || !environment[present]) given[present] = value;
  }
  return given;
}

/** A sentence for each setting that the environment calls by its former name. */
export function formerSettingsIn(environment: Environment): string[] {
  return Object.keys(environment)
    .filter((name) => presentName(name) !== name)
    .map((name) => `${name} is now called ${presentName(name)}: write that`);
}
