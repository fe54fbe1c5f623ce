import { createTheme, DEFAULT_THEME, type MantineColorsTuple, mergeMantineTheme } from '@mantine/core';

/**
 * Patina green, the one accent, for targets and for actions; steps 6 and up have enough contrast for white
 * text.
 */
const verdigris: MantineColorsTuple = [
  '#e6f7f3',
  '#cbeee5',
  '#9fdfd0',
  '#6dcdb8',
  '#43b9a1',
  '#1f9f88',
  '#0d8472',
  '#0b6b5e',
  '#0a564c',
  '#06403a',
];

/** For stops and failures; steps 6 and up have enough contrast for white text. */
const danger: MantineColorsTuple = [
  '#fdecea',
  '#fbd5d2',
  '#f5aca7',
  '#f18f88',
  '#ff8078',
  '#e0473e',
  '#cf2f27',
  '#b8211a',
  '#961913',
  '#74120d',
];

/** Neutrals with a hint of blue; step 6 is still readable at small sizes on white. */
const gray: MantineColorsTuple = [
  '#f7f8fa',
  '#eff1f4',
  '#e2e6eb',
  '#d0d6dd',
  '#b3bcc7',
  '#8a95a3',
  '#5b6675',
  '#434c59',
  '#2b323c',
  '#171b21',
];

const dark: MantineColorsTuple = [
  '#dde3ea',
  '#bac3cf',
  '#94a0af',
  '#6a7686',
  '#414b59',
  '#2e3743',
  '#1d242d',
  '#141a21',
  '#0f1419',
  '#0a0e12',
];

/** A list that is closed has its options in the page all the same: of a thousand namespaces, the first that match. */
const FEW_OPTIONS = { defaultProps: { limit: 100 } };

export const theme = createTheme({
  primaryColor: 'verdigris',
  primaryShade: { light: 7, dark: 6 },
  autoContrast: true,
  luminanceThreshold: 0.35,
  colors: { verdigris, danger, gray, dark },
  black: '#171b21',
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "DejaVu Sans", sans-serif',
  fontFamilyMonospace:
    'ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace',
  headings: {
    fontWeight: '650',
    sizes: {
      h1: { fontSize: '1.375rem', lineHeight: '1.3' },
      h2: { fontSize: '1rem', lineHeight: '1.4' },
      h3: { fontSize: '0.875rem', lineHeight: '1.4' },
    },
  },
  defaultRadius: 'md',
  radius: { xs: '3px', sm: '5px', md: '8px', lg: '12px', xl: '20px' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Autocomplete: FEW_OPTIONS,
    Select: FEW_OPTIONS,
    TagsInput: FEW_OPTIONS,
    Notification: { defaultProps: { closeButtonProps: { 'aria-label': 'Dismiss' } } },
  },
});

/** With all that it leaves to Mantine, which else puts the two together for each document. */
export const wholeTheme = mergeMantineTheme(DEFAULT_THEME, theme);
