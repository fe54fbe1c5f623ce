'use client';

import { Box, Switch, Text, VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import { BEARABLE_WORDS } from '@/server/contract/figures';
import type { ReplayOutcome } from '@/server/contract/replays';
import { ScrollRegion } from '../layout/scroll-region';
import { Tooltip } from '../layout/tooltip';
import classes from './compare-table.module.css';
import { type ComparedCell, type ComparedGroup, comparison } from './comparison';
import onlyFiguresClasses from './only-figures.module.css';
import { VariantMark } from './variant-mark';

/** The variants side by side, with the best of each row marked; only one is not a table. */
export function CompareTable({ outcome }: { outcome: Pick<ReplayOutcome, 'variants' | 'workloads'> }) {
  const [isWhole, setWhole] = useState(false);
  const { variants, workloads } = outcome;
  const groups = comparison(variants, { isWhole, workloads: workloads.length });
  const hasMany = workloads.length > 1;
  return (
    <div>
      {variants.length === 1 ? (
        <OnlyFigures groups={groups} hasMany={hasMany} />
      ) : (
        <ScrollRegion label="Comparison">
          <table className={classes.table}>
            <Box component="caption" pb={6} c="dimmed" fz={12} ta="left">
              Figures of each variant{hasMany && ' over all workloads: the sum or mean'}. {BEARABLE_WORDS}.
            </Box>
            <thead>
              <tr>
                <td />
                {variants.map(({ name }, index) => (
                  <th key={name} scope="col">
                    <VariantMark number={index + 1} /> {name}
                  </th>
                ))}
              </tr>
            </thead>
            {groups.map(({ title, rows }) => (
              <tbody key={title}>
                <tr>
                  <th scope="rowgroup" colSpan={variants.length + 1} className={classes.group}>
                    {title}
                  </th>
                </tr>
                {rows.map(({ figure, title: label, help, cells }) => (
                  <tr key={figure}>
                    <th scope="row">
                      <FigureTitle title={label} help={help} />
                    </th>
                    {cells.map((cell, index) => (
                      <Cell
                        key={variants[index]?.name}
                        cell={cell}
                        isOnly={cells.filter(({ isBest }) => isBest).length === 1}
                      />
                    ))}
                  </tr>
                ))}
              </tbody>
            ))}
          </table>
        </ScrollRegion>
      )}
      <Switch
        mt={10}
        size="xs"
        label="All figures"
        checked={isWhole}
        onChange={(event) => setWhole(event.currentTarget.checked)}
      />
    </div>
  );
}

/** One that is best alone says so; equals are only set off. */
function Cell({ cell: { text, isBest, spread }, isOnly }: { cell: ComparedCell; isOnly: boolean }) {
  return (
    <td data-best={isBest || undefined}>
      {text}
      {isBest &&
        (isOnly ? <span className={classes.best}>best</span> : <VisuallyHidden>, best</VisuallyHidden>)}
      {spread && <span className={classes.spread}>{spread}</span>}
    </td>
  );
}

interface OnlyFiguresProps {
  groups: readonly ComparedGroup[];
  /** Whether they are of several workloads. */
  hasMany: boolean;
}

/** The figures of a variant that is compared with no other: each group beside the next. */
function OnlyFigures({ groups, hasMany }: OnlyFiguresProps) {
  return (
    <section aria-label="Figures">
      {hasMany && (
        <Text mb={6} c="dimmed" fz={12}>
          Over all workloads: the sum or mean
        </Text>
      )}
      <div className={onlyFiguresClasses.groups}>
        {groups.map(({ title, rows }) => (
          <section key={title} aria-label={title}>
            <Text component="h3" mb={6} c="dimmed" fz={12} fw={600}>
              {title}
            </Text>
            <dl className={onlyFiguresClasses.rows}>
              {rows.map(({ figure, title: label, help, cells: [cell] }) => (
                <div key={figure}>
                  <dt>
                    <FigureTitle title={label} help={help} />
                  </dt>
                  <dd>
                    {cell?.text}
                    {cell?.spread && (
                      <Box component="span" display="block" c="dimmed" fz={11} fw={400}>
                        {cell.spread}
                      </Box>
                    )}
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

/** The name of a figure, and what it means. */
function FigureTitle({ title, help }: { title: string; help: string }) {
  return (
    <Tooltip label={help} multiline maw={260} forAll>
      <span>{title}</span>
    </Tooltip>
  );
}
