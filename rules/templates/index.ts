/** Message templates: their variables and rendering. */
export { templateNameHelp, templateNamesTable } from './namesTable.ts';
export {
  TemplateError,
  namesInUnless,
  renderTemplate,
  templateCode,
  templateNames,
  tryTemplate,
} from './templates.ts';
export type { Landing, TemplateScope } from './templates.ts';
export { TEMPLATE_NAMES, sampleVariables, templateVariables } from './variables.ts';
