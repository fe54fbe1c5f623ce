import { MantineProvider } from '@mantine/core';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { ResourceView } from '@/server/contract/recommendations';
import { ResourceHeadline } from './resource-headline';

const GIB = 2 ** 30;

/** The words of it, without their elements. */
function shown(view: ResourceView): string {
  const html = renderToStaticMarkup(
    <MantineProvider>
      <ResourceHeadline resource="memory" view={view} confidence={2} isOfNewPods={false} />
    </MantineProvider>,
  );
  return html.replace(/<style[^>]*>.*?<\/style>/gs, '').replace(/<[^>]+>/g, ' ');
}

const stated: ResourceView = { request: { min: GIB, max: GIB }, limit: { min: 2 * GIB, max: 2 * GIB } };

it('says that memory was never sampled, with what is stated beside it, and no amount in its place', () => {
  const words = shown({ ...stated, hasNoSamples: true });
  expect(words).toContain('no samples of memory yet');
  expect(words).toContain('1 GiB');
  expect(words).toMatch(/Used now\s+not measured/);
  expect(words).not.toMatch(/\b0 (B|MiB)|250 MiB/);
});

it('says of what waits for a recommendation that it has no target yet', () => {
  const words = shown(stated);
  expect(words).toContain('no target yet');
  expect(words).not.toContain('no samples');
});
