/** An address without a scheme, as an earlier call of this made it. */
const BARE_HOST = /^[\w.-]+(:\d+)?$/;

/** Of a webhook's address the host alone, with its port: the rest of it may be a secret. */
export function webhookHost(address: string): string {
  if (BARE_HOST.test(address)) return address;
  const host = URL.canParse(address) ? new URL(address).host : '';
  return host || 'a webhook';
}
