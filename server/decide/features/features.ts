import { applyNowFeature } from './apply-now';
import { approvals } from './approvals';
import { calendar } from './calendar';
import type { VpaFeature } from './feature';
import { firstChange } from './first-change';
import { graduation } from './graduation';
import { limitsFeature } from './limits';
import { mayEvictFeature } from './may-evict';
import { memoryFollows } from './memory-follows';
import { memoryLimitFeature } from './memory-limit';
import { nodeScope } from './node-scope';
import { podGroups } from './pod-groups';
import { podLevelFeature } from './pod-level';
import { recommenderFeature } from './recommender';
import { runtimeFeature } from './runtime';
import { storage } from './storage';
import { withHpa } from './with-hpa';

/** Everything that a VPA may opt into, in the order of warnings and of the form. */
export const FEATURES = [
  withHpa,
  recommenderFeature,
  storage,
  runtimeFeature,
  memoryFollows,
  memoryLimitFeature,
  limitsFeature,
  podLevelFeature,
  calendar,
  firstChange,
  nodeScope,
  graduation,
  applyNowFeature,
  mayEvictFeature,
  approvals,
  podGroups,
] as const satisfies readonly VpaFeature[];
