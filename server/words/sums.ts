import { countOf } from './counts';

/** What every sum of requests, targets and use is made of, on whatever page. */
export const SUMS_WORDS =
  'Sums are of the pods that VPAs have on nodes now, container by container. A CronJob counts while it runs.';

/** Containers, of one resource or the larger count of both. */
interface MissingContainers {
  readonly request: number;
  readonly target: number;
  readonly use: number;
}

/** What sums make of containers of which something is not known, a sentence each. */
export function missingWords({ request, target, use }: MissingContainers): string[] {
  const container = (count: number) => countOf(count, 'container');
  return [
    request > 0 ? `Without a request: ${container(request)}. All of their target is to add.` : '',
    target > 0 ? `Without a target: ${container(target)}. Their request counts as target.` : '',
    use > 0 ? `Without a sample: ${container(use)}. No use is added for them.` : '',
  ].filter((sentence) => sentence !== '');
}
