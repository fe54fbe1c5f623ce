/**
 * Kubernetes objects as JSON: only the fields this product reads or writes. Times are RFC 3339 strings,
 * quantities are strings (see `objects/quantity`).
 */

export type * from './autoscaling';
export type * from './cluster';
export type * from './object';
export type * from './pod';
export type * from './workload';
