/** Each channel's parts of documents: an action of a rule, a way of notifying in a policy's step, a person's address. */
export {
  ACTION_SCHEMAS,
  ASK_SCHEMA,
  DIGEST_RECIPIENTS,
  DIGEST_SCHEMAS,
  ENTRY_SCHEMAS,
  PAGE_SCHEMAS,
  PERSON_SCHEMAS,
} from './schemas.ts';
