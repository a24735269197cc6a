/** An address without a scheme, as an earlier call of this made it. */
const BARE_HOST = /^[\w.-]+(:\d+)?$/;

/** A delivery's receiver as people may see it: of a webhook the host alone. */
export function shownReceiver({
  action,
  receiver,
}: {
  readonly action: string;
  readonly receiver: string;
}): string {
  return action === 'webhook' ? webhookHost(receiver) : receiver;
}

/** Of a webhook's address the host alone, with its port: the rest of it may be a secret. */
export function webhookHost(address: string): string {
  if (BARE_HOST.test(address)) return address;
  const host = URL.canParse(address) ? new URL(address).host : '';
  return host || 'a webhook';
}
