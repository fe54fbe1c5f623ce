import type { ComparedGroup } from './comparison';
import { FigureTitle } from './figure-title';
import classes from './only-figures.module.css';

interface OnlyFiguresProps {
  groups: readonly ComparedGroup[];
  /** Whether they are of several workloads. */
  hasMany: boolean;
}

/** The figures of a variant that is compared with no other: each group beside the next. */
export function OnlyFigures({ groups, hasMany }: OnlyFiguresProps) {
  return (
    <section aria-label="Figures">
      {hasMany && <p className={classes.over}>Over all workloads: the sum or mean</p>}
      <div className={classes.groups}>
        {groups.map(({ title, rows }) => (
          <section key={title} aria-label={title}>
            <h3 className={classes.title}>{title}</h3>
            <dl className={classes.rows}>
              {rows.map(({ figure, title: label, help, cells: [cell] }) => (
                <div key={figure}>
                  <dt>
                    <FigureTitle title={label} help={help} />
                  </dt>
                  <dd>
                    {cell?.text}
                    {cell?.spread && <span className={classes.spread}>{cell.spread}</span>}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </section>
  );
}
