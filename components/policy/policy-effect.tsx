import type { EffectView } from '@/server/contract/operations';
import classes from '../edit/effect-panel.module.css';
import { type EffectLine, effectLines, firstPodLines } from './effect-words';

/** What saving changes, in numbers; nothing while it cannot be saved. */
export function PolicyEffect({ effect }: { effect: EffectView }) {
  if (effect.errors.length > 0) return null;
  return (
    <>
      <EffectTable lines={effectLines(effect)} />
      <EffectTable title={`Pod ${effect.first?.pod}`} lines={firstPodLines(effect)} />
    </>
  );
}

function EffectTable({ title, lines }: { title?: string; lines: readonly EffectLine[] }) {
  if (lines.length === 0) return null;
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          {title === undefined ? <td /> : <th scope="col">{title}</th>}
          <th scope="col">Now</th>
          <th scope="col">After</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.label}>
            <th scope="row">{line.label}</th>
            <td>{line.before}</td>
            <td className={classes.after}>{line.after}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
