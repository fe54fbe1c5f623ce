import type { HpaEffectView } from '@/server/contract/operations';
import panel from '../../edit/effect-panel.module.css';
import replay from '../../replay/replay-verdict.module.css';
import { pastWords } from './past-words';

type Past = NonNullable<HpaEffectView['trial']>['past'];

/** The hours that are known, under the rules in force and under these; a shortage comes first. */
export function HpaPast({ past }: { past: Past }) {
  if (!past)
    return (
      <p className={panel.soft}>
        The past is not replayed: too little was measured since these metrics and targets are in force.
      </p>
    );
  const { title, isWorse, verdict, replicas, notes } = pastWords(past);
  return (
    <section className={replay.panel} aria-label={title}>
      <h3 className={replay.title}>{title}</h3>
      <p className={replay.verdict} data-worse={isWorse}>
        {verdict}
      </p>
      <p className={replay.saved}>{replicas}</p>
      {notes.map((note) => (
        <p key={note} className={replay.soft}>
          {note}
        </p>
      ))}
    </section>
  );
}
