import { expect, it } from 'vitest';
import { hiddenLoadPatch, hiddenLoadText } from './hidden-load';

const MIB = 2 ** 20;

it('says what an HPA does not see, with the arithmetic and the patch', () => {
  const load = {
    resource: 'cpu',
    container: 'app',
    usedMilli: 400,
    requestMilli: 400,
    limitMilli: 400,
    pod: { usedMilli: 440, requestMilli: 2000 },
    targetPercent: 60,
    podPercent: 22,
    containerPercent: 100,
    replicas: 2,
    wanted: 4,
    metric: { type: 'ContainerResource' },
  };
  expect(hiddenLoadText(load)).toBe(
    'Container app is throttled at its limit of 400m: it uses 400m of the 400m that it requests, 100 %. The HPA sees whole pods: 440m of 2 cores, 22 %, below its target of 60 %, and stays at 2 replicas. By container app it would ask for 4.',
  );
  const { limitMilli: _, ...without } = load;
  expect(hiddenLoadText({ ...without, resource: 'memory', usedMilli: MIB * 1000 })).toContain(
    'Container app is at its request: it uses 1 MiB of the',
  );
  expect(hiddenLoadPatch('mesh', 'storefront', load)).toBe(
    `kubectl patch hpa -n mesh storefront --type=json -p '[{"op":"add","path":"/spec/metrics/-","value":{"type":"ContainerResource"}}]'`,
  );
});
