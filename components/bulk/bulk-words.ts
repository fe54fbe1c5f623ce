import { countOf } from '@/server/words/counts';

/** What a change of many is for: each is told by one word, from the heading to the outcome. */
type Kind = 'mode' | 'make' | 'undo';

interface Words {
  title: (chosen: number) => string;
  forecast: (count: number) => string;
  confirm: (count: number) => string;
  /** On the button while it is not known how many. */
  verb: string;
  done: (count: number) => string;
  unsure: (count: number) => string;
}

export const BULK_WORDS: Readonly<Record<Kind, Words>> = {
  mode: {
    title: (chosen) => `Change the mode of ${countOf(chosen, 'workload')}`,
    forecast: (count) => `${countOf(count, 'workload changes', 'workloads change')}.`,
    verb: 'Change',
    confirm: (count) => `Change ${countOf(count, 'workload')}`,
    done: (count) => `${countOf(count, 'workload was', 'workloads were')} changed.`,
    unsure: (count) => `${countOf(count, 'workload')} may be changed or not.`,
  },
  make: {
    title: (chosen) => `Create VPAs for ${countOf(chosen, 'workload')}`,
    forecast: (count) => `${countOf(count, 'VPA is', 'VPAs are')} created, in mode Off.`,
    verb: 'Create',
    confirm: (count) => `Create ${countOf(count, 'VPA')}`,
    done: (count) => `${countOf(count, 'VPA was', 'VPAs were')} created.`,
    unsure: (count) => `${countOf(count, 'VPA')} may be created or not.`,
  },
  undo: {
    title: (chosen) => `Undo ${countOf(chosen, 'change')}`,
    forecast: (count) => `${countOf(count, 'change is', 'changes are')} undone.`,
    verb: 'Undo',
    confirm: (count) => `Undo ${countOf(count, 'change')}`,
    done: (count) => `${countOf(count, 'change was', 'changes were')} undone.`,
    unsure: (count) => `${countOf(count, 'change')} may be undone or not.`,
  },
};
