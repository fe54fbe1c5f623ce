import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { HorizontalPodAutoscaler, Node } from '@/server/objects/types';
import { AdmissionCluster, type Admitting } from '../support/admitting';
import { NAMESPACE } from '../support/embedded-cluster';
import { describeWithProgram } from '../support/installed-program';
import { until } from '../support/until';

describeWithProgram('kubectl', 'kubernetes-client', 'a VPA applied by kubectl', suite);

function suite(file: string): void {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'kubectl-'));
  let cluster: AdmissionCluster;
  let admitting: Admitting;

  beforeAll(async () => {
    cluster = await AdmissionCluster.start();
    await cluster.create<Node>('nodes', {
      apiVersion: 'v1',
      kind: 'Node',
      metadata: { name: 'small' },
      spec: {},
      status: { allocatable: { cpu: '4', memory: '8Gi' }, capacity: { cpu: '4', memory: '8Gi' } },
    } as Node);
    await cluster.create<HorizontalPodAutoscaler>('horizontalpodautoscalers.autoscaling', {
      apiVersion: 'autoscaling/v2',
      kind: 'HorizontalPodAutoscaler',
      metadata: { name: 'scaler', namespace: NAMESPACE },
      spec: {
        scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'scaled' },
        maxReplicas: 3,
        metrics: [
          {
            type: 'Resource',
            resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 80 } },
          },
        ],
      },
    });
    await cluster.autoscaler('first');
    await cluster.autoscaler('kept', 'Deployment', {
      resourcePolicy: {
        containerPolicies: [{ containerName: 'app', controlledResources: ['cpu', 'storage'] }],
      },
    });
    admitting = await cluster.admitting();
    const { caches } = admitting.context;
    await until(
      'VPA, HPA and node seen',
      () =>
        caches.vpas.get(NAMESPACE, 'first') &&
        caches.horizontalPodAutoscalers.get(NAMESPACE, 'scaler') &&
        [...caches.nodes.list()].length > 0,
    );
  });

  afterAll(async () => {
    await cluster?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** The output of `kubectl apply` for a VPA with this spec, and whether it was applied. */
  function apply(spec: object, target = 'web', name = 'tried'): Promise<{ applied: boolean; says: string }> {
    const vpa = {
      apiVersion: 'autoscaling.k8s.io/v1',
      kind: 'VerticalPodAutoscaler',
      metadata: { name, namespace: NAMESPACE },
      spec: { targetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: target }, ...spec },
    };
    return new Promise((resolve) => {
      const child = execFile(
        file,
        ['--cache-dir', folder, 'apply', '--dry-run=server', '-f', '-'],
        { env: { ...process.env, KUBECONFIG: cluster.sandbox.kubeconfigPath } },
        (error, stdout, stderr) => resolve({ applied: error === null, says: stderr + stdout }),
      );
      child.stdin?.end(JSON.stringify(vpa));
    });
  }

  const policy = (given: object) => ({
    resourcePolicy: { containerPolicies: [{ containerName: 'app', ...given }] },
  });
  const FIELD = 'spec.resourcePolicy.containerPolicies[0]';

  it.each<[string, object, string]>([
    ['no target', { targetRef: undefined }, 'spec.targetRef: targetRef is required'],
    [
      'an unknown mode',
      { updatePolicy: { updateMode: 'Sometimes' } },
      'spec.updatePolicy.updateMode: supported values: "InPlace", "InPlaceOrRecreate", "Initial", "Off", "Recreate"',
    ],
    [
      'an update policy without a mode',
      { updatePolicy: { minReplicas: 2 } },
      'spec.updatePolicy.updateMode: updateMode is required if UpdatePolicy is used',
    ],
    [
      'no replica at all',
      { updatePolicy: { updateMode: 'Off', minReplicas: 0 } },
      'spec.updatePolicy.minReplicas: minReplicas has to be positive',
    ],
    [
      'two recommenders',
      { recommenders: [{ name: 'a' }, { name: 'b' }] },
      'spec.recommenders: must have at most 1 item',
    ],
    [
      'a policy for nobody',
      { resourcePolicy: { containerPolicies: [{}] } },
      `${FIELD}.containerName: a container name, or * for every other container, is required`,
    ],
    [
      'a maximum below the minimum',
      policy({ minAllowed: { cpu: '2' }, maxAllowed: { cpu: '1' } }),
      `${FIELD}.maxAllowed[cpu]: max resource for cpu is lower than min of "2"`,
    ],
    [
      'an amount too fine',
      policy({ minAllowed: { cpu: '100u' } }),
      `${FIELD}.minAllowed[cpu]: must be a whole number of milli CPUs`,
    ],
    [
      'what is no amount',
      policy({ maxAllowed: { memory: 'much' } }),
      `${FIELD}.maxAllowed[memory]: must be a quantity: a number with an optional suffix`,
    ],
    [
      'an unknown resource',
      policy({ controlledResources: ['storage'] }),
      `${FIELD}.controlledResources[0]: supported values: "cpu", "memory"`,
    ],
    [
      'limits of a container that is off',
      policy({ mode: 'Off', controlledValues: 'RequestsAndLimits' }),
      `${FIELD}.controlledValues: shouldn't be specified if container scaling mode is off`,
    ],
    [
      'a boost of no type',
      { startupBoost: { cpu: { factor: 2 } } },
      'spec.startupBoost.cpu.type: must be either Factor or Quantity',
    ],
    [
      'a boost by nothing',
      { startupBoost: { cpu: { type: 'Factor' } } },
      'spec.startupBoost.cpu.factor: required when type is Factor',
    ],
  ])('is refused with %s, and told the field and the remedy', async (_case, spec, message) => {
    const { applied, says } = await apply(spec);
    expect(applied).toBe(false);
    expect(says).toContain(message);
  });

  it.each<[string, object, string, string]>([
    [
      'of a deprecated mode',
      { updatePolicy: { updateMode: 'Auto' } },
      'web',
      'Warning: spec.updatePolicy: "Auto" mode is deprecated',
    ],
    ['of a second VPA', {}, 'first', 'Warning: spec.targetRef: VPA "first" acts on Deployment "first" too'],
    [
      'of an HPA',
      {},
      'scaled',
      'Warning: spec.targetRef: HPA "scaler" scales Deployment "scaled" by cpu, which this VPA changes too; leave that resource out of controlledResources.',
    ],
    [
      'of a bound above the largest node',
      policy({ minAllowed: { cpu: '9000' } }),
      'web',
      `Warning: ${FIELD}.minAllowed[cpu]: 9000 is more than the largest node can give`,
    ],
  ])('is warned about %s, and accepted', async (_case, spec, target, warning) => {
    const { applied, says } = await apply(spec, target);
    expect(says).toContain(warning);
    expect(applied).toBe(true);
  });

  it('stays editable with a resource that is not sized, if it had that before admission was there', async () => {
    const given = policy({ controlledResources: ['cpu', 'storage'], minAllowed: { cpu: '100m' } });
    const { applied, says } = await apply(given, 'kept', 'kept');
    expect(says).toContain(
      `Warning: ${FIELD}.controlledResources[1]: unsupported value "storage" is allowed`,
    );
    expect(applied).toBe(true);
  });

  it('is accepted without a message if there is nothing to say', async () => {
    const { applied, says } = await apply(policy({ maxAllowed: { cpu: '2' } }));
    expect([applied, says]).toEqual([
      true,
      'verticalpodautoscaler.autoscaling.k8s.io/tried created (server dry run)\n',
    ]);
  });
}
