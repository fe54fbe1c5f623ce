import classes from './definition-lines.module.css';

/** Labels with their values, one per line. */
export function DefinitionLines({ lines }: { lines: readonly { label: string; value: string }[] }) {
  return (
    <dl className={classes.lines}>
      {lines.map((line) => (
        <div key={line.label}>
          <dt>{line.label}</dt>
          <dd>{line.value}</dd>
        </div>
      ))}
    </dl>
  );
}
