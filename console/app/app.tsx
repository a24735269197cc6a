import { MantineProvider } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { Notifications } from '@mantine/notifications';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { meQuery, onSignedOut, problemOf } from '../api/index.ts';
import { LanguageProvider } from '../language/index.ts';
import { THEME, cssVariables } from '../layout/index.ts';
import { createConsoleRouter } from './router.tsx';

/** Returns the nonce of this page, for the styles that components add. */
export function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';
}

/** Creates the query client. It retries requests without an answer and answers of 429 and 503; other errors are final. */
function createQueries(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        retry: (count, error) => count < 2 && [0, 429, 503].includes(problemOf(error).status),
      },
    },
  });
}

/** Media query of a phone, as the style sheets have it. */
const PHONE = '(max-width: 47.99em)';
/** Width of the navigation in pixels, without its margins. */
const BESIDE_VIEW = 200;

/**
 * Shows messages after an action, where they cover no button of the view. They lie over the navigation; on a phone they lie
 * over the header, since buttons that send something are at the bottom there.
 */
function Toasts(): ReactNode {
  const isPhone = useMediaQuery(PHONE, false);
  return isPhone ? (
    <Notifications position="top-center" autoClose={5_000} />
  ) : (
    <Notifications position="bottom-left" containerWidth={BESIDE_VIEW} autoClose={5_000} />
  );
}

/** The whole console. */
export function App(): ReactNode {
  const [queries] = useState(createQueries);
  const [router] = useState(() => createConsoleRouter(queries));
  useEffect(
    () => onSignedOut(() => void queries.invalidateQueries({ queryKey: meQuery.queryKey })),
    [queries],
  );
  return (
    <MantineProvider
      theme={THEME}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      getStyleNonce={styleNonce}
    >
      <QueryClientProvider client={queries}>
        <LanguageProvider>
          <Toasts />
          <RouterProvider router={router} />
        </LanguageProvider>
      </QueryClientProvider>
    </MantineProvider>
  );
}
