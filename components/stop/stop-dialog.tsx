'use client';

import { Alert, Button, Group, SegmentedControl, Select, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { StopScope } from '@/server/operations/views';
import { countOf } from '@/server/words/counts';
import { useNamespaces, useStops } from '../api/queries';
import { useStopAction } from '../api/stop-actions';
import { Dialog } from '../layout/dialog';
import { WorkloadSelect } from '../lists/name-selects';
import { beyondReach, coveredBy, kubectlStop, outOfReachWords, scopeKey, scopeWords } from './scope-words';

interface StopDialogProps {
  /** The workload whose page this is opened on. */
  atHand: { namespace: string; name: string } | undefined;
  opened: boolean;
  onClose: () => void;
}

const KINDS = [
  { value: 'all', label: 'Everything' },
  { value: 'namespace', label: 'One namespace' },
  { value: 'vpa', label: 'One VPA' },
] as const satisfies { value: StopScope['kind']; label: string }[];

function scopeOf(kind: StopScope['kind'], namespace: string, vpa: string): StopScope | undefined {
  if (kind === 'all') return { kind };
  if (kind === 'namespace') return namespace ? { kind, namespace } : undefined;
  const [of, name] = vpa.split('/');
  return of && name ? { kind, namespace: of, name } : undefined;
}

/** Chooses what to stop, says what that does, and does it. */
export function StopDialog({ atHand, opened, onClose }: StopDialogProps) {
  const namespaces = useNamespaces(opened).data?.namespaces;
  const { stops = [], outOfReach = [] } = useStops().data ?? {};
  const press = useStopAction('press');
  const [chosenKind, setKind] = useState<StopScope['kind']>();
  const [chosenNamespace, setNamespace] = useState<string>();
  const [chosenVpa, setVpa] = useState<string>();
  const kind = chosenKind ?? (atHand ? 'vpa' : 'all');
  const namespace = chosenNamespace ?? atHand?.namespace ?? '';
  const vpa = chosenVpa ?? (atHand ? `${atHand.namespace}/${atHand.name}` : '');
  const scope = scopeOf(kind, namespace, vpa);
  const all = scope && namespaces && coveredBy(scope, namespaces);
  const covered = scope && all !== undefined ? all - beyondReach(scope, all, outOfReach) : undefined;
  const holds = scope !== undefined && stops.some((stop) => scopeKey(stop.scope) === scopeKey(scope));
  const close = () => {
    setKind(undefined);
    setNamespace(undefined);
    setVpa(undefined);
    press.reset();
    onClose();
  };
  return (
    <Dialog opened={opened} onClose={close} title="Stop evictions and resizes" size="lg">
      <Stack>
        <SegmentedControl
          aria-label="What to stop"
          data={[...KINDS]}
          value={kind}
          onChange={(value) => setKind(value as StopScope['kind'])}
        />
        {kind === 'namespace' && (
          <Select
            label="Namespace"
            searchable
            data={(namespaces ?? []).map(({ name }) => name)}
            value={namespace || null}
            onChange={(value) => setNamespace(value ?? '')}
          />
        )}
        {kind === 'vpa' && <WorkloadSelect value={vpa} onChange={setVpa} />}
        {scope && (
          <Text size="sm">
            At once, Plumbline evicts and resizes no pod{' '}
            {scope.kind === 'all' ? '' : `of ${scopeWords(scope)} `}any more, and new pods start with the
            requests of their template. {covered === undefined ? 'Its VPAs' : countOf(covered, 'VPA')} will be
            set to mode Off; Resume restores their modes. Recommendations continue.
          </Text>
        )}
        {scope &&
          outOfReachWords(scope, outOfReach).map((sentence) => (
            <Text key={sentence} size="sm">
              {sentence}
            </Text>
          ))}
        {press.isError && (
          <Alert color="danger" title="Stop was not confirmed">
            {press.error.message}
            {scope && (
              <>
                <br />
                With kubectl, which keeps no former modes:{' '}
                <code style={{ overflowWrap: 'anywhere' }}>{kubectlStop(scope)}</code>
              </>
            )}
          </Alert>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button
            color="danger"
            disabled={!scope || holds}
            loading={press.isPending}
            onClick={() => scope && press.mutate(scope, { onSuccess: close })}
          >
            {holds ? 'Already stopped' : scope ? `Stop ${scopeWords(scope)}` : 'Stop'}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
