/** The answer at which a browser stopped, with its address. */
export interface Visited {
  readonly url: string;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** A browser as far as signing in needs one: it keeps cookies by origin and follows redirects. */
export interface Browser {
  /** Cookies by origin and name. */
  readonly cookies: Map<string, Map<string, string>>;
  /** Follows redirects to the end, or until an address that `stopAt` accepts, which it does not load. */
  visit(url: string, options?: { readonly stopAt?: (url: string) => boolean }): Promise<Visited>;
  /** One request, with its cookies and no redirect followed. */
  send(url: string, init?: RequestInit): Promise<Response>;
  cookie(url: string, name: string): string | undefined;
}

const MOST_REDIRECTS = 15;

/** @param servedAt addresses that lead elsewhere, as names in DNS would: what begins with a key goes to its value */
export function createBrowser(servedAt: Readonly<Record<string, string>> = {}): Browser {
  const cookies = new Map<string, Map<string, string>>();
  const moved = (url: string): string => {
    const found = Object.entries(servedAt).find(([from]) => url.startsWith(from));
    return found ? found[1] + url.slice(found[0].length) : url;
  };
  const browser: Browser = {
    cookies,
    cookie: (url, name) => cookies.get(new URL(moved(url)).origin)?.get(name),
    async send(url, init = {}) {
      const target = moved(url);
      const jar = cookies.get(new URL(target).origin) ?? new Map<string, string>();
      cookies.set(new URL(target).origin, jar);
      const headers = new Headers(init.headers);
      const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
      if (cookie !== '') headers.set('cookie', cookie);
      const response = await fetch(target, { ...init, headers, redirect: 'manual' });
      for (const line of response.headers.getSetCookie()) {
        const [pair = '', ...attributes] = line.split(';');
        const [name = '', value = ''] = [
          pair.slice(0, pair.indexOf('=')).trim(),
          pair.slice(pair.indexOf('=') + 1),
        ];
        const isGone = attributes.some((each) => /expires=Thu, 01 Jan 1970|max-age=0/i.test(each));
        if (isGone || value === '') jar.delete(name);
        else jar.set(name, value);
      }
      return response;
    },
    async visit(url, { stopAt } = {}) {
      let at = url;
      for (let step = 0; step < MOST_REDIRECTS; step += 1) {
        const response = await browser.send(at, { headers: { accept: 'text/html' } });
        const text = await response.text();
        const location = response.headers.get('location');
        if (location === null) return { url: at, status: response.status, headers: response.headers, text };
        at = new URL(location, at).href;
        if (stopAt?.(at)) return { url: at, status: response.status, headers: response.headers, text };
      }
      throw new Error(`More than ${MOST_REDIRECTS} redirects from ${url}.`);
    },
  };
  return browser;
}
