import type { Scenario } from '@/sandbox/scenarios/scenario';
import { smallShop } from '@/sandbox/scenarios/small-shop';

const VPAS = 'verticalpodautoscalers.autoscaling.k8s.io';

export const dayOne: Scenario = {
  name: 'day-one',
  title: 'Day one',
  summary: 'The small shop before anybody made a VPA.',
  lesson: 'See what its workloads would need, and have a namespace watched by a rule that changes no pod.',
  objects: (seed) => smallShop.objects(seed).filter(({ resource }) => resource !== VPAS),
};
