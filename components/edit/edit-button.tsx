'use client';

import { parseAsString, useQueryState } from 'nuqs';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { GuardedButton } from '../access/guarded-button';
import type { IntendedChange } from '../access/use-lack';
import { IconAdjustments } from '../icons';

const EDITED = parseAsString.withOptions({ history: 'push' });

/** How a form that the address bar asks for stands. */
export interface AskedForm {
  /** False once Back was pressed. */
  isAsked: boolean;
  onAskAgain: () => void;
  onClose: () => void;
}

interface EditButtonProps {
  /** What the address bar calls the form: `?edit=policy`. */
  form: string;
  deed: IntendedChange;
  /** The words on the button. */
  label: string;
  children: (asked: AskedForm) => ReactNode;
}

/**
 * Opens a form. The address bar has its state, so that Back closes it, after a confirmation if there are
 * edits.
 */
export function EditButton({ form, deed, label, children }: EditButtonProps) {
  const [edited, setEdited] = useQueryState('edit', EDITED);
  const [opened, setOpened] = useState(false);
  const wasPushed = useRef(false);
  const isAsked = edited === form;
  useEffect(() => {
    if (isAsked) setOpened(true);
  }, [isAsked]);

  const ask = () => {
    wasPushed.current = true;
    setEdited(form);
  };
  const close = () => {
    setOpened(false);
    if (!isAsked) return;
    if (wasPushed.current) window.history.back();
    else setEdited(null, { history: 'replace' });
  };
  return (
    <>
      <GuardedButton
        deed={deed}
        variant="default"
        leftSection={<IconAdjustments size={16} stroke={1.7} />}
        onClick={ask}
        data-edits={form}
        aria-keyshortcuts="e"
      >
        {label}
      </GuardedButton>
      {opened && children({ isAsked, onAskAgain: ask, onClose: close })}
    </>
  );
}
