import { deployment, job, namespace, scenarioNodes, vpa } from '@/sandbox/scenarios/build';
import type { Scenario } from '@/sandbox/scenarios/scenario';

const lab = 'lab';

/** Requests too little CPU and too much memory: any pod of it would be replaced. */
const askew = { requests: '20m/900Mi', does: { kind: 'steady', cpu: '300m', memory: '700Mi' } } as const;

export const markedPods: Scenario = {
  name: 'marked-pods',
  title: 'Marked pods',
  summary: 'Pods that say they must not be evicted, and Jobs that fail with the first pod they lose.',
  lesson:
    'See marked pods and running Jobs stay, and be resized in place where that restarts nothing; unmarked pods are replaced.',
  objects: () => [
    ...scenarioNodes(4, 8, 32),
    namespace(lab),
    deployment({ name: 'plain', namespace: lab, replicas: 2, containers: [askew] }),
    vpa({ name: 'plain', namespace: lab, mode: 'Recreate' }),
    deployment({
      name: 'notebook',
      namespace: lab,
      replicas: 2,
      containers: [askew],
      marks: { 'cluster-autoscaler.kubernetes.io/safe-to-evict': 'false' },
    }),
    vpa({ name: 'notebook', namespace: lab, mode: 'Recreate' }),
    deployment({
      name: 'session',
      namespace: lab,
      replicas: 2,
      containers: [askew],
      marks: { 'karpenter.sh/do-not-disrupt': 'true' },
    }),
    vpa({ name: 'session', namespace: lab, mode: 'Recreate' }),
    // Stays for its first six hours only.
    deployment({
      name: 'warm-cache',
      namespace: lab,
      replicas: 2,
      containers: [askew],
      marks: { 'karpenter.sh/do-not-disrupt': '6h' },
    }),
    vpa({ name: 'warm-cache', namespace: lab, mode: 'Recreate' }),
    // Marked, but a resize in place takes nothing from it.
    deployment({
      name: 'broker',
      namespace: lab,
      replicas: 2,
      containers: [askew],
      marks: { 'cluster-autoscaler.kubernetes.io/safe-to-evict': 'false' },
    }),
    vpa({ name: 'broker', namespace: lab, mode: 'InPlaceOrRecreate' }),
    // Its VPA says in words of its own that marked pods may go.
    deployment({
      name: 'let-go',
      namespace: lab,
      replicas: 2,
      containers: [askew],
      marks: { 'karpenter.sh/do-not-disrupt': 'true' },
    }),
    vpa({
      name: 'let-go',
      namespace: lab,
      mode: 'Recreate',
      annotations: { 'plumbline.dev/may-evict': 'marked' },
    }),
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
