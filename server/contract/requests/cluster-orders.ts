import * as z from 'zod';
import { scopeSchema, stopSchema } from './stops';

/** The word for every cluster of a hub. */
export const ALL_CLUSTERS = 'all';

const clusters = z
  .string()
  .regex(/^[\w.,=-]{1,10000}$/, 'must be all, names such as eu-1,us-1, or a label such as region=eu');

const scope = scopeSchema.shape.scope.default({ kind: 'all' });

/** The body of a resume and a revert in clusters. */
export const clusterScopeSchema = z.strictObject({ clusters, scope });

export const clusterStopSchema = z.strictObject({ clusters, scope, reason: stopSchema.shape.reason });
