import * as z from 'zod';

export const GRAFANA_NAMES = ['namespace', 'workload', 'kind', 'vpa', 'container'] as const;
export type GrafanaName = (typeof GRAFANA_NAMES)[number];

const NAMED = /\{([^{}]*)\}/g;

const EXAMPLE = 'must be an address such as https://grafana.example.com/d/pods?var-namespace={namespace}';

/** A template of such an address; empty for no links. */
export const grafanaTemplate = z.string().transform((template, context) => {
  const fault = template === '' ? undefined : faultOf(template);
  if (fault) context.addIssue({ code: 'custom', message: fault });
  return template;
});

function faultOf(template: string): string | undefined {
  const names: readonly string[] = GRAFANA_NAMES;
  const unknown = [...template.matchAll(NAMED)].find(([, name = '']) => !names.includes(name));
  if (unknown) return `has ${unknown[0]}, which is not one of ${names.map((name) => `{${name}}`).join(', ')}`;
  const [scheme = '', host = ''] = template.split(/:?\/+/, 2);
  if (!/^https?$/.test(scheme) || host === '' || host.includes('{')) return EXAMPLE;
  return URL.canParse(template.replace(NAMED, 'x')) ? undefined : EXAMPLE;
}
