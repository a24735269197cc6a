import ipaddr from 'ipaddr.js';

/**
 * Whether a host is this very machine, by what is written: `localhost`, 127.0.0.0/8 or ::1. Any other name may lead to
 * another machine, wherever it leads today.
 * @param host as in a URL, an IPv6 address with or without brackets
 */
export function isLoopback(host: string): boolean {
  const name = host.toLowerCase().replace(/^\[|\]$/g, '');
  if (name === 'localhost') return true;
  return ipaddr.isValid(name) && ipaddr.process(name).range() === 'loopback';
}

/** Whether calls of a service leave this machine unencrypted. @param baseUrl an http(s) URL */
export function isPlainTextService(baseUrl: string): boolean {
  const { protocol, hostname } = new URL(baseUrl);
  return protocol === 'http:' && !isLoopback(hostname);
}
