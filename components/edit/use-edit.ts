'use client';

import { useDebouncedValue, useWindowEvent } from '@mantine/hooks';
import { useEffect, useEffectEvent, useState } from 'react';
import type { FieldError } from '@/server/contract/errors';
import { useEffectOf, useSaveEdit } from '../api/edits';
import { fieldsAtFault } from '../api/request';
import { notify } from '../notices/notify';
import type { AskedForm } from './edit-button';

const TYPING_PAUSE_MS = 300;

export interface EditAnswer {
  /** Sentences about the effect of saving, most important first. */
  statements: readonly string[];
  warnings: readonly string[];
  errors: readonly FieldError[];
}

/** One version of what is edited: its fields, and what tells it from other versions, as plain data. */
export interface Version<Fields, Mark> {
  fields: Fields;
  mark: Mark;
}

interface EditedForm<Fields> {
  values: Fields;
  setValues(values: Fields): void;
  setErrors(errors: Record<string, string>): void;
  isTouched(place: string): boolean;
}

interface EditOptions<Fields, Mark, Edit> extends AskedForm {
  form: EditedForm<Fields>;
  /** `NAMESPACE/NAME`. */
  subject: string;
  /** Its place in the API. */
  path: string;
  /** The version in force now. */
  current: Version<Fields, Mark>;
  /** The change from the opened version to what is typed; undefined if there is none. */
  editOf(opened: Version<Fields, Mark>, values: Fields): Edit | undefined;
  /** The edit as it is saved, on top of the version with this mark. */
  savedOn(edit: Edit, mark: Mark): Edit;
  /** My edits applied to a newer version. */
  rebased(opened: Fields, mine: Fields, newer: Fields): Fields;
  /** The input for a field that the server names; undefined if it has none. */
  inputOf(field: string): string | undefined;
  isEmptyAt(values: Fields, input: string): boolean;
  /** How it is saved; `POST` makes a new object. */
  method?: 'PATCH' | 'POST';
  /** Reads the version in force; with it, what was saved can be undone from its notice. */
  read?(): Promise<Version<Fields, Mark>>;
  /** Inputs with something in them that is no number; while there are any, nothing is tried. */
  unreadable?: readonly string[];
}

/**
 * An edit in a form: what it would do, tried while people type, with errors at their inputs; saved on top of
 * the version that was opened, and not left behind unasked.
 */
export function useEdit<Fields extends object, Mark, Edit, Answer extends EditAnswer>({
  form,
  subject,
  path,
  current,
  editOf,
  savedOn,
  rebased,
  inputOf,
  isEmptyAt,
  method,
  read,
  unreadable = [],
  isAsked,
  onAskAgain,
  onClose,
}: EditOptions<Fields, Mark, Edit>) {
  const [opened, setOpened] = useState(current);
  const [leaving, setLeaving] = useState(false);
  const edit = editOf(opened, form.values);
  const misread = unreadable.join();
  const written = misread ? undefined : JSON.stringify(edit);
  const [settled] = useDebouncedValue(written, TYPING_PAUSE_MS);
  const { data: effect, error, isPlaceholderData } = useEffectOf<Answer>(path, settled);
  const save = useSaveEdit<Edit, Answer>(path, method);
  const errors = edit ? (effect?.errors ?? []) : [];
  const isOutdated = JSON.stringify(current.mark) !== JSON.stringify(opened.mark);
  const isTried = written !== undefined && written === settled && effect !== undefined && !isPlaceholderData;
  const isUsable = isTried && errors.length === 0;

  /** A field that nobody has typed into is still empty, not wrong. */
  const isMissing = ({ field }: FieldError) => {
    const input = inputOf(field);
    return input !== undefined && isEmptyAt(form.values, input) && !form.isTouched(input);
  };
  const placesOf = useEffectEvent((complaints: readonly FieldError[]) =>
    complaints.flatMap((complaint): [string, string][] => {
      const input = inputOf(complaint.field);
      return input === undefined || isMissing(complaint) ? [] : [[input, complaint.message]];
    }),
  );

  useEffect(() => {
    if (misread) {
      form.setErrors(Object.fromEntries(misread.split(',').map((input) => [input, 'must be a number'])));
      return;
    }
    const complaints = written === undefined ? [] : [...fieldsAtFault(error), ...(effect?.errors ?? [])];
    form.setErrors(Object.fromEntries(placesOf(complaints)));
  }, [effect, error, written, misread, form.setErrors]);

  const leave = () => (edit ? setLeaving(true) : onClose());
  const wentBack = useEffectEvent(() => {
    if (edit) onAskAgain();
    leave();
  });
  useEffect(() => {
    if (!isAsked) wentBack();
  }, [isAsked]);
  useWindowEvent('beforeunload', (event) => {
    if (edit) event.preventDefault();
  });

  const canSave = isUsable && !isOutdated;
  const submit = () => {
    if (!edit || !canSave) return;
    save.mutate(savedOn(edit, opened.mark), {
      onSuccess: ({ statements }) => {
        const undo = read && (() => void undone(read, form.values));
        notify({ color: 'verdigris', title: `Saved ${subject}`, message: statements[0], undo });
        onClose();
      },
    });
  };

  /** Saves the fields as they were opened, as long as nobody changed them since they were saved. */
  const undone = async (again: NonNullable<typeof read>, saved: Fields) => {
    try {
      const now = await again();
      const back = editOf(now, opened.fields);
      if (!back || JSON.stringify(now.fields) !== JSON.stringify(saved))
        throw new Error('It was changed again since.');
      await save.mutateAsync(savedOn(back, now.mark));
      notify({ color: 'verdigris', title: `${subject} is as before` });
    } catch (thrown) {
      const message = thrown instanceof Error ? thrown.message : undefined;
      notify({ color: 'danger', title: `${subject}: not undone`, message });
    }
  };

  const takeIn = () => {
    form.setValues(rebased(opened.fields, form.values, current.fields));
    setOpened(current);
    save.reset();
  };

  return {
    /** What saving sends; undefined while nothing differs. */
    edit,
    opened,
    effect,
    /** Why the effect could not be computed. */
    failure: error?.message,
    errors,
    isMissing,
    /** Whether the edit as typed was tried, and can be saved. */
    isUsable,
    /** Whether someone else changed it since it was opened. */
    isOutdated,
    takeIn,
    canSave,
    isSaving: save.isPending,
    saveFailure: save.error?.message,
    submit,
    leaving: leaving && edit !== undefined,
    leave,
    stay: () => setLeaving(false),
    discard: onClose,
  };
}

export type EditState<Answer extends EditAnswer = EditAnswer> = ReturnType<
  typeof useEdit<object, unknown, unknown, Answer>
>;
