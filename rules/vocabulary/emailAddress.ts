import * as z from 'zod';

/**
 * What any mail server takes as an address: at most 64 characters before the at sign, labels of at most 63 after it that
 * neither begin nor end with a hyphen (RFC 5321, 1035). What is longer would be accepted here and refused at sending.
 */
const ADDRESS =
  /^(?=[^@]{1,64}@)(?:[A-Za-z0-9_'+-]+\.)*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,63}$/;

/** An e-mail address. @param error what to say of anything else */
export function emailAddress(error?: string): z.ZodEmail {
  return z.email({ pattern: ADDRESS, ...(error === undefined ? {} : { error }) });
}
