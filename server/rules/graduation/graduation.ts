import type { GraduationView } from '../../contract/graduation';
import type { GraduationFacts } from '../../decide/features/graduation/facts';
import {
  type GraduationInput,
  type GraduationJudgement,
  judgeGraduation,
  LOOK_EVERY_MS,
} from '../../decide/features/graduation/machine';
import { readGraduation } from '../../decide/features/graduation/rules';
import { stepNoteOf } from '../../decide/features/graduation/step-note';
import { FORMER_MODE_ANNOTATION } from '../../decide/pods/mode-before-stop';
import { isServedNamespace } from '../../decide/pods/served-namespaces';
import { isKubeError } from '../../kube/errors';
import type { LeadingContext } from '../../kube/leading-client';
import { errorText } from '../../lib/report/errors';
import { fewAtATime } from '../../lib/time/few-at-a-time';
import { type Repeating, type RunOutcome, repeat } from '../../lib/time/repeat';
import { Slices } from '../../lib/time/slices';
import { keyOf } from '../../objects/object-key';
import type { VerticalPodAutoscaler } from '../../objects/vpa-types';
import type { Happening } from '../../store';
import { aboutObject, aboutVpa } from '../../words/object-fault';
import type { RulesSettings } from '../settings';
import { GraduationActuator } from './actuator';
import { laterOom, oomOf, readLastOom, readMoves } from './fact-reading';
import { brokenLoopOf, GraduatedVpa, replayModeOf } from './graduated-vpa';
import type { GraduationPorts } from './ports';
import { ReplayQueue } from './replay-queue';
import { statedView } from './views';

const PASS_EVERY_MS = 60_000;
/** VPAs that are looked at at once: each may wait for the database or the API server. */
const AT_ONCE = 4;
/** After a step that could not be written, in cluster time. */
const AGAIN_MS = 60_000;
/** Rounds of one look: begin, then what each of the facts that cost something lets be decided. */
const MOST_ROUNDS = 4;

/** Steps VPAs that ask for it through their update modes. Each is looked at when it changed or its time has come. */
export class Graduation {
  private readonly known = new Map<string, GraduatedVpa>();
  private readonly actuator: GraduationActuator;
  private readonly replays: ReplayQueue;
  private readonly stopping = new AbortController();
  private readonly ends: (() => void)[] = [];
  private running: Repeating | undefined;

  constructor(
    private readonly context: LeadingContext<RulesSettings>,
    private readonly ports: GraduationPorts,
    private readonly mayAct: () => boolean,
  ) {
    const { client, clock, events, metrics } = context;
    this.actuator = new GraduationActuator({ client, clock, events, store: ports.store, metrics });
    this.replays = new ReplayQueue({
      clock,
      replay: (wanted, stopping) => ports.replay(wanted, stopping),
      ended: (key) => this.isDue(key),
    });
  }

  start(): void {
    const { caches, clock, wallClock, loops } = this.context;
    this.ends.push(
      caches.vpas.subscribe({
        added: (vpa) => this.learnBySelf(vpa),
        updated: (_former, vpa) => this.learnBySelf(vpa),
        deleted: (vpa) => this.forget(keyOf(vpa.metadata), vpa),
      }),
      this.ports.series.onHappening((happening) => this.happened(happening)),
    );
    this.running = repeat({
      name: 'graduate',
      everyMs: PASS_EVERY_MS,
      clock,
      wallClock,
      loops,
      run: async (): Promise<RunOutcome> => {
        if (!caches.vpas.seen) return 'retry';
        await this.pass();
        return 'done';
      },
    });
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    for (const end of this.ends) end();
    await this.replays.stop();
    await this.running?.stop();
  }

  /** Looks at every VPA that is due. */
  async pass(): Promise<void> {
    const { clock } = this.context;
    const { signal } = this.stopping;
    if (!this.mayAct()) return;
    const nowMs = clock.now();
    const due = [...this.known.values()].filter(({ lookAtMs }) => lookAtMs <= nowMs);
    const slices = new Slices();
    await fewAtATime(
      due,
      async (one) => {
        await slices.breathe();
        await this.lookBySelf(one);
      },
      { atOnce: AT_ONCE, goesOn: () => !signal.aborted && this.mayAct() },
    );
  }

  /** How graduation stands with a VPA; undefined if it does not graduate. */
  async view(namespace: string, name: string): Promise<GraduationView | undefined> {
    const vpa = this.context.caches.vpas.get(namespace, name);
    if (!vpa) return undefined;
    const stated = statedView(vpa);
    const one = this.known.get(keyOf(vpa.metadata));
    if (stated?.standing.code !== 'elsewhere' || !one || !this.mayAct()) return stated;
    await this.readTargets(one);
    const { standing, next, conditions } = this.judge(one);
    return { ...stated, standing, conditions, ...(next && { next }) };
  }

  /** One that cannot be read costs only itself. */
  private learnBySelf(vpa: VerticalPodAutoscaler): void {
    const { problems } = this.context;
    const about = aboutObject('VerticalPodAutoscaler', vpa);
    try {
      this.learn(vpa);
      problems.clear('object-unusable', about);
    } catch (error) {
      problems.report('object-unusable', about, errorText(error));
    }
  }

  /** Takes what a VPA states; rules that cannot be read are a problem, and nothing changes. */
  private learn(vpa: VerticalPodAutoscaler): void {
    const { problems, config, clock } = this.context;
    const key = keyOf(vpa.metadata);
    const reading = readGraduation(vpa);
    const isServed = isServedNamespace(config, vpa.metadata.namespace ?? '');
    if (reading.kind === 'invalid' && isServed)
      problems.report('graduation-invalid', aboutVpa(vpa.metadata), reading.faults.join('; '));
    if (reading.kind !== 'rules' || !isServed || !vpa.spec) {
      if (this.known.has(key)) this.forget(key, vpa, reading.kind === 'invalid');
      else if (reading.kind === 'none') this.clearProblems(vpa);
      return;
    }
    const former = this.known.get(key);
    const isSame = former?.vpa.metadata.uid === vpa.metadata.uid;
    if (former && !isSame) this.forget(key, vpa);
    const one = (isSame && former) || new GraduatedVpa(key, vpa, reading.rules);
    const isNews = !isSame || !former || isOther(former.vpa, vpa);
    one.vpa = vpa;
    one.rules = reading.rules;
    this.known.set(key, one);
    one.track.note(vpa, clock.now(), reading.rules.quiet.over);
    if (isNews) one.lookAtMs = Number.NEGATIVE_INFINITY;
    problems.clear('graduation-invalid', aboutVpa(vpa.metadata));
  }

  private forget(key: string, vpa: VerticalPodAutoscaler, staysInvalid = false): void {
    this.known.delete(key);
    this.replays.forget(key);
    if (!staysInvalid) this.clearProblems(vpa);
  }

  private clearProblems({ metadata }: VerticalPodAutoscaler): void {
    const about = aboutVpa(metadata);
    this.context.problems.clear('object-unusable', about);
    this.context.problems.clear('graduation-invalid', about);
    this.context.problems.clear('graduation-not-written', about);
  }

  private happened(happening: Happening): void {
    const one = this.known.get(`${happening.namespace}/${happening.vpa}`);
    const oom = one && oomOf(happening, this.context.clock.now());
    if (!one || !oom) return;
    one.oom = laterOom(one.oom, oom);
    one.lookAtMs = Number.NEGATIVE_INFINITY;
  }

  private isDue(key: string): void {
    const one = this.known.get(key);
    if (one) one.lookAtMs = Number.NEGATIVE_INFINITY;
  }

  /** One that fails is tried again later; the others go on. */
  private async lookBySelf(one: GraduatedVpa): Promise<void> {
    const { problems, clock, log } = this.context;
    const about = aboutVpa(one.vpa.metadata);
    // What comes to be known meanwhile makes it due again.
    one.lookAtMs = Number.POSITIVE_INFINITY;
    try {
      const lookAtMs = await this.look(one);
      one.lookAtMs = Math.min(one.lookAtMs, lookAtMs);
      problems.clear('graduation-not-written', about);
      problems.clear('object-unusable', about);
    } catch (error) {
      if (this.stopping.signal.aborted) return;
      one.lookAtMs = Math.min(one.lookAtMs, clock.now() + AGAIN_MS);
      // Changed or deleted meanwhile, or another's to step: its next version is looked at when it arrives.
      if (isKubeError(error, 'conflict', 'not-found', 'not-leading')) return;
      log.debug({ err: error, vpa: one.key }, 'A VPA could not be graduated');
      const code = isKubeError(error) ? 'graduation-not-written' : 'object-unusable';
      problems.report(code, about, errorText(error));
    }
  }

  /** Judges one VPA, asks for what would decide, and takes at most one step. @returns when to look again */
  private async look(one: GraduatedVpa): Promise<number> {
    await this.readOomsFirst(one);
    let judged = this.judge(one, { isFresh: true });
    for (let round = 0; judged.wanted && round < MOST_ROUNDS; round++) {
      if (judged.wanted === 'replay') {
        // What another process saw counts too, before anything goes up.
        await this.readOoms(one);
        this.askForReplay(one);
        return judged.lookAtMs;
      }
      await this.readTargets(one);
      judged = this.judge(one, { isFresh: true });
    }
    if (!judged.move) {
      // Without a recommender here, OOM kills are known from the record alone.
      const isTold = this.ports.confidenceOf(one.vpa) !== undefined;
      return isTold ? judged.lookAtMs : Math.min(judged.lookAtMs, this.context.clock.now() + LOOK_EVERY_MS);
    }
    if (!this.mayAct()) return judged.lookAtMs;
    await this.actuator.take(one.vpa, judged.move, this.stopping.signal);
    // Its new version makes it due.
    return this.context.clock.now() + AGAIN_MS;
  }

  /** @param isFresh whether targets that were read a while ago are to be read again */
  private judge(one: GraduatedVpa, { isFresh = false } = {}): GraduationJudgement {
    return judgeGraduation(this.inputOf(one, isFresh));
  }

  private inputOf(one: GraduatedVpa, isFresh: boolean): GraduationInput {
    const { clock, config } = this.context;
    const { vpa, rules } = one;
    const { namespace = '', name, annotations } = vpa.metadata;
    const nowMs = clock.now();
    const facts: GraduationFacts = {
      oom: one.oom,
      loop: brokenLoopOf(vpa, config.loopBreakerMisses),
      confidence: this.ports.confidenceOf(vpa),
      targets: isFresh && this.areTargetsOld(one, nowMs) ? undefined : one.moves?.found,
      replay: this.replays.factOf(one.key, one.basisOf(rules)),
    };
    return {
      rules,
      mode: vpa.spec.updatePolicy?.updateMode,
      note: stepNoteOf(vpa),
      isStopped: this.ports.isStopped(namespace, name) || annotations?.[FORMER_MODE_ANNOTATION] !== undefined,
      facts,
      nowMs,
    };
  }

  private areTargetsOld({ moves }: GraduatedVpa, nowMs: number): boolean {
    return !moves || nowMs - moves.atMs >= LOOK_EVERY_MS || moves.atMs > nowMs;
  }

  private async readTargets(one: GraduatedVpa): Promise<void> {
    const nowMs = this.context.clock.now();
    if (!this.areTargetsOld(one, nowMs)) return;
    const asked = { nowMs, overMs: one.rules.quiet.over };
    const found = await readMoves(this.ports.series, one.vpa, one.track, asked);
    one.moves = { atMs: nowMs, found };
  }

  /** OOM kills from before this process; those since are told. */
  private async readOomsFirst(one: GraduatedVpa): Promise<void> {
    const isTold = this.ports.confidenceOf(one.vpa) !== undefined;
    if (one.oomsReadMs === undefined || !isTold) await this.readOoms(one);
  }

  private async readOoms(one: GraduatedVpa): Promise<void> {
    const note = stepNoteOf(one.vpa);
    const nowMs = this.context.clock.now();
    const fromMs = one.oomsReadMs ?? Math.min(note?.sinceMs ?? nowMs, nowMs - one.rules.stay);
    const found = await readLastOom(this.ports.series, one.vpa, { fromMs: fromMs - LOOK_EVERY_MS, nowMs });
    one.oom = laterOom(one.oom, found);
    one.oomsReadMs = nowMs;
  }

  private askForReplay(one: GraduatedVpa): void {
    const { namespace = '', name } = one.vpa.metadata;
    const { rules } = one;
    this.replays.ask(one.key, {
      namespace,
      name,
      days: rules.replay.days,
      updateMode: replayModeOf(rules.steps),
      basis: one.basisOf(rules),
    });
  }
}

function isOther(former: VerticalPodAutoscaler, vpa: VerticalPodAutoscaler): boolean {
  return (
    former.metadata.generation !== vpa.metadata.generation ||
    JSON.stringify(former.metadata.annotations) !== JSON.stringify(vpa.metadata.annotations) ||
    former.metadata.generation === undefined
  );
}
