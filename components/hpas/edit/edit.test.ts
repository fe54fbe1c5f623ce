import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MetricSpec } from '@/server/contract/kubernetes';
import { isEmptyAt } from '../../edit/empty-places';
import { lineChanges } from '../../edit/line-changes';
import { hpaInputOf } from './field-places';
import { type EditedRules, hpaEdit, hpaFields, rebasedHpaFields, unreadablePlaces } from './hpa-fields';
import { metricFields, metricSpec, NEW_METRIC, seeing } from './metric-fields';

const selector = { matchLabels: { queue: 'orders' } };

const METRICS: MetricSpec[] = [
  { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 60 } } },
  {
    type: 'ContainerResource',
    containerResource: {
      name: 'memory',
      container: 'app',
      target: { type: 'AverageValue', averageValue: '300Mi' },
    },
  },
  { type: 'Pods', pods: { metric: { name: 'rps' }, target: { type: 'AverageValue', averageValue: '100' } } },
  {
    type: 'Object',
    object: {
      describedObject: { apiVersion: 'v1', kind: 'Service', name: 'web' },
      metric: { name: 'requests', selector },
      target: { type: 'Value', value: '2k' },
    },
  },
  {
    type: 'External',
    external: { metric: { name: 'queue', selector }, target: { type: 'AverageValue', averageValue: '30' } },
  },
];

const RULES: EditedRules = {
  minReplicas: 2,
  maxReplicas: 10,
  metrics: METRICS,
  behavior: {
    scaleUp: {
      stabilizationWindowSeconds: 0,
      selectPolicy: 'Max',
      policies: [{ type: 'Percent', value: 100, periodSeconds: 15 }],
    },
    scaleDown: { tolerance: '0.05' },
  },
};

describe('the form of an HPA', () => {
  it('gives back every kind of metric as it was, selectors too', () => {
    for (const metric of METRICS) expect(metricSpec(metricFields(metric))).toEqual(metric);
  });

  it('sends only what changed, with the rules it began with', () => {
    const opened = hpaFields(RULES);
    expect(hpaEdit(RULES, opened, structuredClone(opened))).toBeUndefined();
    expect(hpaEdit(RULES, opened, { ...opened, maxReplicas: 12 })).toEqual({ was: RULES, maxReplicas: 12 });
    expect(hpaEdit(RULES, opened, { ...opened, minReplicas: '' })).toEqual({ was: RULES, minReplicas: null });
    const [first] = opened.metrics;
    expect(
      hpaEdit(RULES, opened, { ...opened, metrics: first ? [{ ...first, target: 80 }] : [] })?.metrics,
    ).toEqual([
      {
        type: 'Resource',
        resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 80 } },
      },
    ]);
  });

  it('leaves metrics that it does not touch as they are stated, also what it does not know', () => {
    const unknown = { type: 'Sensor', sensor: { name: 'heat' } } as MetricSpec;
    const [first] = METRICS;
    const was = { maxReplicas: 3, metrics: [unknown, ...(first ? [first] : [])] };
    const opened = hpaFields(was);
    const edit = hpaEdit(was, opened, {
      ...opened,
      metrics: opened.metrics.map((metric, place) => (place === 1 ? { ...metric, target: 90 } : metric)),
    });
    expect(edit?.metrics?.[0]).toEqual(unknown);
    expect(edit?.metrics?.[1]?.resource?.target?.averageUtilization).toBe(90);
  });

  it('tells what is still empty', () => {
    const fields = { ...hpaFields(RULES), metrics: [{ ...NEW_METRIC, target: 0 }] };
    expect(isEmptyAt(fields, 'metrics.0.objectName')).toBe(true);
    expect(isEmptyAt(fields, 'metrics.0.target')).toBe(false);
    expect(isEmptyAt(fields, 'metrics.7.target')).toBe(true);
    expect(isEmptyAt(fields, 'minReplicas')).toBe(false);
  });

  it('tells what is typed and no number', () => {
    const fields = hpaFields(RULES);
    expect(unreadablePlaces(fields)).toEqual([]);
    const { up, metrics } = fields;
    const typed = {
      ...fields,
      minReplicas: '-',
      metrics: metrics.map((metric) => ({ ...metric, target: 'x' })),
      up: { ...up, policies: up.policies.map((policy) => ({ ...policy, value: '-' })) },
    };
    expect(unreadablePlaces(typed)).toEqual(['minReplicas', 'metrics.0.target', 'up.policies.0.value']);
  });

  it('keeps what it does not touch of a behaviour, and removes one that is emptied', () => {
    const opened = hpaFields(RULES);
    const slower = { ...opened, down: { ...opened.down, window: 600 } };
    expect(hpaEdit(RULES, opened, slower)?.behavior).toEqual({
      ...RULES.behavior,
      scaleDown: { stabilizationWindowSeconds: 600, tolerance: '0.05' },
    });
    const { up, down } = hpaFields({ maxReplicas: 1 });
    expect(hpaEdit(RULES, opened, { ...opened, up, down })?.behavior).toBeNull();
  });

  it('puts my edits on top of a newer version', () => {
    const opened = hpaFields(RULES);
    const newer = hpaFields({ ...RULES, minReplicas: 3, maxReplicas: 20 });
    const mine = { ...opened, maxReplicas: 12 };
    expect(rebasedHpaFields(opened, mine, newer)).toMatchObject({ minReplicas: 3, maxReplicas: 12 });
  });

  it.each([
    ['maxReplicas', 'maxReplicas'],
    ['metrics.0.containerResource.container', 'metrics.0.container'],
    ['metrics.2.resource.target.averageUtilization', 'metrics.2.target'],
    ['metrics.1.object.describedObject.name', 'metrics.1.objectName'],
    ['metrics.1.pods.metric.name', 'metrics.1.metric'],
    ['behavior.scaleUp.stabilizationWindowSeconds', 'up.window'],
    ['behavior.scaleDown.policies.1.periodSeconds', 'down.policies.1.periodSeconds'],
    ['metrics', undefined],
    ['spec', undefined],
  ])('shows a message about %s at %s', (field, input) => {
    expect(hpaInputOf(field)).toBe(input);
  });

  it('begins a metric with what the API server takes', () => {
    expect(metricSpec(NEW_METRIC)).toEqual({
      type: 'Resource',
      resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 70 } },
    });
  });
});

describe('the difference of two texts', () => {
  it('has each line of both, once if it is the same', () => {
    expect(lineChanges('a\nb\nc', 'a\nx\nc\nd')).toEqual([
      { kind: 'same', text: 'a' },
      { kind: 'removed', text: 'b' },
      { kind: 'added', text: 'x' },
      { kind: 'same', text: 'c' },
      { kind: 'added', text: 'd' },
    ]);
  });

  it('gives both texts back', () => {
    const text = fc
      .array(fc.constantFrom('a', 'b', 'c', '  d'), { minLength: 1, maxLength: 12 })
      .map((lines) => lines.join('\n'));
    fc.assert(
      fc.property(text, text, (before, after) => {
        const lines = lineChanges(before, after);
        const without = (kind: string) => lines.filter((line) => line.kind !== kind).map((line) => line.text);
        expect(without('added').join('\n')).toBe(before);
        expect(without('removed').join('\n')).toBe(after);
      }),
    );
  });
});

it('gets a metric for each container that it does not see, once', () => {
  const sees = (container: string): MetricSpec => ({
    type: 'ContainerResource',
    containerResource: {
      name: 'cpu',
      container,
      target: { type: 'Utilization', averageUtilization: 60 },
    },
  });
  const now = [METRICS[0] as MetricSpec, sees('app')].map(metricFields);
  expect(seeing(now, [sees('app'), sees('proxy')]).map(metricSpec)).toEqual([
    METRICS[0],
    sees('app'),
    sees('proxy'),
  ]);
});
