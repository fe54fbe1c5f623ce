import type { ScenariosView, SwitchState } from '@/server/contract/scenarios';

/** The title of a scenario; its name if the catalogue does not have it. */
export function scenarioTitle({ scenarios }: Pick<ScenariosView, 'scenarios'>, name: string): string {
  return scenarios.find((scenario) => scenario.name === name)?.title ?? name;
}

export function stepWords(step: Extract<SwitchState, { kind: 'switching' }>['step']): string {
  switch (step) {
    case 'stopping':
      return 'The current cluster is stopping.';
    case 'starting':
      return 'The new cluster is starting.';
  }
}

/** The typed seed; undefined if invalid. */
export function seedFromText(value: string | number): number | undefined {
  if (typeof value === 'string' && !/^-?\d+$/.test(value.trim())) return undefined;
  const seed = Number(value);
  return Number.isSafeInteger(seed) ? seed : undefined;
}
