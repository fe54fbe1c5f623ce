import { useId } from 'react';
import classes from './reason-field.module.css';

interface ReasonFieldProps {
  value: string;
  onChange: (reason: string) => void;
  onEnter: () => void;
}

const LONGEST_REASON = 200;

/** Where typing goes when its dialog opens. A plain field, since the dialog that has it is loaded ahead on every page. */
export function ReasonField({ value, onChange, onEnter }: ReasonFieldProps) {
  const id = useId();
  return (
    <div>
      <label className={classes.label} htmlFor={id}>
        Reason (optional)
      </label>
      <p className={classes.about} id={`${id}-about`}>
        Everyone sees it until someone resumes, and it stays in the audit log.
      </p>
      <input
        className={classes.field}
        id={id}
        aria-describedby={`${id}-about`}
        data-autofocus
        maxLength={LONGEST_REASON}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={(event) => event.key === 'Enter' && onEnter()}
      />
    </div>
  );
}
