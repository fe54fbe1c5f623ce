import { workloadHref } from '../navigation/pages';

/** One step of the tour: what to look at, and where it is. */
export interface TourStep {
  href: string;
  title: string;
  words: string;
}

/** Four steps: the state of the cluster, one workload, the plan, the stop. */
export function tourSteps(workload: { namespace: string; name: string }): readonly TourStep[] {
  return [
    {
      href: '/',
      title: 'What is reserved, and what is used',
      words:
        'The cluster in this demo is simulated and runs faster than real time. The first page says what its workloads request, use and need.',
    },
    {
      href: workloadHref(workload.namespace, workload.name),
      title: 'Why this number',
      words: `${workload.name} is one of the workloads. Its page shows what it used, step by step how that becomes the target, and what happens next.`,
    },
    {
      href: '/changes',
      title: 'What happens next, and why not more',
      words: 'The plan has every pod with what the next pass does to it, or the reason why it is left alone.',
    },
    {
      href: '/changes',
      title: 'Stop at any time',
      words:
        'Stop, at the top right, holds all evictions and resizes at once, until somebody resumes. Press ? to see the keyboard shortcuts.',
    },
  ];
}
