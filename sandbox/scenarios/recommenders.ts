import { cronJob, deployment, namespace, scenarioNodes, vpa } from '@/sandbox/scenarios/build';
import type { Declared, Scenario } from '@/sandbox/scenarios/scenario';
import type { VerticalPodAutoscaler } from '@/server/objects/vpa-types';

const lab = 'lab';

export const recommenders: Scenario = {
  name: 'recommenders',
  title: 'Recommenders side by side',
  summary:
    'Services with the rhythm of a day, batch work and a leak, each with the recommender that suits it.',
  lesson:
    'Compare what each recommender saw and why it recommends what it does; choose others and see the effect.',
  objects: () => [
    ...scenarioNodes(3, 8, 16),
    namespace(lab),
    daily('rhythm'),
    chosen('rhythm', 'adaptive'),
    daily('rhythm-in-place'),
    chosen('rhythm-in-place', 'adaptive', undefined, { mode: 'InPlaceOrRecreate' }),
    daily('rhythm-by-default'),
    vpa({ name: 'rhythm-by-default', namespace: lab, mode: 'Initial' }),
    deployment({
      name: 'bursts',
      namespace: lab,
      replicas: 2,
      containers: [
        {
          requests: '200m/256Mi',
          does: {
            kind: 'spiky',
            cpu: '80m',
            spikeCpu: '900m',
            memory: '180Mi',
            spikeMemory: '420Mi',
            spikesPerHour: 2,
            spikeSeconds: 300,
          },
        },
      ],
    }),
    chosen('bursts', 'adaptive', 'shortage: careful'),
    deployment({
      name: 'thrifty',
      namespace: lab,
      replicas: 2,
      containers: [
        {
          requests: '500m/512Mi',
          does: {
            kind: 'daily',
            cpu: '150m',
            peakCpu: '450m',
            memory: '200Mi',
            peakMemory: '280Mi',
            peakHour: 9,
          },
        },
      ],
    }),
    chosen('thrifty', 'adaptive', 'shortage: saving'),
    deployment({
      name: 'leaky',
      namespace: lab,
      containers: [
        {
          requests: '100m/256Mi',
          limits: '500m/512Mi',
          does: { kind: 'growing', cpu: '60m', memory: '120Mi', growthPerHour: '64Mi' },
        },
      ],
    }),
    chosen('leaky', 'default', 'crashes.most: 2\nmemory.halfLife: 12h'),
    cronJob(
      {
        name: 'report',
        namespace: lab,
        containers: [
          {
            requests: '500m/1Gi',
            does: { kind: 'steady', cpu: '700m', memory: '350Mi', runSeconds: 1500 },
          },
        ],
      },
      '0 */2 * * *',
    ),
    chosen('report', 'default', 'cpu.target: 0.7', { kind: 'CronJob', apiVersion: 'batch/v1' }),
  ],
};

/** Busy in the afternoon, quiet at night. */
function daily(name: string): Declared {
  return deployment({
    name,
    namespace: lab,
    replicas: 2,
    containers: [
      {
        requests: '400m/512Mi',
        does: { kind: 'daily', cpu: '60m', peakCpu: '800m', memory: '150Mi', peakMemory: '600Mi' },
      },
    ],
  });
}

/** A VPA that chose its recommender; if not said otherwise only new pods are changed: they stay comparable. */
function chosen(
  name: string,
  recommender: string,
  parameters?: string,
  how: Partial<Pick<Parameters<typeof vpa>[0], 'kind' | 'apiVersion' | 'mode'>> = {},
): Declared {
  const { resource, object } = vpa({ name, namespace: lab, mode: 'Initial', ...how });
  const { metadata, spec } = object as VerticalPodAutoscaler;
  const annotations = parameters === undefined ? undefined : { 'plumbline.dev/recommender': parameters };
  return {
    resource,
    object: {
      ...object,
      metadata: { ...metadata, ...(annotations && { annotations }) },
      spec: { ...spec, recommenders: [{ name: recommender }] },
    } as VerticalPodAutoscaler,
  };
}
