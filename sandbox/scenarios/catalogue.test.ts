import { describe, expect, it } from 'vitest';
import { findScenario, SCENARIOS } from '@/sandbox/scenarios/catalogue';
import type { Declared } from '@/sandbox/scenarios/scenario';
import { parseCharacters, WORKLOAD_ANNOTATION } from '@/sandbox/workloads/character';

interface Templated {
  spec: { template?: { metadata?: { annotations: Record<string, string> } } };
}

function annotationsIn(objects: Declared[]): string[] {
  return objects.flatMap(({ object }) => {
    const { spec } = object as unknown as Templated;
    const metadata = spec?.template?.metadata;
    return metadata ? [metadata.annotations[WORKLOAD_ANNOTATION] ?? ''] : [];
  });
}

describe('the catalogue of scenarios', () => {
  it('offers the promised scenarios, the small shop first', () => {
    expect(SCENARIOS[0]?.name).toBe('small-shop');
    for (const name of [
      'oom-storm',
      'noisy-neighbours',
      'recommenders',
      'thousand-workloads',
      'nodes-too-small',
      'node-troubles',
      'quota-too-tight',
      'marked-pods',
      'budget-allows-nothing',
      'approvals',
      'policies',
      'rolling-updates',
      'sidecar-hides-load',
      'mesh',
      'pressure',
      'heaps',
      'old-kubelets',
      'pod-level',
      'both-directions',
      'hungry-start',
      'unlike-nodes',
      'webhook-broken',
      'day-one',
      'empty',
    ]) {
      expect(findScenario(name)?.name).toBe(name);
    }
  });

  it.each(SCENARIOS.map((scenario) => [scenario.name, scenario] as const))(
    '%s makes the same cluster for the same seed, with readable characters',
    (_name, scenario) => {
      expect(scenario.objects(5)).toEqual(scenario.objects(5));
      for (const annotation of annotationsIn(scenario.objects(5))) {
        expect(parseCharacters(annotation)).toBeDefined();
      }
    },
  );

  it('has a thousand VPAs and five thousand pods in the largest', () => {
    const objects = findScenario('thousand-workloads')?.objects(1) ?? [];
    const count = (resource: string) => objects.filter((each) => each.resource === resource).length;
    expect(count('verticalpodautoscalers.autoscaling.k8s.io')).toBe(1000);
    const replicas = objects
      .filter((each) => each.resource === 'deployments.apps')
      .reduce(
        (sum, each) => sum + ((each.object as unknown as { spec: { replicas: number } }).spec.replicas ?? 0),
        0,
      );
    expect(replicas).toBe(5000);
  });

  it('differs between seeds if it uses randomness', () => {
    const scenario = findScenario('thousand-workloads');
    expect(scenario?.objects(1)).not.toEqual(scenario?.objects(2));
  });
});
