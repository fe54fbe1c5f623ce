import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '@/sandbox/cluster';
import { silentLogger } from '@/server/lib/report/log';
import { acceleratedClock } from '@/server/lib/time/clock';
import type { HorizontalPodAutoscaler, Workload } from '@/server/objects/types';
import { describeWithProgram, output } from '../support/installed-program';
import { until } from '../support/until';

const START_MS = Date.parse('2026-11-21T09:00:00Z');
const HPAS = 'horizontalpodautoscalers.autoscaling';

const DEPLOYMENT = `
apiVersion: apps/v1
kind: Deployment
metadata: { name: web }
spec:
  replicas: 2
  selector: { matchLabels: { app: web } }
  template:
    metadata:
      labels: { app: web }
      annotations:
        sandbox.plumbline.dev/workload: '{"kind":"steady","cpu":"180m","memory":"20Mi"}'
    spec:
      containers:
        - { name: app, image: 'app:1', resources: { requests: { cpu: 100m, memory: 64Mi } } }
`;

const BEHAVIOR = `
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: { name: web }
spec:
  scaleTargetRef: { apiVersion: apps/v1, kind: Deployment, name: web }
  minReplicas: 2
  maxReplicas: 9
  metrics:
    - type: ContainerResource
      containerResource: { name: cpu, container: app, target: { type: Utilization, averageUtilization: 60 } }
    - type: Resource
      resource: { name: memory, target: { type: AverageValue, averageValue: 500Mi } }
  behavior:
    scaleUp:
      policies:
        - { type: Pods, value: 2, periodSeconds: 60 }
`;

describeWithProgram('kubectl', 'kubernetes-client', 'HPAs by kubectl', (file) => {
  let folder: string;
  let sandbox: Sandbox;

  const kubectl = (...args: string[]) =>
    output(file, ['--cache-dir', path.join(folder, 'cache'), '-n', 'shop', ...args], {
      KUBECONFIG: sandbox.kubeconfigPath,
    });
  const apply = (text: string, ...flags: string[]) => {
    const manifest = path.join(folder, 'manifest.yaml');
    writeFileSync(manifest, text);
    return kubectl('apply', '-f', manifest, ...flags);
  };
  const hpa = () => sandbox.registry.get<HorizontalPodAutoscaler>(HPAS, 'shop', 'web');
  const condition = (type: string) => hpa()?.status?.conditions?.find((each) => each.type === type);
  const replicas = () => sandbox.registry.get<Workload>('deployments.apps', 'shop', 'web')?.spec.replicas;

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'kubectl-hpa-'));
    sandbox = await startSandbox({
      port: 0,
      clock: acceleratedClock(START_MS, 60),
      log: silentLogger,
      scenario: 'empty',
      seed: 1,
      dataDir: folder,
    });
    await kubectl('create', 'namespace', 'shop');
    await apply(DEPLOYMENT);
  });

  afterAll(async () => {
    await sandbox.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('scales what kubectl autoscale asks for, and shows it in columns', async () => {
    expect(
      await kubectl('autoscale', 'deployment', 'web', '--min=2', '--max=4', '--cpu-percent=60'),
    ).toContain('web autoscaled');
    await until('four replicas', () => hpa()?.status?.currentReplicas === 4 && replicas() === 4);
    const table = await kubectl('get', 'hpa');
    expect(table).toMatch(/^NAME +REFERENCE +TARGETS +MINPODS +MAXPODS +REPLICAS +AGE\n/);
    expect(table).toMatch(/\nweb +Deployment\/web +cpu: 1\d\d%\/60% +2 +4 +4 +/);
  });

  it('describes conditions and events as people know them', async () => {
    await until('a limit', () => condition('ScalingLimited')?.reason === 'TooManyReplicas');
    const text = await kubectl('describe', 'hpa', 'web');
    expect(text).toMatch(/resource cpu on pods +\(as a percentage of request\): +1\d\d% \(1\d\dm\) \/ 60%/);
    expect(text).toMatch(/AbleToScale +True +\w+ +/);
    expect(text).toMatch(
      /ScalingActive +True +ValidMetricFound +the HPA was able to successfully calculate a replica count from cpu resource utilization \(percentage of request\)/,
    );
    expect(text).toMatch(/ScalingLimited +True +TooManyReplicas +the desired replica count is more than/);
    expect(text).toMatch(
      /Normal +SuccessfulRescale +.*horizontal-pod-autoscaler +New size: 4; reason: cpu resource utilization \(percentage of request\) above target/,
    );
  });

  it('applies a v2 manifest with a behaviour, completed as by a real server', async () => {
    expect(await apply(BEHAVIOR)).toContain('web configured');
    expect(await apply(BEHAVIOR)).toContain('web unchanged');
    expect(hpa()?.spec.behavior).toEqual({
      scaleUp: {
        stabilizationWindowSeconds: 0,
        selectPolicy: 'Max',
        policies: [{ type: 'Pods', value: 2, periodSeconds: 60 }],
      },
      scaleDown: { selectPolicy: 'Max', policies: [{ type: 'Percent', value: 100, periodSeconds: 15 }] },
    });
    await until('all replicas', () => replicas() === 9 && hpa()?.status?.currentReplicas === 9);
    const sizes = (await kubectl('get', 'events', '-o', 'jsonpath={.items[*].message}')).match(
      /New size: \d/g,
    );
    expect(sizes).toEqual(expect.arrayContaining(['New size: 6', 'New size: 8', 'New size: 9']));
    const table = await kubectl('get', 'hpa', 'web');
    expect(table).toMatch(/cpu: \d+%\/60%, memory: \w+\/500Mi +2 +9 +9/);
  });

  it('keeps metrics and behaviour when read and written as autoscaling/v1', async () => {
    const before = hpa()?.spec;
    const text = await kubectl('get', 'horizontalpodautoscalers.v1.autoscaling', 'web', '-o', 'json');
    const read = JSON.parse(text);
    expect(read.spec.metrics).toBeUndefined();
    delete read.metadata.resourceVersion;
    writeFileSync(path.join(folder, 'v1.json'), JSON.stringify(read));
    // kubectl reads the version that it replaces, and the controller may write meanwhile.
    await until('the HPA replaced', () =>
      kubectl('replace', '-f', path.join(folder, 'v1.json')).catch((thrown) => {
        if (!String(thrown).includes('Conflict')) throw thrown;
        return undefined;
      }),
    );
    expect(hpa()?.spec).toEqual(before);
    expect(hpa()?.metadata.annotations?.['autoscaling.alpha.kubernetes.io/metrics']).toBeUndefined();
  });

  it.each([
    ['minReplicas: -1', 'spec.minReplicas: Invalid value: -1: must be greater than or equal to 0'],
    [
      'minReplicas: 0',
      'spec.metrics: Forbidden: must specify at least one Object or External metric to support scaling to zero replicas',
    ],
    ['maxReplicas: 0', 'spec.maxReplicas: Invalid value: 0: must be greater than 0'],
    ['minReplicas: 30', 'spec.maxReplicas: Invalid value: 9: must be greater than or equal to `minReplicas`'],
    [
      'behavior: { scaleDown: { stabilizationWindowSeconds: 3601 } }',
      'spec.behavior.scaleDown.stabilizationWindowSeconds: Invalid value: 3601: must be less than or equal to 3600',
    ],
    [
      'behavior: { scaleUp: { policies: [{ type: Pods, value: 0, periodSeconds: 1801 }] } }',
      'spec.behavior.scaleUp.policies[0].periodSeconds: Invalid value: 1801: must be less than or equal to 1800',
    ],
    [
      'behavior: { scaleUp: { selectPolicy: Most } }',
      'spec.behavior.scaleUp.selectPolicy: Unsupported value: "Most": supported values: "Disabled", "Max", "Min"',
    ],
    [
      'metrics: [{ type: Resource, pods: { metric: { name: a } } }]',
      'spec.metrics[0].resource: Required value: must populate information for the given metric source',
    ],
    [
      'metrics: [{ type: Resource, resource: { name: cpu, target: { type: Utilization, averageUtilization: 0 } } }]',
      'spec.metrics[0].resource.target.averageUtilization: Invalid value: 0: must be greater than 0',
    ],
    [
      'metrics: [{ type: ContainerResource, containerResource: { name: cpu, target: { type: Utilization, averageUtilization: 5 } } }]',
      'spec.metrics[0].containerResource.container: Required value: must specify a container',
    ],
    ['scaleTargetRef: { kind: Deployment }', 'spec.scaleTargetRef.name: Required value'],
  ])('refuses %s, and says where', async (field, message) => {
    const [name = ''] = field.split(':');
    const spec: Record<string, string> = {
      scaleTargetRef: '{ apiVersion: apps/v1, kind: Deployment, name: web }',
      maxReplicas: '9',
      [name]: field.slice(name.length + 1),
    };
    const lines = Object.entries(spec).map(([key, value]) => `  ${key}: ${value}`);
    const manifest = `apiVersion: autoscaling/v2\nkind: HorizontalPodAutoscaler\nmetadata: { name: odd }\nspec:\n${lines.join('\n')}\n`;
    await expect(apply(manifest, '--dry-run=server')).rejects.toThrow(message);
  });

  it('leaves a target that someone scaled to zero alone', async () => {
    await kubectl('scale', 'deployment', 'web', '--replicas=0');
    await until('disabled scaling', () => condition('ScalingActive')?.reason === 'ScalingDisabled');
    expect(replicas()).toBe(0);
    await kubectl('scale', 'deployment', 'web', '--replicas=9');
    await until('scaling', () => condition('ScalingActive')?.status === 'True');
  });

  it('scales nothing while two HPAs select the same pods, and names both', async () => {
    await apply(BEHAVIOR.replace('{ name: web }', '{ name: other }'));
    await until('ambiguity', () => condition('ScalingActive')?.reason === 'AmbiguousSelector');
    expect(condition('ScalingActive')?.message).toBe(
      'pods by selector app=web are controlled by multiple HPAs: [shop/other shop/web]',
    );
    await kubectl('delete', 'hpa', 'other');
    await until('peace', () => condition('ScalingActive')?.status === 'True');
  });
});
