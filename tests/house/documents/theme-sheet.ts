import { MantineProvider } from '@mantine/core';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { theme } from '@/components/theme/theme';

/** `components/theme/theme.css`: what Mantine would write into each document for the theme, 13 kB of it. */
export function themeSheet(): string {
  const html = renderToStaticMarkup(createElement(MantineProvider, { theme }));
  const rules = [...html.matchAll(/<style[^>]*>(.*?)<\/style>/gs)].map(([, css = '']) => css).join('\n');
  return `/* Written from theme.ts by \`npm run docs\`: the variables and classes of Mantine's theme. */\n${rules.replaceAll(/}\n*(?=[:@])/g, '}\n')}\n`;
}
