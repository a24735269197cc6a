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

/** The nonce of this page, for the styles that components add. */
export function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';
}

/** What was refused stays refused; what did not arrive is asked for again. */
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

/** A phone, as the style sheets have it. */
const PHONE = '(max-width: 47.99em)';
/** As wide as the navigation, less its margins. */
const BESIDE_VIEW = 200;

/**
 * What is said after an action, where it covers no button of the view: over the navigation, and on a phone over the header, since
 * buttons that send something are at the bottom there.
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
