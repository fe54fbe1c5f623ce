'use client';

import { Menu } from '@mantine/core';
import { type WorkloadChoice, workloadKey } from '@/server/contract/workloads';
import { apiAddress } from '../api/address';
import { JSON_BODY } from '../api/request';
import { IconDownload } from '../icons';
import { UsualButton } from '../layout/usual-button';
import { notify } from '../notices/notify';

const FORMATS = { csv: 'CSV', json: 'JSON', yaml: 'YAML' } as const;

interface ExportMenuProps {
  /** The query of what is shown, with its columns. */
  query: URLSearchParams;
  /** Only these of it; all, if absent. */
  only?: readonly WorkloadChoice[];
}

/** Downloads the workloads as a file: all that match, on every page, or those chosen. */
export function ExportMenu({ query, only }: ExportMenuProps) {
  const address = (format: string) =>
    `/api/workloads/export?${new URLSearchParams([...query, ['format', format]])}`;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <UsualButton size="compact-sm" icon={<IconDownload size={15} stroke={1.7} />}>
          {only ? 'Export chosen' : 'Export'}
        </UsualButton>
      </Menu.Target>
      <Menu.Dropdown>
        {Object.entries(FORMATS).map(([format, label]) =>
          only ? (
            <Menu.Item
              key={format}
              onClick={() => void download(address(format), only, `workloads.${format}`)}
            >
              {label}
            </Menu.Item>
          ) : (
            <Menu.Item key={format} component="a" href={apiAddress(address(format))} download>
              {label}
            </Menu.Item>
          ),
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

/** The keys of what was chosen may be too many for an address. */
async function download(address: string, only: readonly WorkloadChoice[], name: string): Promise<void> {
  const body = JSON.stringify({ only: only.map(workloadKey) });
  const response = await fetch(apiAddress(address), { method: 'POST', headers: JSON_BODY, body }).catch(
    () => undefined,
  );
  if (!response?.ok) {
    notify({ color: 'danger', title: 'The export failed', message: 'The server gave no file.' });
    return;
  }
  const url = URL.createObjectURL(await response.blob());
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  link.click();
  URL.revokeObjectURL(url);
}
