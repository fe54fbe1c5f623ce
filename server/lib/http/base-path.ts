/** Below which path the browser sees the dashboard, such as `/tools/plumbline`; the process itself sets it. */
export const BASE_PATH_HEADER = 'x-plumbline-base-path';

/** A path below which the dashboard is: `/tools/plumbline`; segments without a dot alone, and no slash at the end. */
const BASE_PATH = /^(?:\/(?!\.{1,2}(?:\/|$))[\w.~-]+)+$/;

/** What pages, routes and files begin with: below a path of that name, none could be told from it. */
const OF_OURS =
  /^\/(api|_next|metrics|login|healthz|readyz|workloads|changes|savings|rules|replay|settings|clusters|namespaces|hpas|nodes|approvals)(\/|$)/;

/** Why an address cannot be one to serve below; undefined for one that can. */
export function baseFault(path: string): string | undefined {
  if (!BASE_PATH.test(path)) return 'must be a path such as /tools/plumbline, without a slash at its end';
  return OF_OURS.test(path) ? 'must not begin with a name that the dashboard has itself' : undefined;
}

/** An address of ours as the browser knows it. @param base empty, or such as `/tools/plumbline` */
export function belowBase(base: string, address: string): string {
  if (base === '' || !address.startsWith('/') || address.startsWith('//')) return address;
  return base + (address === '/' ? '' : address.replace(/^\/(?=[?#])/, ''));
}

/** An address of the browser as the dashboard knows it; one that is not below `base` stays. */
export function withoutBase(base: string, address: string): string {
  if (base === '' || !address.startsWith(base)) return address;
  const rest = address.slice(base.length);
  if (rest === '' || rest.startsWith('?') || rest.startsWith('#')) return `/${rest}`;
  return rest.startsWith('/') ? rest : address;
}
