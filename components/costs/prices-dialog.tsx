import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { CostsView, PricesView } from '@/server/contract/costs';
import { pricesSchema, type StatedPrices } from '@/server/contract/requests/prices';
import { GuardedButton } from '../access/guarded-button';
import { sendChange } from '../api/request';
import { useChange } from '../api/use-change';
import { Dialog, DialogActions, Failed } from '../layout/dialog';
import { notify } from '../notices/notify';
import { costAt, monthText } from './cost-words';

interface PricesDialogProps {
  view: CostsView;
  prices: PricesView;
  onClose: () => void;
}

const FIELDS = {
  currency: { label: 'Currency', description: 'Three letters, such as USD' },
  cpu: { label: 'A core for an hour', description: 'Such as 0.0316' },
  memory: { label: 'A GiB of memory for an hour', description: 'Such as 0.0042' },
} as const;

type Field = keyof typeof FIELDS;

/** Asks what a core and a GiB cost, says what that comes to, and where it is kept. */
export default function PricesDialog({ view, prices, onClose }: PricesDialogProps) {
  const [typed, setTyped] = useState<Record<Field, string>>({
    currency: prices.currency ?? 'USD',
    cpu: String(prices.cpu ?? ''),
    memory: String(prices.memory ?? ''),
  });
  const saving = useChange(
    (stated: StatedPrices) => sendChange<PricesView>('PATCH', '/api/prices', { prices: stated }),
    () => {
      notify({ color: 'verdigris', title: 'Prices saved', message: 'All costs use them from now on.' });
      onClose();
    },
  );
  const read = pricesSchema.safeParse({
    prices: { currency: typed.currency.trim(), cpu: amountOf(typed.cpu), memory: amountOf(typed.memory) },
  });
  const stated = read.data?.prices ?? undefined;
  const faultOf = (field: Field) =>
    typed[field] === '' ? undefined : read.error?.issues.find(({ path }) => path[1] === field)?.message;
  return (
    <Dialog onClose={onClose} title="What nodes cost">
      <Stack gap="sm">
        {(Object.keys(FIELDS) as Field[]).map((field) => (
          <TextInput
            key={field}
            label={FIELDS[field].label}
            description={FIELDS[field].description}
            inputMode={field === 'currency' ? 'text' : 'decimal'}
            value={typed[field]}
            error={faultOf(field)}
            onChange={({ currentTarget: { value } }) => setTyped({ ...typed, [field]: value })}
            data-autofocus={field === 'cpu' || undefined}
          />
        ))}
        {stated && (
          <Text size="sm">
            At these prices, what pods request here comes to{' '}
            <strong>{monthText(stated.currency, costAt(stated, view.totals.amounts.requests))}</strong> a
            month.
          </Text>
        )}
        <Text size="xs" c="dimmed">
          Kept in {prices.place}, for everybody. To save takes the right to update{' '}
          <code>prices.plumbline.dev</code>. {origin(prices)}
        </Text>
        <Failed title="The prices are not saved" error={saving.error} />
      </Stack>
      <DialogActions>
        <Group gap="xs">
          {prices.keptIn === 'cluster' && (
            <GuardedButton
              deed={{ to: 'set-prices' }}
              variant="default"
              loading={saving.isPending}
              onClick={() => saving.mutate(null)}
            >
              Remove them
            </GuardedButton>
          )}
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <GuardedButton
            deed={{ to: 'set-prices' }}
            disabled={!stated}
            loading={saving.isPending}
            onClick={() => stated && saving.mutate(stated)}
          >
            Save
          </GuardedButton>
        </Group>
      </DialogActions>
    </Dialog>
  );
}

function amountOf(text: string): number {
  return text.trim() === '' ? Number.NaN : Number(text);
}

function origin({ keptIn, byLabel, assumedFrom }: PricesView): string {
  const labelled = byLabel > 0 ? 'Entries for nodes with labels stay. ' : '';
  if (assumedFrom) return `Nobody stated any yet: today’s are ${assumedFrom}.`;
  return keptIn === 'setting'
    ? `${labelled}Today’s come from the setting PLUMBLINE_PRICES; these count instead.`
    : labelled;
}
