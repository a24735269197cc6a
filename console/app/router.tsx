import type { QueryClient } from '@tanstack/react-query';
import {
  Outlet,
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import type { AnyRoute, AnyRouter } from '@tanstack/react-router';
import { createElement } from 'react';
import type { ComponentType } from 'react';
import { meQuery, useFleet } from '../api/index.ts';
import type { Me } from '../api/index.ts';
import { addressOf } from '../navigation/index.ts';
import { Broken, FleetFrame, Missing, NoFleet, WholeFleetOnly } from './frames.tsx';
import { VIEWS } from './views.ts';
import type { ViewParams } from './views.ts';

/** Data that routes need to decide. */
interface Context {
  readonly queries: QueryClient;
}

/**
 * Creates the console's routes. Each view lies below its fleet and is loaded when it is opened. Visitors without a session are
 * sent to the sign-in page.
 */
export function createConsoleRouter(queries: QueryClient): AnyRouter {
  const root = createRootRouteWithContext<Context>()({ component: Outlet });
  // Addresses that name no fleet lead to the fleet that was open last.
  const ofLastFleet = (path: string, ...view: readonly string[]): AnyRoute =>
    createRoute({
      getParentRoute: () => root,
      path,
      component: NoFleet,
      async beforeLoad({
        context,
        location,
      }: {
        readonly context: Context;
        readonly location: { readonly href: string };
      }) {
        const me = await signedIn(context.queries, location.href);
        const last =
          me.fleets.find(({ id }) => id === localStorage.getItem('tripline.fleet')) ?? me.fleets[0];
        if (last) throw redirect({ to: addressOf(last.id, ...view), replace: true });
      },
    });
  const signIn = createRoute({
    getParentRoute: () => root,
    path: '/sign-in',
    component: lazyRouteComponent(async () => ({
      default: (await import('../views/signIn/index.ts')).SignIn,
    })),
  });
  const fleet = createRoute({
    getParentRoute: () => root,
    path: '/fleets/$fleet',
    component: FleetFrame,
    async beforeLoad({ context, location }) {
      await signedIn(context.queries, location.href);
    },
  });
  const views = VIEWS.map(({ path, load, begin, isGroupScoped }) => {
    const below = path.slice('/fleets/{fleet}'.length).replace(/\{(\w+)\}/g, '$$$1') || '/';
    return createRoute({
      getParentRoute: () => fleet,
      path: below,
      component: lazyRouteComponent(async () => {
        const Shown = await load();
        return { default: isGroupScoped ? Shown : forWholeFleet(Shown, below === '/') };
      }),
      // Only a view's code is preloaded; its data is requested once the view opens.
      preloadStaleTime: 0,
      loader({ context, params, preload }: { context: Context; params: ViewParams; preload: boolean }) {
        const me = context.queries.getQueryData(meQuery.queryKey);
        const fleet = me?.fleets.find(({ id }) => id === params['fleet']);
        if (!preload && fleet && (isGroupScoped || fleet.groups === undefined))
          void begin?.(context.queries, params);
      },
    });
  });
  return createRouter({
    routeTree: root.addChildren([
      ofLastFleet('/'),
      ofLastFleet('/outbox', 'outbox'),
      signIn,
      fleet.addChildren(views),
    ]),
    context: { queries },
    // Filters are texts, so `rule=10` stays a text.
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
    stringifySearch: (search) => {
      const text = new URLSearchParams(
        Object.entries(search).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
      ).toString();
      return text === '' ? '' : `?${text}`;
    },
    defaultPreload: 'intent',
    scrollRestoration: true,
    defaultNotFoundComponent: Missing,
    defaultErrorComponent: Broken,
  });
}

/** Returns a view that readers who are limited to groups do not see, because it would request data that they may not read. */
function forWholeFleet(View: ComponentType, isStart: boolean): ComponentType {
  return function ForWholeFleet() {
    const { groups } = useFleet();
    return groups === undefined ? createElement(View) : createElement(WholeFleetOnly, { isStart });
  };
}

/** Returns the signed-in person or service token. @throws a redirect to the sign-in page, which leads back */
async function signedIn(queries: QueryClient, wanted: string): Promise<Me> {
  const me = await queries.ensureQueryData(meQuery);
  if (me) return me;
  queries.removeQueries({ queryKey: meQuery.queryKey });
  throw redirect({ to: '/sign-in', search: { return_to: wanted }, replace: true });
}
