import { Autocomplete, MantineProvider, Select, TagsInput } from '@mantine/core';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { theme } from './theme';

const NAMES = Array.from({ length: 1_000 }, (_, index) => `team-${index}`);
const OF = { data: NAMES, comboboxProps: { withinPortal: false } };

describe('a field that offers a thousand names', () => {
  it.each([
    ['Select', <Select key="select" {...OF} />],
    ['TagsInput', <TagsInput key="tags" {...OF} />],
    ['Autocomplete', <Autocomplete key="text" {...OF} />],
  ])('has a hundred of them in the page: %s', (_name, field) => {
    const html = renderToStaticMarkup(<MantineProvider theme={theme}>{field}</MantineProvider>);
    expect(html.match(/role="option"/g)).toHaveLength(100);
  });
});
