/** The errors and warnings of lint, each written for its place in a document. `rules` and the server name them by their keys. */
import { backtests } from './backtests.ts';
import { conditions } from './conditions.ts';
import { digests } from './digests.ts';
import { fields } from './fields.ts';
import { files } from './files.ts';
import { forms } from './forms.ts';
import { incidents } from './incidents.ts';
import { recipients } from './recipients.ts';
import { requests } from './requests.ts';
import { rules } from './rules.ts';
import { templates } from './templates.ts';

export const lint = {
  ...fields,
  ...conditions,
  ...rules,
  ...templates,
  ...recipients,
  ...incidents,
  ...digests,
  ...backtests,
  ...forms,
  ...files,
  ...requests,
} as const;
