import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import type { VerticalPodAutoscaler } from '../../objects/vpa-types';
import { changeTexts } from './change-texts';
import { edited } from './edit';

const vpa: VerticalPodAutoscaler = {
  apiVersion: 'autoscaling.k8s.io/v1',
  kind: 'VerticalPodAutoscaler',
  metadata: {
    name: 'web',
    namespace: 'shop',
    resourceVersion: '7',
    annotations: { 'example.com/own': "it's theirs", 'plumbline.dev/scope': 'size' },
  },
  spec: {
    targetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' },
    updatePolicy: { updateMode: 'Recreate', minReplicas: 2 },
  },
  status: {},
};
const calendar = "open: '22:00-06:00'";

/** What a shell makes of the last word of a command. */
function lastWord(command: string): string {
  return execFileSync('sh', ['-c', `printf %s ${command.slice(command.indexOf(' -p ') + 4)}`]).toString();
}

it('says a change as a difference, a command, a patch and values', () => {
  const { yaml, kubectl, kustomize, helm } = changeTexts(
    vpa,
    edited(vpa, { updateMode: 'Off', minReplicas: null, calendar }),
  );
  expect(parse(yaml.before)).toEqual({
    apiVersion: 'autoscaling.k8s.io/v1',
    kind: 'VerticalPodAutoscaler',
    metadata: { namespace: 'shop', name: 'web', annotations: { 'plumbline.dev/scope': 'size' } },
    spec: vpa.spec,
  });
  expect(yaml.after).toContain('updateMode: "Off"');
  const difference = {
    metadata: { annotations: { 'plumbline.dev/calendar': calendar } },
    spec: { updatePolicy: { updateMode: 'Off', minReplicas: null } },
  };
  expect(kubectl).toMatch(/^kubectl patch verticalpodautoscalers web -n shop --type=merge -p '/);
  expect(JSON.parse(lastWord(kubectl))).toEqual(difference);
  expect(parse(kustomize)).toEqual({
    apiVersion: 'autoscaling.k8s.io/v1',
    kind: 'VerticalPodAutoscaler',
    metadata: { name: 'web', namespace: 'shop', ...difference.metadata },
    spec: difference.spec,
  });
  expect(parse(helm)).toEqual({
    verticalPodAutoscaler: {
      annotations: { 'plumbline.dev/scope': 'size', 'plumbline.dev/calendar': calendar },
      updatePolicy: { updateMode: 'Off' },
    },
  });
});

it('says the mode that people want while a stop holds it back', () => {
  const stopped = edited(vpa, { updateMode: 'Initial' }, true);
  const { yaml, kubectl } = changeTexts(stopped, edited(stopped, { updateMode: 'Recreate' }, true));
  expect(yaml.before).toContain('updateMode: Initial');
  expect(JSON.parse(lastWord(kubectl))).toEqual({ spec: { updatePolicy: { updateMode: 'Recreate' } } });
});
