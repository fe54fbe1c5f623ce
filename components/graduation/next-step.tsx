import type { GraduationView } from '@/server/contract/graduation';
import type { EffectView } from '@/server/contract/operations';
import { useEffectOf } from '../api/edits';
import { objectPath } from '../api/paths';
import { PolicyEffect } from '../policy/policy-effect';
import { ReplayVerdict } from '../replay/replay-verdict';
import classes from './graduation-card.module.css';

interface NextStepProps {
  namespace: string;
  name: string;
  /** The mode of the next step. */
  mode: NonNullable<GraduationView['next']>;
}

/** What the next step of a graduation would do to the pods of a workload if it was taken now. */
export function NextStep({ namespace, name, mode }: NextStepProps) {
  const { data: effect, error } = useEffectOf<EffectView>(
    objectPath('/api/vpas', namespace, name),
    JSON.stringify({ updateMode: mode }),
  );
  if (!effect && !error) return null;
  return (
    <section className={classes.next} aria-label={`What ${mode} would do now`}>
      <h3>What {mode} would do now</h3>
      {error && <p>It cannot be foreseen now: {error.message}</p>}
      {effect && (
        <>
          <ul>
            {effect.statements.map((statement) => (
              <li key={statement}>{statement}</li>
            ))}
            {effect.errors.map(({ field, message }) => (
              <li key={`${field} ${message}`}>
                {field}: {message}
              </li>
            ))}
          </ul>
          <PolicyEffect effect={effect} />
          <ReplayVerdict
            namespace={namespace}
            name={name}
            variants={[{ name: 'As saved' }, { name: mode, updateMode: mode }]}
            isUsable={effect.errors.length === 0}
            label={`Last week with ${mode}`}
            order={3}
          />
        </>
      )}
    </section>
  );
}
