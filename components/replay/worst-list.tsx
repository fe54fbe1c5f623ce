'use client';

import { Anchor, Select } from '@mantine/core';
import { useState } from 'react';
import { FIGURE_NAMES, type FigureName } from '@/server/contract/figures';
import type { VariantOutcome } from '@/server/contract/replays';
import shared from '../layout/shared.module.css';
import Link from '../navigation/link';
import { workloadHref } from '../navigation/pages';
import { figureTitle, worstOf } from './comparison';
import { VariantMark } from './variant-mark';
import classes from './worst-list.module.css';

/** The ten workloads that a figure is worst for, under each variant. */
export function WorstList({ variants }: { variants: readonly VariantOutcome[] }) {
  const known = FIGURE_NAMES.filter((name) => variants.some(({ summary }) => summary[name]));
  const [figure, setFigure] = useState<FigureName>('cpuShort');
  const worst = worstOf(variants, figure);
  return (
    <section aria-label="The worst workloads">
      <div className={classes.heading}>
        <h3>The worst ten by</h3>
        <Select
          aria-label="Figure"
          size="xs"
          w={210}
          data={known.map((value) => ({ value, label: figureTitle(value) }))}
          value={figure}
          allowDeselect={false}
          onChange={(value) => value && setFigure(value as FigureName)}
        />
      </div>
      <div className={classes.lists}>
        {worst.map(({ name, worst: named }, index) => (
          <div key={name}>
            <p className={shared.subheading}>
              <VariantMark number={index + 1} /> {name}
            </p>
            {named.length === 0 && <p className={shared.soft}>None: nothing is wrong by this figure.</p>}
            <ol className={classes.list}>
              {named.map(({ workload, text }) => {
                const slash = workload.indexOf('/');
                return (
                  <li key={workload}>
                    <Anchor
                      component={Link}
                      href={workloadHref(workload.slice(0, slash), workload.slice(slash + 1))}
                      fz="inherit"
                    >
                      {workload}
                    </Anchor>
                    <span>{text}</span>
                  </li>
                );
              })}
            </ol>
          </div>
        ))}
      </div>
    </section>
  );
}
