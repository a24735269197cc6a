/** Message templates: their variables and rendering. */
export { TEMPLATE_NAMES, sampleVariables, templateVariables } from './templateVariables.ts';
export { TemplateError, renderTemplate, templateCode, templateNames, tryTemplate } from './templates.ts';
export type { Landing, TemplateScope } from './templates.ts';
