import type { Scenario } from './scenario';
import { smallShop } from './small-shop';

/** Every scenario a person can pick; the first is the one a newcomer gets. */
export const SCENARIOS: readonly Scenario[] = [smallShop];

export function findScenario(name: string): Scenario | undefined {
  return SCENARIOS.find((scenario) => scenario.name === name);
}
