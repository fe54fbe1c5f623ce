import { describe, expect, it } from 'vitest';
import { parseAllDocuments, parseDocument } from 'yaml';
import { amountsOf, scannedContainer, scannedWorkload } from '@/tests/support/scanned-workload';
import type { ScannedWorkload } from '../report';
import { helmText, helmValues } from './helm';

const valuesOf = (...workloads: ScannedWorkload[]) =>
  Object.fromEntries(
    helmValues({ workloads, toMs: 0 }).files.map(({ path, text }) => [path, parseDocument(text).toJS()]),
  );
const TARGET = { requests: { cpu: '120m', memory: '200Mi' } };
const unchanged = scannedContainer({ next: scannedContainer().now });

describe('values of Helm', () => {
  it('are resources where a release has one container', () => {
    const web = scannedWorkload({ name: 'web', release: { name: 'web', chart: 'web-1.2.3' } });
    expect(valuesOf(web)).toEqual({ 'shop/web.yaml': { resources: TARGET } });
    const [file] = helmValues({ workloads: [web], toMs: 0 }).files;
    expect(file?.text).toMatch(
      /^# Helm release web in namespace shop, chart web-1\.2\.3, .*\n# Charts name values/,
    );
  });

  it('are by component, or what the name has beyond the release, and by container', () => {
    const release = { name: 'shop' };
    const both = [scannedContainer(), scannedContainer({ name: 'log-shipper' })];
    expect(
      valuesOf(
        scannedWorkload({ name: 'shop-api', release: { ...release, component: 'api-server' } }),
        scannedWorkload({ name: 'shop-job-runner', release, containers: both }),
      ),
    ).toEqual({
      'shop/shop.yaml': {
        apiServer: { resources: TARGET },
        jobRunner: { app: { resources: TARGET }, logShipper: { resources: TARGET } },
      },
    });
  });

  it('keep workloads of one component apart', () => {
    const release = { name: 'shop', component: 'worker' };
    const names = ['shop-a', 'shop-b'].map((name) => scannedWorkload({ name, release }));
    const set = scannedWorkload({ name: 'shop-a', kind: 'StatefulSet', release });
    expect(Object.keys(valuesOf(...names, set)['shop/shop.yaml'])).toEqual([
      'deploymentShopA',
      'shopB',
      'statefulSetShopA',
    ]);
  });

  it('are of what changes alone, with limits, and in amounts that YAML takes for texts', () => {
    const release = { name: 'a' };
    const limited = scannedContainer({
      next: { requests: amountsOf(2000, 1024), limits: amountsOf(4000, 2048) },
    });
    expect(valuesOf(scannedWorkload({ name: 'a', release, containers: [unchanged] }))).toEqual({});
    const workloads = [scannedWorkload({ name: 'a', release, containers: [limited] })];
    expect(helmText({ workloads, toMs: 0 })).toContain('cpu: "2"');
    expect(valuesOf(...workloads)['shop/a.yaml']).toEqual({
      resources: { requests: { cpu: '2', memory: '1Gi' }, limits: { cpu: '4', memory: '2Gi' } },
    });
  });

  it('are a document each, and name what no release makes', () => {
    const text = helmText({
      workloads: [
        scannedWorkload({ name: 'a', release: { name: 'a' } }),
        scannedWorkload({ name: 'b', release: { name: 'b' } }),
        scannedWorkload({ name: 'bare' }),
      ],
      toMs: 0,
    });
    expect(parseAllDocuments(text)).toHaveLength(2);
    expect(text).toContain('# 1 workload to change is of no release of Helm');
  });

  it('stay in their folder, and in their comment, whatever a release is called', () => {
    const evil = scannedWorkload({
      name: 'a',
      release: { name: '../../x\nevil: true', chart: 'c\nevil: true' },
    });
    expect(Object.values(valuesOf(evil))).toEqual([{ resources: TARGET }]);
    expect(Object.keys(valuesOf(evil))).toEqual(['shop/..-..-x-evil-true.yaml']);
  });
});
