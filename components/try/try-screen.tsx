'use client';

import { Button, Flex, Text, Textarea, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { TrialView } from '@/server/contract/admission';
import { fieldsAtFault, sendChange } from '../api/request';
import { IconPlayerPlay } from '../icons';
import { Card } from '../layout/card';
import { ObjectHeading } from '../layout/object-heading';
import shared from '../layout/shared.module.css';
import { TrialResult } from './trial-result';
import classes from './try-screen.module.css';

/** A manifest to paste, and what admission would make of its pod. */
export function TryScreen() {
  const [manifest, setManifest] = useState('');
  const [namespace, setNamespace] = useState('');
  const trial = useTrial();
  const faults = fieldsAtFault(trial.error);
  const faultOf = (name: string) => faults.find(({ field }) => field === name)?.message;
  return (
    <>
      <ObjectHeading title="Try a pod">
        <span>What admission would make of a new pod, by the review of the webhook. Nothing is created.</span>
      </ObjectHeading>
      <div className={classes.cards}>
        <Card title="Manifest">
          <form
            className={shared.stack}
            onSubmit={(event) => {
              event.preventDefault();
              trial.mutate({ manifest, namespace: namespace.trim() });
            }}
          >
            <Textarea
              label="Pod, or workload with a pod template"
              description="YAML or JSON, as kubectl takes it; YAML up to 64 KiB"
              placeholder={'apiVersion: apps/v1\nkind: Deployment\n…'}
              value={manifest}
              onChange={(event) => setManifest(event.currentTarget.value)}
              error={faultOf('manifest')}
              minRows={10}
              maxRows={24}
              autosize
              spellCheck={false}
              classNames={{ input: classes.manifest }}
            />
            <Flex wrap="wrap" align="end" gap={12}>
              <TextInput
                label="Namespace"
                description="Empty for the one in the manifest, else default"
                value={namespace}
                onChange={(event) => setNamespace(event.currentTarget.value)}
                error={faultOf('namespace')}
                flex="0 1 320px"
              />
              <Button
                type="submit"
                leftSection={<IconPlayerPlay size={16} stroke={1.7} aria-hidden="true" />}
                loading={trial.isPending}
                disabled={manifest.trim() === ''}
              >
                Try
              </Button>
            </Flex>
            {trial.isError && faults.length === 0 && (
              <Text c="var(--danger)" fz={13} role="alert">
                {trial.error.message}
              </Text>
            )}
          </form>
        </Card>
        {trial.data && !trial.isPending && <TrialResult trial={trial.data} />}
      </div>
    </>
  );
}

/** Asks what admission would make of the pod in a manifest; nothing changes. */
function useTrial() {
  return useMutation({
    mutationFn: (asked: { manifest: string; namespace: string }) =>
      sendChange<TrialView>('POST', '/api/admission/try', asked),
  });
}
