import { useSearchParams } from 'next/navigation';
import { parseAsStringLiteral, useQueryState } from 'nuqs';
import type { ReactNode } from 'react';
import classes from './workload-tabs.module.css';

const PARTS = {
  why: 'Why',
  'what-if': 'What if',
  pods: 'Pods and events',
  policy: 'Policy',
} as const;

type Part = keyof typeof PARTS;
const NAMES = Object.keys(PARTS) as Part[];

/** The parts of a workload's page below what it is and does now: one is shown, on paper all. The address names it, or a replay, which is shown with what was asked. */
export function WorkloadTabs(parts: Record<Part, ReactNode>) {
  const [tab, setTab] = useQueryState('tab', parseAsStringLiteral(NAMES).withOptions({ history: 'push' }));
  const isOfReplay = useSearchParams().has('whatif');
  const shown = tab ?? (isOfReplay ? 'what-if' : 'why');
  return (
    <>
      <nav aria-label="Parts of this page" className={`${classes.tabs} no-print`}>
        {NAMES.map((name) => (
          <button
            key={name}
            type="button"
            className={classes.tab}
            aria-current={name === shown || undefined}
            onClick={() => void setTab(name)}
          >
            {PARTS[name]}
          </button>
        ))}
      </nav>
      {NAMES.map((name) => (
        <div key={name} className={classes.part} data-shown={name === shown}>
          {parts[name]}
        </div>
      ))}
    </>
  );
}
