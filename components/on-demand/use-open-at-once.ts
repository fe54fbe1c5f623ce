'use client';

import { useEffect, useRef, useState } from 'react';

/** For a menu that is loaded when somebody presses its button: it opens at once. `target` is its own button. */
export function useOpenAtOnce() {
  const [isOpen, setOpen] = useState(false);
  const target = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // The menu gives the focus back to what has it when it opens.
    target.current?.focus({ preventScroll: true });
    setOpen(true);
  }, []);
  return { isOpen, setOpen, target };
}
