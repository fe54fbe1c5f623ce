import { describe, expect, it } from 'vitest';
import { grafanaTemplate } from './grafana-template';

const TEMPLATE = 'https://g.example/d/pods?orgId=1&var-ns={namespace}&var-w={workload}&var-c={container}';

describe('a template of links to Grafana', () => {
  it.each(['', TEMPLATE, 'http://grafana:3000/d/{namespace}'])('may be "%s"', (template) => {
    expect(grafanaTemplate.parse(template)).toBe(template);
  });

  it.each([
    ['javascript:alert({namespace})', 'must be an address'],
    ['grafana.example.com/d', 'must be an address'],
    ['https://{namespace}.example.com/', 'must be an address'],
    ['https://g.example/d?var={pod}', '{pod}, which is not one of'],
    ['https://', 'must be an address'],
  ])('may not be %s', (template, fault) => {
    expect(grafanaTemplate.safeParse(template).error?.issues[0]?.message).toContain(fault);
  });
});
