/** Each channel's schemas in documents, such as a rule's action, a page in a policy's step, and a person's address. */
export {
  ACTION_SCHEMAS,
  ASK_SCHEMA,
  DIGEST_RECIPIENTS,
  DIGEST_SCHEMAS,
  ENTRY_SCHEMAS,
  PAGE_SCHEMAS,
  PERSON_SCHEMAS,
} from './schemas.ts';
