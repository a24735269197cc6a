/** The web pages that people open from links in messages. */
export { answerPageRoutes } from './answerPage.ts';
export { digestPageRoutes } from './digestPage.ts';
export { digestPreviewRoutes } from './digestPreview.ts';
export { tripPageRoutes } from './tripPage.ts';
export { unsubscribePageRoutes } from './unsubscribePage.ts';
