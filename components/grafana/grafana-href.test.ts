import { describe, expect, it } from 'vitest';
import { grafanaHref } from './grafana-href';

const TEMPLATE = 'https://g.example/d/pods?orgId=1&var-ns={namespace}&var-w={workload}&var-c={container}';

describe('a link to Grafana', () => {
  it('is filled with names, escaped', () => {
    expect(grafanaHref(TEMPLATE, { namespace: 'shop', workload: 'a&b=c', container: 'app' })).toBe(
      'https://g.example/d/pods?orgId=1&var-ns=shop&var-w=a%26b%3Dc&var-c=app',
    );
  });

  it('leaves out parameters that name what is not known', () => {
    expect(grafanaHref(TEMPLATE, { namespace: 'shop' })).toBe('https://g.example/d/pods?orgId=1&var-ns=shop');
    expect(grafanaHref('https://g.example/d?w={workload}', {})).toBe('https://g.example/d');
  });

  it('gives no link where the path names what is not known', () => {
    expect(grafanaHref('https://g.example/{workload}?n={namespace}', { namespace: 'shop' })).toBeUndefined();
  });
});
