import { createTheme } from '@mantine/core';
import type { CSSVariablesResolver, MantineColorsTuple } from '@mantine/core';

/** The only accent: it marks controls and the current place. */
const accent: MantineColorsTuple = [
  '#e8f7f4',
  '#d0ede7',
  '#a3dacf',
  '#71c6b6',
  '#4ab5a1',
  '#30a991',
  '#1c8f7b',
  '#0d766a',
  '#095f56',
  '#054740',
];
const dark: MantineColorsTuple = [
  '#e4e9ec',
  '#c6ced4',
  '#9fabb4',
  '#74818b',
  '#4a5661',
  '#37424c',
  '#232c34',
  '#171d23',
  '#11161b',
  '#0b0f13',
];

/** The look of the console: calm surfaces, one accent, and legible text (WCAG 2.2 AA) in light and dark. */
export const THEME = createTheme({
  colors: { accent, dark },
  primaryColor: 'accent',
  primaryShade: 7,
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontFamily:
    "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', 'Noto Sans', 'Open Sans', sans-serif",
  fontFamilyMonospace: "ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace",
  components: {
    Code: { defaultProps: { bg: 'var(--surface-sunken)' } },
    Table: { defaultProps: { borderColor: 'var(--line)' } },
    // The list of options itself scrolls (app.css), because keys do not reach a scroll area around it.
    Select: { defaultProps: { withScrollArea: false } },
    MultiSelect: { defaultProps: { withScrollArea: false } },
    Autocomplete: { defaultProps: { withScrollArea: false } },
    // A list or menu that the page scrolls away with its button stays visible, because the focus would be hidden with it (WCAG
    // 2.4.11).
    Popover: { defaultProps: { hideDetached: false } },
    // The placeholder is a child of the menu that is no item, and could get the focus.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
  },
  fontSizes: { xs: '0.8125rem' },
  headings: {
    fontWeight: '650',
    sizes: {
      h1: { fontSize: '1.375rem', lineHeight: '1.25' },
      h2: { fontSize: '0.9375rem', lineHeight: '1.4' },
      h3: { fontSize: '0.875rem', lineHeight: '1.4' },
    },
  },
});

/** Replaces Mantine's own shades of secondary text, which are too light to read. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-body': '#f5f7f7',
    '--mantine-color-text': '#14201f',
    '--mantine-color-dimmed': '#55625f',
    '--mantine-color-placeholder': '#66726f',
    '--mantine-color-error': '#b42318',
    '--mantine-color-anchor': '#0d766a',
    '--mantine-color-accent-light': '#e3f3f0',
    '--mantine-color-accent-light-color': '#0d766a',
    '--surface': '#ffffff',
    '--surface-raised': '#ffffff',
    '--surface-sunken': '#eef2f1',
    '--line': '#dde4e2',
    '--critical': '#b42318',
    '--critical-soft': '#fdecea',
    '--warning': '#8a4b00',
    '--warning-soft': '#fff3df',
    '--info': '#35526e',
    '--info-soft': '#eaf1f7',
    '--good': '#0b6b3a',
    '--good-soft': '#e5f5ec',
    '--accent': '#0d766a',
    '--accent-soft': '#e3f3f0',
  },
  dark: {
    '--mantine-color-body': '#0e1317',
    '--mantine-color-text': '#e4e9ec',
    '--mantine-color-dimmed': '#9fabb4',
    '--mantine-color-placeholder': '#8b98a2',
    '--mantine-color-error': '#ff9d92',
    '--mantine-color-anchor': '#71c6b6',
    '--mantine-color-accent-light': '#12302c',
    '--mantine-color-accent-light-color': '#71c6b6',
    '--surface': '#171d23',
    '--surface-raised': '#1c232a',
    '--surface-sunken': '#11171c',
    '--line': '#2a343d',
    '--critical': '#ff9d92',
    '--critical-soft': '#3a1b19',
    '--warning': '#ffc069',
    '--warning-soft': '#372710',
    '--info': '#a9c7e2',
    '--info-soft': '#1b2a38',
    '--good': '#7fd8a5',
    '--good-soft': '#12301f',
    '--accent': '#71c6b6',
    '--accent-soft': '#12302c',
  },
});
