import type { RecommenderPorts } from './handle';

/**
 * The lease of the recommender that writes. It is not `vpa-recommender`, which belongs to the one of a managed
 * cluster; recommenders of other names have leases of their own.
 */
export function leaseNameOf({ recommenderName }: { recommenderName: string }): string {
  return recommenderName === 'default' ? 'plumbline-recommender' : `plumbline-recommender-${recommenderName}`;
}

/** Keeps what passes find only while `mayWrite`: the database needs it once. */
export function keepsWhile(
  mayWrite: () => boolean,
  series: RecommenderPorts['series'],
): RecommenderPorts['series'] {
  return {
    add: (...point) => {
      if (mayWrite()) series.add(...point);
    },
    addFormer: (...points) => {
      if (mayWrite()) series.addFormer(...points);
    },
    addHappening: (happening) => {
      if (mayWrite()) series.addHappening(happening);
    },
    past: (...asked) => series.past(...asked),
  };
}
