import { isDeepStrictEqual } from 'node:util';
import { EDITED_ANNOTATIONS } from '../decide/features/edits';
import { FORMER_MODE_ANNOTATION, formerModeText } from '../decide/pods/mode-before-stop';
import { isServedNamespace, type NamespaceSettings } from '../decide/pods/served-namespaces';
import type { StopState } from '../decide/pods/stop';
import { compareResourceVersions } from '../kube/object-store';
import type { OwnWrites } from '../kube/own-writes';
import { SHOWN_WITHIN_MS } from '../kube/until-shown';
import type { WatchCache } from '../kube/watch-cache';
import type { Clock } from '../lib/time/clock';
import { plain } from '../objects/json-object';
import { keyOf } from '../objects/object-key';
import { API_RESOURCES, pathOf } from '../objects/resources';
import type { VerticalPodAutoscaler } from '../objects/vpa-types';
import type { JournalWriter } from '../store';
import { editorsSince } from './field-editors';
import { heededAnnotations, isKeptByUs } from './heeded-annotations';
import { OURSELVES } from './policy-authors';
import { editablePart } from './policy-edit/edit';
import { modePatch } from './stops/mode-patch';

/** API servers date changes in whole seconds, truncated. */
const WITHIN_MS = 999;

interface PolicyWatchOptions {
  vpas: WatchCache<VerticalPodAutoscaler>;
  clock: Clock;
  wallClock: Pick<Clock, 'sleep'>;
  recorder: Pick<JournalWriter, 'record'>;
  /** The user who made this policy, if known; a promise where another process may know. Never rejects. */
  authorOf(vpa: VerticalPodAutoscaler): string | undefined | Promise<string | undefined>;
  /** What this process writes, however. */
  own: Pick<OwnWrites, 'answered' | 'has' | 'hasRemoved'>;
  /** The stops in force. */
  stops(): StopState;
  /** The VPAs this product acts on; changes of others are not recorded. */
  served: NamespaceSettings;
  /** Whether this process is the one that records what every process sees. */
  isLeading(): boolean;
}

/** What a change is told against. */
interface Since {
  readonly former: VerticalPodAutoscaler | undefined;
  /** What to say where no watch told the change. */
  readonly missed: string;
}

const UNSEEN = ' (seen in a list after the watch was interrupted: there may have been others between)';

interface Expected {
  readonly policy: object;
  /** The resulting version, once known. */
  version?: string;
  /** Aborted once the watch has shown it, or another change takes its place. */
  readonly seen: AbortController;
}

/**
 * Records policies that others create, change and delete in the cluster; our own changes are recorded when
 * they are made.
 */
export class PolicyWatch {
  /** Our own policy changes until the watch has shown them. */
  private readonly expected = new Map<string, Expected>();
  /** The VPAs that we remove, until the watch has shown it. */
  private readonly leaving = new Map<string | undefined, AbortController>();
  private end = (): void => {};

  constructor(private readonly options: PolicyWatchOptions) {}

  start(): void {
    const { vpas } = this.options;
    let isReplay = true;
    this.end = vpas.subscribe({
      added: (vpa) => {
        if (!isReplay && vpas.seen) this.seen(undefined, vpa);
        this.dropExpected(vpa);
      },
      updated: (former, vpa) => {
        this.seen(former, vpa);
        this.dropExpected(vpa);
      },
      deleted: (vpa) => {
        this.drop(keyOf(vpa.metadata));
        const leaving = this.leaving.get(vpa.metadata.uid);
        leaving?.abort();
        if (this.leaving.delete(vpa.metadata.uid)) return;
        const missed = this.missed();
        this.onceAnswered(vpa, () => {
          if (this.options.own.hasRemoved(vpa)) return;
          this.record(vpa, 'unknown', `deleted${missed}`, stated(vpa), null);
        });
      },
    });
    isReplay = false;
  }

  stop(): void {
    this.end();
  }

  /**
   * Announces our own change of a policy. The returned function takes the resulting version, if it was made, and
   * resolves once this process sees it, so that what is read next shows it.
   */
  expect(vpa: VerticalPodAutoscaler): (version: string | undefined) => Promise<void> {
    const key = keyOf(vpa.metadata);
    const expected: Expected = { policy: plain(editablePart(vpa)), seen: new AbortController() };
    this.drop(key);
    this.expected.set(key, expected);
    return async (version) => {
      if (this.expected.get(key) !== expected) return;
      if (version === undefined) {
        this.drop(key);
        return;
      }
      expected.version = version;
      const { namespace = '', name } = vpa.metadata;
      const seen = this.options.vpas.get(namespace, name);
      if (seen) this.dropExpected(seen);
      await this.until(expected.seen);
    };
  }

  /** Announces that we remove a VPA; `left` resolves once this process sees it, `stayed` takes it back. */
  expectRemoval({ metadata: { uid } }: VerticalPodAutoscaler): { left(): Promise<void>; stayed(): void } {
    const seen = new AbortController();
    this.leaving.set(uid, seen);
    return { left: () => this.until(seen), stayed: () => void this.leaving.delete(uid) };
  }

  private async until({ signal }: AbortController): Promise<void> {
    await this.options.wallClock.sleep(SHOWN_WITHIN_MS, signal);
  }

  private dropExpected(seen: VerticalPodAutoscaler): void {
    const version = this.expected.get(keyOf(seen.metadata))?.version;
    if (version !== undefined && compareResourceVersions(seen.metadata.resourceVersion, version) >= 0)
      this.drop(keyOf(seen.metadata));
  }

  private drop(key: string): void {
    this.expected.get(key)?.seen.abort();
    this.expected.delete(key);
  }

  /** The watch may be faster than the answer to what we wrote. */
  private onceAnswered({ metadata: { namespace, name } }: VerticalPodAutoscaler, work: () => void): void {
    const paths = [pathOf(API_RESOURCES.vpas, namespace, name), pathOf(API_RESOURCES.vpas, namespace)];
    const answered = this.options.own.answered(paths);
    if (answered) void answered.then(work);
    else work();
  }

  private seen(former: VerticalPodAutoscaler | undefined, vpa: VerticalPodAutoscaler): void {
    if (former && isSamePolicy(former, vpa)) return;
    if (this.isExpected(former, vpa)) return;
    const stops = this.options.stops();
    const missed = this.missed();
    this.onceAnswered(vpa, () => {
      if (!this.options.own.has(vpa) && !(former && isOfStops(former, vpa, stops)))
        this.changed({ former, missed }, vpa);
    });
  }

  /** What to add where the list shows a change and no watch told it: others may have come between. */
  private missed(): string {
    return this.options.vpas.isListing ? UNSEEN : '';
  }

  private isExpected(former: VerticalPodAutoscaler | undefined, vpa: VerticalPodAutoscaler): boolean {
    const policy = this.expected.get(keyOf(vpa.metadata))?.policy;
    return (
      isDeepStrictEqual(policy, editablePart(vpa)) &&
      (!former || isDeepStrictEqual(besidesEdits(former), besidesEdits(vpa)))
    );
  }

  private changed(since: Since, vpa: VerticalPodAutoscaler): void {
    const author = this.options.authorOf(vpa);
    if (author instanceof Promise) void author.then((user) => this.changedBy(user, since, vpa));
    else this.changedBy(author, since, vpa);
  }

  private changedBy(user: string | undefined, { former, missed }: Since, vpa: VerticalPodAutoscaler): void {
    const editors = editorsSince(former, vpa);
    const manager = editors.map((editor) => editor.manager).join(', ') || undefined;
    // A program names itself as it likes, also like a person.
    const who = `${user ?? 'unknown'}${manager === undefined ? '' : ` (${manager})`}`;
    const changedMs = Math.max(...editors.map(({ time }) => Date.parse(time ?? '')));
    this.record(
      vpa,
      who,
      (former ? differences(former, vpa) : 'made') + missed,
      former ? stated(former) : null,
      stated(vpa),
      changedMs,
    );
  }

  private record(
    { metadata }: VerticalPodAutoscaler,
    who: string,
    detail: string,
    before: unknown,
    after: unknown,
    changedMs = Number.NaN,
  ): void {
    const { clock, recorder, served, isLeading } = this.options;
    if (!isServedNamespace(served, metadata.namespace ?? '') || !isLeading()) return;
    recorder.record({
      kind: 'change',
      atMs: Number.isFinite(changedMs) ? Math.min(clock.now(), changedMs + WITHIN_MS) : clock.now(),
      who,
      change: 'edited-in-cluster',
      namespace: metadata.namespace ?? '',
      name: metadata.name,
      outcome: 'done',
      detail,
      before,
      after,
    });
  }
}

/** Whether the change is no more than what the stops in force make of the VPA, in whatever process. */
function isOfStops(former: VerticalPodAutoscaler, vpa: VerticalPodAutoscaler, stops: StopState): boolean {
  const patch = modePatch(former, stops);
  if (!patch || vpa.spec.updatePolicy?.updateMode !== patch.to) return false;
  const note = (one: VerticalPodAutoscaler) => one.metadata.annotations?.[FORMER_MODE_ANNOTATION];
  const { updatePolicy } = former.spec;
  const kept = formerModeText({ mode: updatePolicy?.updateMode ?? null, policy: updatePolicy !== undefined });
  if (note(vpa) !== (patch.kind === 'stop' ? kept : undefined)) return false;
  const besides = (one: VerticalPodAutoscaler) => {
    const { updateMode: _, ...others } = one.spec.updatePolicy ?? {};
    const { [FORMER_MODE_ANNOTATION]: _note, ...annotations } = heededAnnotations(one);
    return [{ ...one.spec, updatePolicy: others }, annotations];
  };
  return isDeepStrictEqual(besides(former), besides(vpa));
}

/** Whether nothing changed that decides anything; what is learned and shown in annotations is no policy. */
function isSamePolicy(former: VerticalPodAutoscaler, vpa: VerticalPodAutoscaler): boolean {
  if (!isDeepStrictEqual(former.spec, vpa.spec)) return false;
  const changed = changedAnnotations(former, vpa);
  const areOurs = editorsSince(former, vpa).every(({ manager }) => manager === OURSELVES);
  return changed.every((name) => areOurs && isKeptByUs(name));
}

/** The heeded annotations that people do not edit here. */
function besidesEdits(vpa: VerticalPodAutoscaler): object {
  const edited = new Set(EDITED_ANNOTATIONS);
  return Object.fromEntries(Object.entries(heededAnnotations(vpa)).filter(([name]) => !edited.has(name)));
}

function changedAnnotations(former: VerticalPodAutoscaler, vpa: VerticalPodAutoscaler): string[] {
  const [was, is] = [heededAnnotations(former), heededAnnotations(vpa)];
  const names = new Set([...Object.keys(was), ...Object.keys(is)]);
  return [...names].filter((name) => was[name] !== is[name]);
}

/** What changed, in words: `updateMode Off → Recreate, resourcePolicy`. */
function differences(former: VerticalPodAutoscaler, vpa: VerticalPodAutoscaler): string {
  const words: string[] = [];
  const was: VerticalPodAutoscaler['spec'] = former.spec ?? {};
  const is: VerticalPodAutoscaler['spec'] = vpa.spec ?? {};
  const { updateMode: from, ...formerPolicy } = was.updatePolicy ?? {};
  const { updateMode: to, ...policy } = is.updatePolicy ?? {};
  if (from !== to) words.push(`updateMode ${from ?? 'unset'} → ${to ?? 'unset'}`);
  if (!isDeepStrictEqual(formerPolicy, policy)) words.push('updatePolicy');
  const fields = new Set([...Object.keys(was), ...Object.keys(is)] as (keyof typeof is)[]);
  fields.delete('updatePolicy');
  for (const field of fields) if (!isDeepStrictEqual(was[field], is[field])) words.push(field);
  words.push(...changedAnnotations(former, vpa));
  return words.join(', ');
}

function stated(vpa: VerticalPodAutoscaler): object {
  return { ...vpa.spec, ...heededAnnotations(vpa) };
}
