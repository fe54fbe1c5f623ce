'use client';

import { Alert, Button } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDebouncedValue } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { useEffect, useState } from 'react';
import type { WorkloadDetail } from '@/server/recommender/views';
import { useEffectOf, useSavePolicy } from '../api/policy-actions';
import { Dialog } from '../layout/dialog';
import { ContainerPolicyFields } from './container-policy-fields';
import { EffectPanel } from './effect-panel';
import { inputOf, policyEdit, policyFields } from './form-values';
import { ModeField } from './mode-field';
import classes from './policy-dialog.module.css';

interface PolicyDialogProps {
  workload: WorkloadDetail;
  onClose: () => void;
}

const TYPING_PAUSE_MS = 300;

/** Mode and bounds in a form; beside it, before anything is saved, what saving will do. */
export function PolicyDialog({ workload, onClose }: PolicyDialogProps) {
  const { namespace, name } = workload;
  const [opened] = useState(() => policyFields(workload.updateMode, workload.policy));
  const form = useForm({ initialValues: opened });
  const edit = policyEdit(opened, form.values);
  const written = JSON.stringify(edit);
  const [settled] = useDebouncedValue(written, TYPING_PAUSE_MS);
  const effect = useEffectOf(namespace, name, settled);
  const known = edit !== undefined && written === settled && effect.data && !effect.isPlaceholderData;
  const save = useSavePolicy(namespace, name);
  const errors = edit ? (effect.data?.errors ?? []) : [];

  useEffect(() => {
    const complaints = effect.data?.errors ?? [];
    form.setErrors(
      Object.fromEntries(
        complaints.flatMap(({ field, message }) => {
          const input = inputOf(field);
          return input ? [[input, message]] : [];
        }),
      ),
    );
  }, [effect.data, form.setErrors]);

  const submit = () => {
    if (!edit) return;
    save.mutate(edit, {
      onSuccess: (done) => {
        notifications.show({
          color: 'verdigris',
          title: `Saved ${namespace}/${name}`,
          message: done.statements[0],
        });
        onClose();
      },
    });
  };

  return (
    <Dialog opened onClose={onClose} title={`Policy of ${namespace}/${name}`} size={980}>
      <form
        className={classes.columns}
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <div className={classes.fields}>
          <ModeField
            value={form.values.updateMode}
            onChange={(mode) => form.setFieldValue('updateMode', mode)}
            error={form.errors.updateMode}
          />
          <ContainerPolicyFields form={form} names={workload.containers.map((container) => container.name)} />
        </div>
        <div className={classes.effect}>
          <EffectPanel edited={edit !== undefined} effect={effect.data} failure={effect.error?.message} />
          {save.isError && (
            <Alert color="danger" title="Not saved">
              {save.error.message}
            </Alert>
          )}
          <div className={classes.buttons}>
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={save.isPending} disabled={!known || errors.length > 0}>
              Save
            </Button>
          </div>
        </div>
      </form>
    </Dialog>
  );
}
