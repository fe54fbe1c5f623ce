import { deployment, job, namespace, scenarioNodes, vpa } from '@/sandbox/scenarios/build';
import type { Declared, Scenario } from '@/sandbox/scenarios/scenario';

const lab = 'lab';

/** Requests too little CPU and too much memory: any pod of it would be replaced. */
const askew = { requests: '20m/900Mi', does: { kind: 'steady', cpu: '300m', memory: '700Mi' } } as const;

const SAFE_TO_EVICT = { 'cluster-autoscaler.kubernetes.io/safe-to-evict': 'false' };
const DO_NOT_DISRUPT = { 'karpenter.sh/do-not-disrupt': 'true' };

/** Two pods with these marks, and their VPA. */
function replicated(
  name: string,
  marks: Record<string, string>,
  more: Partial<Parameters<typeof vpa>[0]> = {},
): Declared[] {
  return [
    deployment({ name, namespace: lab, replicas: 2, containers: [askew], marks }),
    vpa({ name, namespace: lab, mode: 'Recreate', ...more }),
  ];
}

export const markedPods: Scenario = {
  name: 'marked-pods',
  title: 'Marked pods',
  summary: 'Pods that say they must not be evicted, and Jobs that fail with the first pod they lose.',
  lesson:
    'See marked pods and running Jobs stay, and be resized in place where that restarts nothing; unmarked pods are replaced.',
  objects: () => [
    ...scenarioNodes(4, 8, 32),
    namespace(lab),
    ...replicated('plain', {}),
    ...replicated('notebook', SAFE_TO_EVICT),
    ...replicated('session', DO_NOT_DISRUPT),
    // Stays for its first six hours only.
    ...replicated('warm-cache', { 'karpenter.sh/do-not-disrupt': '6h' }),
    // Marked, but a resize in place takes nothing from it.
    ...replicated('broker', SAFE_TO_EVICT, { mode: 'InPlaceOrRecreate' }),
    // Its VPA says in words of its own that marked pods may go.
    ...replicated('let-go', DO_NOT_DISRUPT, { annotations: { 'plumbline.dev/may-evict': 'marked' } }),
    job({
      name: 'train',
      namespace: lab,
      parallelism: 3,
      containers: [
        {
          requests: '100m/200Mi',
          does: { kind: 'steady', cpu: '600m', memory: '900Mi', runSeconds: 172_800 },
        },
      ],
    }),
    vpa({ name: 'train', namespace: lab, kind: 'Job', apiVersion: 'batch/v1', mode: 'Recreate' }),
  ],
};
