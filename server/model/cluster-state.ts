import type { ContainerAggregate } from './aggregate';
import type {
  CheckpointState,
  ContainerRef,
  ModelSettings,
  PodInput,
  PodState,
  SampleOutcome,
  VpaInput,
} from './cluster-types';
import type { Labels } from './selector';

/**
 * All that is known of the cluster: pods, VPAs and what their containers used. Samples of containers with the
 * same namespace, name and pod labels share one aggregate; a VPA merges those its selector matches.
 */
export declare class ClusterState {
  constructor(settings: ModelSettings);
  /** Tells the time (Unix ms); samples more than an hour past it are refused as coming from the future. */
  advanceTo(nowMs: number): void;

  setPod(pod: PodInput): void;
  /** Forgets the pod; what it taught stays. */
  deletePod(namespace: string, name: string): void;
  pod(namespace: string, name: string): PodState | undefined;
  pods(): Iterable<PodState>;
  podsOfOwner(ownerUid: string): Iterable<PodState>;

  setVpa(vpa: VpaInput): void;
  deleteVpa(namespace: string, name: string): void;
  vpas(): Iterable<{ readonly namespace: string; readonly name: string }>;
  /** The pods whose labels the VPA's selector matches. */
  podsOfVpa(namespace: string, name: string): Iterable<PodState>;
  matchesAnyVpa(namespace: string, labels: Labels): boolean;

  addCpuSample(ref: ContainerRef, timeMs: number, millicores: number): SampleOutcome;
  addMemorySample(ref: ContainerRef, timeMs: number, bytes: number): SampleOutcome;
  /** `memoryBytes` is the container's memory request when it was killed, or what it is known to have used. */
  recordOom(ref: ContainerRef, timeMs: number, memoryBytes: number): SampleOutcome;

  /** What a VPA knows per container name: all matching aggregates and loaded checkpoints merged. */
  aggregatesOf(namespace: string, name: string): Map<string, ContainerAggregate>;
  /** The same, with the memory peak of every live container's current window taken out, as checkpoints want it. */
  checkpointAggregatesOf(namespace: string, name: string, nowMs: number): Map<string, ContainerAggregate>;
  /** Adds what an earlier process learned about `container` under this VPA; a second call replaces the first. */
  loadCheckpoint(namespace: string, vpa: string, container: string, checkpoint: CheckpointState): void;
  dropCheckpoint(namespace: string, vpa: string, container: string): void;

  /**
   * Drops aggregates without use (expired, or empty and old, or empty and fed by nothing); `isLive` says
   * whether a controller exists that can bring pods with these labels. Returns how many went.
   */
  collectGarbage(nowMs: number, isLive: (namespace: string, labels: Labels) => boolean): number;

  readonly aggregateCount: number;
  readonly podCount: number;
  readonly containerCount: number;
  readonly vpaCount: number;
}
