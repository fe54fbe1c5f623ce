import { mkdtempSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { placesFor } from '@/components/navigation/pages';
import { defaultConfig } from '@/server/config';
import { policyEditSchema } from '@/server/contract/requests/policy-edit';
import { featureFaults, featureStatements, withFeatures } from '@/server/decide/features/edits';
import { featureWarnings } from '@/server/decide/features/warnings';
import { wallClock } from '@/server/lib/time/clock';
import type { VerticalPodAutoscaler } from '@/server/objects/vpa-types';
import { policyStatements } from '@/server/operations/policy-edit/statements';
import { reasonText } from '@/server/words/reasons';
import { DOCUMENTS } from './house/documents';
import { ShopCluster } from './support/embedded-cluster';
import { HeadlessProcess } from './support/headless-process';
import { NOW_MS, planned, pod, vpa, workload } from './support/plan-input';
import { until } from './support/until';

const textOf = (name: string) => DOCUMENTS.find(({ file }) => file.endsWith(`/docs/${name}`))?.text() ?? '';
const withTurns = (turns: string): VerticalPodAutoscaler => {
  const object = vpa();
  return { ...object, metadata: { ...object.metadata, annotations: { 'plumbline.dev/turns': turns } } };
};

it('a feature warns, is edited and is in the documents', () => {
  const around = { nowMs: NOW_MS };
  expect(featureWarnings(withTurns('namespace'), around)).toEqual([]);
  expect(featureWarnings(withTurns('always'), around)).toEqual([
    'metadata.annotations[plumbline.dev/turns]: is not namespace; until it is corrected, its pods wait for nobody.',
  ]);
  const editing = { settings: defaultConfig(), nowMs: NOW_MS };
  const edit = policyEditSchema.parse({ turns: 'namespace' });
  expect(withFeatures(vpa(), edit).metadata.annotations).toEqual({ 'plumbline.dev/turns': 'namespace' });
  expect(featureFaults(vpa(), { turns: 'always' }, editing)).toContainEqual({
    field: 'turns',
    message: 'is not namespace',
  });
  expect(featureStatements(vpa(), withTurns('namespace'), editing)).toEqual([
    'Its pods wait for their turn.',
  ]);
  expect(textOf('annotations.md')).toContain('`plumbline.dev/turns`');
});

it('a page is in the side bar and its route in the documents', () => {
  const pages = placesFor({ embedded: false }).flatMap(({ pages }) => pages.map(({ href }) => String(href)));
  expect(pages).toContain('/workloads/quotas');
  expect(textOf('api.md')).toContain('/quotas');
});

it('a policy field is edited, and said', () => {
  const containerPolicies = [{ containerName: 'app', oomMaxBumpUp: '1Gi' }];
  expect(policyEditSchema.parse({ containerPolicies })).toEqual({ containerPolicies });
  const stated = vpa({ resourcePolicy: { containerPolicies } });
  const usual = {} as Parameters<typeof policyStatements>[2];
  expect(policyStatements(vpa(), stated, usual)).toEqual([
    'After an OOM kill, app is assumed to need at most 1Gi more.',
  ]);
});

it('a reason holds a pod back, in words', () => {
  const [held] = planned(workload([pod('web-1', { annotations: { draining: 'true' } })]));
  expect(held?.decision).toBe('wait');
  expect(held?.reasons.map((reason) => reasonText(reason, NOW_MS))).toContainEqual(
    expect.stringContaining('The node of the pod is being drained'),
  );
  expect(textOf('reasons.md')).toContain('node-draining');
});

class Cluster extends ShopCluster {
  static async start(): Promise<Cluster> {
    return new Cluster(...(await Cluster.inShop(wallClock)));
  }
}

it('a role runs in a process of its own', async () => {
  const cluster = await Cluster.start();
  const running = await HeadlessProcess.start({
    PLUMBLINE_ROLES: 'greeter',
    PLUMBLINE_KUBECONFIG: cluster.sandbox.kubeconfigPath,
    PLUMBLINE_DATA_DIR: mkdtempSync(path.join(os.tmpdir(), 'plumbline-greeter-')),
    PLUMBLINE_SYSTEM_NAMESPACE: 'shop',
  });
  try {
    await until('a greeting', () =>
      [...cluster.sandbox.registry.list('configmaps', 'shop')].some(
        ({ metadata }) => metadata.name === 'greeting',
      ),
    );
  } finally {
    await running.kill();
    await cluster.close();
  }
});
